/** What one part of the proof tried, and how much of it held. */
export type Tally = {
  /** The words of its two figures: 'attacks tried', 'blocked'; or 'races', 'violations' where `shows` is 'failures'. */
  words: readonly [first: string, second: string]
  /** What the second figure counts; 'held' unless told. */
  shows?: 'held' | 'failures'
  tried: number
  held: number
  /** One sentence for everything that did not hold; empty is good. */
  failures: string[]
  /** What could not be tried here, by name. */
  skipped: string[]
  /** What it leaves in an owner's project, in sentences. */
  stays?: string[]
}

/** A tally that nothing has been counted in yet. */
export function emptyTally(words: Tally['words'], shows: Tally['shows'] = 'held'): Tally {
  return { words, shows, tried: 0, held: 0, failures: [], skipped: [] }
}

/** Counts one try; `failure` says what did not hold. */
export function count(tally: Tally, failure?: string): void {
  tally.tried += 1
  if (failure === undefined) tally.held += 1
  else tally.failures.push(failure)
}
