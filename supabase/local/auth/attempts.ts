import type { Settings } from '../settings.ts'
import { authError } from './responses.ts'

const WINDOW_MS = 5 * 60 * 1000

/** Requests of one address in five minutes, by kind; named as in hosted auth. */
type Limits = Settings['auth']['rate_limit']

const LIMIT_OF: Record<string, keyof Limits> = {
  signup: 'sign_in_sign_ups',
  otp: 'sign_in_sign_ups',
  magiclink: 'sign_in_sign_ups',
  recover: 'sign_in_sign_ups',
  resend: 'sign_in_sign_ups',
  reauthenticate: 'sign_in_sign_ups',
  password: 'sign_in_sign_ups',
  verify: 'token_verifications',
  user: 'token_verifications',
  refresh_token: 'token_refresh',
}

/**
 * Counts attempts by address, and refills each limit steadily. Returns the refusal of one beyond the limit;
 * `kind` is the action, or the grant type of /token. Without limits nothing is refused.
 */
export function limitAttempts(limits: Limits | undefined) {
  const left = new Map<string, { tokens: number; at: number }>()
  return (kind: string, caller: string): Response | undefined => {
    const name = LIMIT_OF[kind]
    if (!limits || !name) return undefined
    const capacity = limits[name]
    const key = `${name} ${caller}`
    const now = performance.now()
    const { tokens, at } = left.get(key) ?? { tokens: capacity, at: now }
    const filled = Math.min(capacity, tokens + ((now - at) / WINDOW_MS) * capacity)
    left.set(key, { tokens: filled < 1 ? filled : filled - 1, at: now })
    if (filled >= 1) return undefined
    return authError(429, 'Request rate limit reached', 'over_request_rate_limit')
  }
}
