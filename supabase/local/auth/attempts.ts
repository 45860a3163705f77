import type { Settings } from '../settings.ts'
import { authError } from './responses.ts'

const WINDOW_MS = 5 * 60 * 1000
// As in hosted auth, where no setting changes it.
const BURST = 30

type Limits = Settings['auth']['rate_limit']

/** The requests of one address in five minutes, by action: a setting, or the number that config.toml cannot change. */
const RATE_OF: Record<string, keyof Limits | number> = {
  signup: 'sign_in_sign_ups',
  otp: 'sign_in_sign_ups',
  magiclink: 'sign_in_sign_ups',
  recover: 'sign_in_sign_ups',
  resend: 'sign_in_sign_ups',
  'PUT user': 'sign_in_sign_ups',
  verify: 'token_verifications',
  // Password sign-ins and refreshes alike (D50).
  token: 'token_refresh',
  'factor challenge': 75,
  'factor verify': 75,
}

/**
 * Counts the requests of each action by address, 30 at once, and refills steadily. Returns the refusal of one beyond the limit.
 * Without limits nothing is refused.
 */
export function limitAttempts(limits: Limits | undefined) {
  const left = new Map<string, { tokens: number; at: number }>()
  return (action: string, caller: string): Response | undefined => {
    const setting = RATE_OF[action]
    if (!limits || !setting) return undefined
    const rate = typeof setting === 'number' ? setting : limits[setting]
    const key = `${action} ${caller}`
    const now = performance.now()
    const { tokens, at } = left.get(key) ?? { tokens: BURST, at: now }
    const filled = Math.min(BURST, tokens + ((now - at) / WINDOW_MS) * rate)
    left.set(key, { tokens: filled < 1 ? filled : filled - 1, at: now })
    if (filled >= 1) return undefined
    return authError(429, 'Request rate limit reached', 'over_request_rate_limit')
  }
}
