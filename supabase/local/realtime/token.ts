import { createHmac } from 'node:crypto'
import { JWT_SECRET, PUBLISHABLE_KEY, SECRET_KEY } from '../keys.ts'

/** The claims of a subscriber, which row-level security reads. */
export type Claims = { role: string; sub?: string; session_id?: string; exp?: number }

const keys = new Map<string | null, Claims>([
  [PUBLISHABLE_KEY, { role: 'anon' }],
  [SECRET_KEY, { role: 'service_role' }],
])

/** Claims of an API key; undefined for an unknown one. */
export const claimsOfKey = (key: string | null): Claims | undefined => keys.get(key)

/** Claims of a session's access token or an API key; undefined when it is forged or has expired. */
export function claimsOf(token: string): Claims | undefined {
  const [head, body, signature] = token.split('.')
  if (!head || !body || !signature) return claimsOfKey(token)
  const expected = createHmac('sha256', JWT_SECRET).update(`${head}.${body}`).digest('base64url')
  if (signature !== expected) return undefined
  const claims: Claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  return isCurrent(claims) ? claims : undefined
}

/** False once the token has expired. */
export function isCurrent({ exp }: Claims): boolean {
  return exp === undefined || exp * 1000 > Date.now()
}
