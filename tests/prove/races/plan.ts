import { benefits } from './benefits.ts'
import { codes } from './codes.ts'
import { logo } from './logo.ts'
import type { Operation, Subject } from './operation.ts'
import { orders } from './orders.ts'
import { office, people } from './people.ts'

/** Everything that is raced. */
export const operations: Operation[] = [...orders, ...people, ...office, ...benefits, ...codes]

/** Raced one race at a time: there is one logo, and one last admin. */
export const alone: Operation[] = [...logo, ...office]

/** Every pair and every triple of operations that meet at one subject, each also with itself, without repetition. */
export function meetings(list: Operation[], size: 2 | 3): Operation[][] {
  const subjects = [...new Set(list.flatMap(({ on }) => on))]
  const found = new Map<string, Operation[]>()
  for (const subject of subjects) {
    for (const meeting of multisets(
      list.filter((operation) => comesNear(operation, subject)),
      size,
    )) {
      // Whoever only needs a person to be an admin meets nobody there but those who do something to that person.
      if (meeting.some(({ on }) => on.includes(subject))) {
        found.set(meeting.map(({ name }) => name).join(' | '), meeting)
      }
    }
  }
  return [...found.values()]
}

function comesNear({ on, by }: Operation, subject: Subject): boolean {
  return on.includes(subject) || by === subject
}

function multisets(list: Operation[], size: number, from = 0): Operation[][] {
  if (size === 0) return [[]]
  return list
    .slice(from)
    .flatMap((first, at) => multisets(list, size - 1, from + at).map((rest) => [first, ...rest]))
}
