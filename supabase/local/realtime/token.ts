import { createHmac, timingSafeEqual } from 'node:crypto'
import { JWT_SECRET, PUBLISHABLE_KEY, SECRET_KEY } from '../keys.ts'

/** Whom a subscriber speaks for: the claims that row rules see. */
export type Claims = { role: string; sub?: string; session_id?: string; exp?: number }

const KEYS = new Map<string | null, Claims>([
  [PUBLISHABLE_KEY, { role: 'anon' }],
  [SECRET_KEY, { role: 'service_role' }],
])

/** Claims of an API key; undefined for an unknown one. */
export function claimsOfKey(key: string | null): Claims | undefined {
  return KEYS.get(key)
}

/** Claims of a session's access token or an API key; undefined when it is forged or has expired. */
export function claimsOfToken(token: string): Claims | undefined {
  const [head, body, signature] = token.split('.')
  if (!head || !body || !signature) return claimsOfKey(token)
  const expected = createHmac('sha256', JWT_SECRET).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const claims: Claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  return isCurrent(claims) ? claims : undefined
}

/** False once the token's time is over. */
export function isCurrent({ exp }: Claims): boolean {
  return exp === undefined || exp * 1000 > Date.now()
}
