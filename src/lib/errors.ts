import type { ErrorCode } from '@/lib/error-codes'

/** No usable response: the request may have been processed or not. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** Converts a TypeError of `fetch` or `import()`; returns anything else unchanged. */
export function toNetworkError(error: unknown): unknown {
  return isRecord(error) && error.name === 'TypeError'
    ? new NetworkError(String(error.message), { cause: error })
    : error
}

/** A write refused in the browser while offline. */
export class OfflineError extends Error {
  readonly code = 'offline'
}

/** By code, never by message (C7, D28). Unhandled codes are returned unchanged. */
export function errorCode(error: unknown): ErrorCode {
  if (error instanceof NetworkError) return 'network'
  if (!isRecord(error)) return 'unknown'
  const { name, code, message, status } = error
  if (name === 'TimeoutError' || code === 'unreachable') return 'network'
  // auth-js wraps what fetch threw, and drops the status of a gateway.
  if (name === 'AuthRetryableFetchError' && isGatewayStatus(Number(status))) return 'network'
  if (typeof code === 'string' && code.startsWith('PT')) return String(message) as ErrorCode
  return typeof code === 'string' && code !== '' ? (code as ErrorCode) : 'unknown'
}

/** 0 without a response; 502 to 504 and Cloudflare's 520 to 530 from a gateway that may have forwarded the request. */
function isGatewayStatus(status: number): boolean {
  return status === 0 || (status >= 502 && status <= 504) || (status >= 520 && status <= 530)
}

export type ErrorMessages = Partial<Record<ErrorCode, string>>

const commonMessages: ErrorMessages = {
  network: 'The server cannot be reached. Check your connection and try again.',
  offline: 'You are offline, so nothing was sent. Try again once you are back.',
  session_ended: 'Your session has ended. Sign in and try again.',
  second_factor_required: 'Sign in again and enter a code.',
}

/** From `messages`, else the shared ones; undefined for other codes. */
export function explainError(error: unknown, messages: ErrorMessages = {}): string | undefined {
  const code = errorCode(error)
  return messages[code] ?? commonMessages[code]
}

/** The detail raised with a code: the current price, seconds to wait. */
export function errorDetail(error: unknown): string | undefined {
  return isRecord(error) && typeof error.details === 'string' && error.details !== ''
    ? error.details
    : undefined
}

/** Codes of PostgREST, of Postgres and of our functions, whose messages are not for people, unlike those of `raise exception` alone. */
const internalCodes = /^(PGRST|(?!P0001)[\dA-Z]{5}$)/

/** For a specified toast: the server's own message, `fallback` if that is not for people. */
export function serverMessage(error: unknown, fallback: string): string {
  if (explainError(error)) return fallback
  const { message, code } = isRecord(error) ? error : {}
  if (typeof code === 'string' && internalCodes.test(code)) return fallback
  return typeof message === 'string' && message !== '' && message !== '{}' ? message : fallback
}

/** Where no text is specified: the explanation, else the server's message, else `fallback`. */
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
