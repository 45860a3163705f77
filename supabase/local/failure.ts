/** A start that failed for a reason a person can act on; its message is the whole report. */
export class StartFailure extends Error {}

/** One line of any thrown value, for the end of a sentence. */
export function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n', 1)[0]?.trim().replace(/\.$/, '') || 'no reason given'
}
