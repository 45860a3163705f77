import type { Settings } from '../settings.ts'
import { authError } from './answers.ts'

const WINDOW_MS = 5 * 60 * 1000

/** How often one address may ask in five minutes, by what it asks for; as hosted auth names its limits. */
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
 * Counts attempts by address, each limit filling up again steadily. The answer is the refusal of one too many;
 * `kind` is the action, of /token its grant type. Without limits nothing is refused.
 */
export function limitAttempts(limits: Limits | undefined) {
  const left = new Map<string, { tokens: number; at: number }>()
  return (kind: string, caller: string): Response | undefined => {
    const name = LIMIT_OF[kind]
    if (!limits || !name) return undefined
    const most = limits[name]
    const key = `${name} ${caller}`
    const now = performance.now()
    const { tokens, at } = left.get(key) ?? { tokens: most, at: now }
    const filled = Math.min(most, tokens + ((now - at) / WINDOW_MS) * most)
    left.set(key, { tokens: filled < 1 ? filled : filled - 1, at: now })
    if (filled >= 1) return undefined
    return authError(429, 'Request rate limit reached', 'over_request_rate_limit')
  }
}
