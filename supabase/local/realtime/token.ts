import { createHmac, timingSafeEqual } from 'node:crypto'
import { PUBLISHABLE_KEY } from '../keys.ts'
import type { Secrets } from '../secrets.ts'

/** The claims of a subscriber, which row-level security reads. */
export type Claims = { role: string; sub?: string; session_id?: string; exp?: number }

export type Tokens = {
  /** Claims of an API key; undefined for an unknown one. */
  ofKey(key: string | null): Claims | undefined
  /** Claims of a session's access token or an API key; undefined when it is forged or has expired. */
  of(token: string): Claims | undefined
}

/** Reads the tokens that the backend with these secrets signs. */
export function readTokens({ jwt_secret, secret_key }: Secrets): Tokens {
  const keys = new Map<string | null, Claims>([
    [PUBLISHABLE_KEY, { role: 'anon' }],
    [secret_key, { role: 'service_role' }],
  ])
  const ofKey: Tokens['ofKey'] = (key) => keys.get(key)
  return {
    ofKey,
    of(token) {
      const [head, body, signature] = token.split('.')
      if (!head || !body || !signature) return ofKey(token)
      const expected = createHmac('sha256', jwt_secret).update(`${head}.${body}`).digest()
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const claims: Claims = JSON.parse(Buffer.from(body, 'base64url').toString())
      return isCurrent(claims) ? claims : undefined
    },
  }
}

/** False once the token has expired. */
export function isCurrent({ exp }: Claims): boolean {
  return exp === undefined || exp * 1000 > Date.now()
}
