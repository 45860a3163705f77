import type { Settings } from '../settings.ts'
import { authError } from './responses.ts'

const WINDOW_MS = 5 * 60 * 1000

/** Requests of one address in five minutes, by kind; named as in hosted auth. */
type Limits = Settings['auth']['rate_limit']

// 30 at once and 15 a minute, which config.toml cannot change.
const FACTOR_LIMITS = { factor_challenges: 75, factor_codes: 75 }
const BURST = 30

const LIMIT_OF: Record<string, keyof Limits | keyof typeof FACTOR_LIMITS> = {
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
  'factor challenge': 'factor_challenges',
  'factor verify': 'factor_codes',
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
    const rate = { ...limits, ...FACTOR_LIMITS }[name]
    const capacity = name in FACTOR_LIMITS ? BURST : rate
    const key = `${name} ${caller}`
    const now = performance.now()
    const { tokens, at } = left.get(key) ?? { tokens: capacity, at: now }
    const filled = Math.min(capacity, tokens + ((now - at) / WINDOW_MS) * rate)
    left.set(key, { tokens: filled < 1 ? filled : filled - 1, at: now })
    if (filled >= 1) return undefined
    return authError(429, 'Request rate limit reached', 'over_request_rate_limit')
  }
}
