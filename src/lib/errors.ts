/** The reason why nothing is written while offline. */
const offlineReason = 'You are offline, so nothing was sent. Try again once you are back.'

/** A write that was refused before it left the browser, because that is offline. */
export class OfflineError extends Error {
  readonly code = 'offline'

  constructor() {
    super(offlineReason)
  }
}

/** What went wrong, by code: a code of our own SQL functions, of Postgres, or of auth; never prose (C7, D28). */
export function errorCode(error: unknown): string {
  if (!isRecord(error)) return 'unknown'
  const { name, code, message, status } = error
  if (name === 'TypeError' || name === 'TimeoutError' || status === 0) return 'network'
  // A gateway that gave up, told by our own fetch or by auth-js, which keeps no code.
  if (code === 'unreachable' || (name === 'AuthRetryableFetchError' && isGateways(Number(status))))
    return 'network'
  if (typeof code === 'string' && code.startsWith('PT') && typeof message === 'string') return message
  if (typeof code === 'string' && code !== '') return code
  return 'unknown'
}

/** Statuses of a gateway, Cloudflare's own (520 to 530) included; it may have passed the request on. */
function isGateways(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530)
}

/** What every refused write says in addition to its toast: the browser is offline, or nobody is signed in any more. */
export function sameEverywhere(error: unknown): string | undefined {
  if (error instanceof OfflineError) return error.message
  if (errorCode(error) === 'session_ended') return 'Your session has ended. Sign in and try again.'
}

/** Why a write was refused or may have been, beside the toast: in the words of its code, or in those of every write. */
export function failureReason(error: unknown, words: Record<string, string> = {}): string | undefined {
  const code = errorCode(error)
  if (code === 'network')
    return 'The server did not answer, so it was saved or it was not. Trying again is safe.'
  return words[code] ?? sameEverywhere(error)
}

/** The detail that a function of the database gave with its code: today's price, seconds to wait. */
export function errorDetail(error: unknown): string | undefined {
  return isRecord(error) && typeof error.details === 'string' && error.details !== ''
    ? error.details
    : undefined
}

/** Of the REST layer, of our own functions, and of Postgres where it speaks of tables and constraints. */
const machineCodes = /^(PGRST|PT|22|23|42|XX)/

/** The words that the server itself sent, which chapter 8 shows for auth and for the profile; none that only machines read. */
export function serverMessage(error: unknown, fallback: string): string {
  return helpfulSentence(error) ?? specifiedMessage(error, fallback)
}

/** The description of a toast of chapter 8: the server's message, else the specified `fallback`, also without a connection. */
export function specifiedMessage(error: unknown, fallback: string): string {
  if (errorCode(error) === 'network' || sameEverywhere(error)) return fallback
  const { message, code } = isRecord(error) ? error : {}
  if (typeof code === 'string' && machineCodes.test(code)) return fallback
  return typeof message === 'string' && message !== '' && message !== '{}' ? message : fallback
}

/** More than a specified toast says, for the form it is about: offline, signed out, or no answer from the server. */
export function helpfulSentence(error: unknown): string | undefined {
  const unreachable = 'The server cannot be reached. Check your connection and try again.'
  return sameEverywhere(error) ?? (errorCode(error) === 'network' ? unreachable : undefined)
}

/** Is it worth asking again: the network or the server failed, not the request. */
export function isTransient(error: unknown): boolean {
  if (['network', 'offline'].includes(errorCode(error))) return true
  const status = isRecord(error) ? error.status : undefined
  return typeof status === 'number' && status >= 500
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
