/** The result of one part of the proof. */
export type Tally = {
  /** The labels of its two figures: 'attacks tried', 'blocked'; or 'races', 'violations' where `shows` is 'failures'. */
  words: readonly [first: string, second: string]
  /** What the second figure counts; 'held' by default. */
  shows?: 'held' | 'failures'
  tried: number
  held: number
  /** One sentence for each failure. */
  failures: string[]
  /** What was skipped, by name. */
  skipped: string[]
  /** What remains in an owner's project, in sentences. */
  stays?: string[]
}

export function emptyTally(words: Tally['words'], shows: Tally['shows'] = 'held'): Tally {
  return { words, shows, tried: 0, held: 0, failures: [], skipped: [] }
}

/** Counts one try, with a sentence if it failed. */
export function count(tally: Tally, failure?: string): void {
  tally.tried += 1
  if (failure === undefined) tally.held += 1
  else tally.failures.push(failure)
}
