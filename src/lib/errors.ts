import type { ErrorCode } from '@/lib/error-codes'

/** No usable response: the request may have been processed or not. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** Marks a TypeError of `fetch` or `import()`; anything else, such as an abort, stays as it is. */
export function toNetworkError(error: unknown): unknown {
  return isRecord(error) && error.name === 'TypeError'
    ? new NetworkError(String(error.message), { cause: error })
    : error
}

/** A write that was refused before it left the browser, because that is offline. */
export class OfflineError extends Error {
  readonly code = 'offline'
}

/** What went wrong, by code, never by prose (C7, D28). Codes that the app does not handle are returned as they are. */
export function errorCode(error: unknown): ErrorCode {
  if (error instanceof NetworkError) return 'network'
  if (!isRecord(error)) return 'unknown'
  const { name, code, message, status } = error
  if (name === 'TimeoutError' || code === 'unreachable') return 'network'
  // auth-js wraps what fetch threw, and keeps no code of a gateway.
  if (name === 'AuthRetryableFetchError' && isGatewayStatus(Number(status))) return 'network'
  if (typeof code === 'string' && code.startsWith('PT')) return String(message) as ErrorCode
  return typeof code === 'string' && code !== '' ? (code as ErrorCode) : 'unknown'
}

/** 0 without a response; 502 to 504, and Cloudflare's 520 to 530, from a gateway that may have passed the request on. */
function isGatewayStatus(status: number): boolean {
  return status === 0 || (status >= 502 && status <= 504) || (status >= 520 && status <= 530)
}

export type ErrorMessages = Partial<Record<ErrorCode, string>>

const commonMessages: ErrorMessages = {
  network: 'The server cannot be reached. Check your connection and try again.',
  offline: 'You are offline, so nothing was sent. Try again once you are back.',
  session_ended: 'Your session has ended. Sign in and try again.',
}

/** For `explainError` of a write that can be repeated. */
export const uncertainWrite: ErrorMessages = {
  network:
    'The server did not respond, so the change may or may not have been saved. It is safe to try again.',
}

/** The message for an error's code: from `messages`, else the one that all requests share; undefined for other codes. */
export function explainError(error: unknown, messages: ErrorMessages = {}): string | undefined {
  const code = errorCode(error)
  return messages[code] ?? commonMessages[code]
}

/** The detail that a database function raised with its code: today's price, seconds to wait. */
export function errorDetail(error: unknown): string | undefined {
  return isRecord(error) && typeof error.details === 'string' && error.details !== ''
    ? error.details
    : undefined
}

/** Codes of PostgREST, of our own functions, and of Postgres where it names tables and constraints. */
const internalCodes = /^(PGRST|PT|22|23|42|XX)/

/** The description of a specified toast: the server's own message, `fallback` where it has none for people to read. */
export function serverMessage(error: unknown, fallback: string): string {
  if (explainError(error)) return fallback
  const { message, code } = isRecord(error) ? error : {}
  if (typeof code === 'string' && internalCodes.test(code)) return fallback
  return typeof message === 'string' && message !== '' && message !== '{}' ? message : fallback
}

/** The message to show where no text is specified: why the request failed, else the server's own, else `fallback`. */
export function errorMessage(error: unknown, fallback: string): string {
  return explainError(error) ?? serverMessage(error, fallback)
}

/** The network or the server failed, not the request. */
export function isTransient(error: unknown): boolean {
  if (['network', 'offline'].includes(errorCode(error))) return true
  const status = isRecord(error) ? error.status : undefined
  return typeof status === 'number' && status >= 500
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
