import { isDeepStrictEqual } from 'node:util'
import type { Operation } from './operation.ts'
import type { State } from './state.ts'

/** An operation that was raced, and the word of its answer. */
export type Answered = { operation: Operation; word: string }

/**
 * Is there an order in which these operations, one after the other, would have had these very answers and left this very
 * state? Answers nothing when there is, else what the best order leaves differently.
 */
export function unexplained(opening: State, answered: Answered[], end: State): string | undefined {
  const ends: State[] = []
  const found = follow(opening, answered, (state) => {
    ends.push(state)
    return isDeepStrictEqual(state, end)
  })
  if (found) return undefined
  if (ends.length === 0) return 'no order of them has these answers'
  const differences = ends.map((state) => differing(state, end))
  const [least = ''] = differences.toSorted((one, other) => one.length - other.length)
  return `no order of them ends so: ${least}`

  function follow(state: State, left: Answered[], isEnd: (state: State) => boolean): boolean {
    if (left.length === 0) return isEnd(state)
    return left.some((next) => {
      const after = structuredClone(state)
      const words = next.operation.apply(after, opening)
      const right = Array.isArray(words) ? words.includes(next.word) : words === next.word
      return (
        right &&
        follow(
          after,
          left.filter((one) => one !== next),
          isEnd,
        )
      )
    })
  }
}

function differing(expected: State, found: State): string {
  const keys = Object.keys(expected) as (keyof State)[]
  return keys
    .filter((key) => !isDeepStrictEqual(expected[key], found[key]))
    .map((key) => `${key} is ${JSON.stringify(found[key])} instead of ${JSON.stringify(expected[key])}`)
    .join('; ')
}
