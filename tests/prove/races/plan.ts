import { operations } from '../operations/list.ts'
import type { Race } from '../operations/operation.ts'

const all = operations.flatMap(({ races = [] }) => races)

export const races: Race[] = all.filter(({ alone }) => alone !== true)
/** Raced one race at a time: there is one logo, and one last admin. */
export const alone: Race[] = all.filter(({ alone }) => alone)

/** Every combination with repetition of two or three requests on one subject. */
export function meetings(list: Race[], size: 2 | 3): Race[][] {
  const found = new Map<string, Race[]>()
  for (const subject of new Set(list.flatMap(({ on }) => on))) {
    const near = list.filter(({ on, by }) => on.includes(subject) || by === subject)
    for (const meeting of multisets(near, size)) {
      // Requests that only need the same admin race against changes of that admin only.
      if (meeting.some(({ on }) => on.includes(subject))) {
        found.set(meeting.map(({ name }) => name).join(' | '), meeting)
      }
    }
  }
  return [...found.values()]
}

function multisets(list: Race[], size: number, from = 0): Race[][] {
  if (size === 0) return [[]]
  return list
    .slice(from)
    .flatMap((first, at) => multisets(list, size - 1, from + at).map((rest) => [first, ...rest]))
}
