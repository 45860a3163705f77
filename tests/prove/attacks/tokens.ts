import { createHmac } from 'node:crypto'
import type { Row } from '../../db/support/world.ts'
import { type Attack, request } from './attack.ts'
import type { Scene } from './scene.ts'

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const hs256 = { alg: 'HS256', typ: 'JWT' }

/** A token as whoever holds `secret` would sign it. */
function sign(head: Row, claims: Row, secret: string, algorithm = 'sha256'): string {
  const body = `${encode(head)}.${encode(claims)}`
  return `${body}.${createHmac(algorithm, secret).update(body).digest('base64url')}`
}

const claimsOf = ({ victim }: Scene, changes: Row = {}): Row => {
  const now = Math.floor(Date.now() / 1000)
  return { sub: victim.id, role: 'authenticated', aud: 'authenticated', iat: now, exp: now + 600, ...changes }
}

const forged = (name: string, make: (scene: Scene) => string): Attack =>
  request(
    `a token ${name}`,
    (scene) => ({ token: make(scene), path: '/rest/v1/profiles?select=name,email' }),
    '401',
  )
const signed = (name: string, head: Row, secret: (scene: Scene) => string, changes: Row = {}): Attack =>
  forged(name, (scene) => sign({ ...hs256, ...head }, claimsOf(scene, changes), secret(scene)))

const asHeader = (name: string, headers: (scene: Scene) => Record<string, string>): Attack =>
  request(name, (scene) => ({ path: '/rest/v1/profiles', headers: headers(scene) }), '4xx')

/** Only what auth signed says who somebody is, and it never says more than that (D11). */
export const tokens: Attack[] = [
  ...['none', 'None', 'nOnE', ''].map((alg) =>
    forged(
      `that needs no signature ('${alg}')`,
      (scene) => `${encode({ alg, typ: 'JWT' })}.${encode(claimsOf(scene))}.`,
    ),
  ),
  forged('without its signature', (scene) => `${encode(hs256)}.${encode(claimsOf(scene))}.`),
  forged('of two parts', (scene) => `${encode(hs256)}.${encode(claimsOf(scene))}`),
  forged('of garbage', () => 'a.b.c'),
  forged("with Mallory's signature and another one's name", (scene) => {
    const [head, , signature] = scene.tokens.mallory.split('.')
    return `${head}.${encode(claimsOf(scene))}.${signature}`
  }),
  forged('with one letter of its signature changed', ({ tokens: { mallory } }) => {
    const at = mallory.length - 10
    return mallory.slice(0, at) + (mallory[at] === 'A' ? 'B' : 'A') + mallory.slice(at + 1)
  }),
  signed('signed with a guess', {}, () => 'secret'),
  signed('signed with nothing', {}, () => ''),
  signed('signed with the publishable key', {}, ({ fixture }) => fixture.publishable_key),
  signed(
    'signed with the secret that examples use',
    {},
    () => 'super-secret-jwt-token-with-at-least-32-characters-long',
  ),
  signed('with a key beside it', { jwk: { kty: 'oct', k: encode('secret') } }, () => 'secret'),
  signed('with a file for a key', { kid: '../../../../dev/null' }, () => ''),
  signed('with an address for a key', { jku: 'https://evil.test/jwks.json', kid: 'x' }, () => 'secret'),
  signed('of another algorithm', { alg: 'RS256' }, () => 'secret'),
  forged('of a longer algorithm', (scene) =>
    sign({ ...hs256, alg: 'HS512' }, claimsOf(scene), 'secret', 'sha512'),
  ),
  signed('for the service', {}, () => 'secret', { role: 'service_role' }),
  signed('for the owner of the database', {}, () => 'secret', { role: 'postgres' }),
  signed('that never ends', {}, () => 'secret', { exp: 99999999999 }),
  forged('that is the publishable key', ({ fixture }) => fixture.publishable_key),
  asHeader("a member's token for a key", ({ tokens: { mallory } }) => ({ apikey: mallory })),
  asHeader('a forged key for the service', (scene) => ({
    apikey: sign(hs256, { role: 'service_role' }, scene.victim.id),
  })),
  asHeader('a guessed secret key', () => ({ apikey: 'sb_secret_guess' })),
  asHeader('no key', () => ({ apikey: '' })),
  asHeader('a password of the database', () => ({ authorization: 'Basic cG9zdGdyZXM6cG9zdGdyZXM=' })),
  asHeader('two tokens', ({ tokens: { mallory, admin } }) => ({
    authorization: `Bearer ${mallory}, Bearer ${admin}`,
  })),
  asHeader("an admin's token as a cookie", ({ tokens: { admin } }) => ({
    cookie: `sb-access-token=${admin}`,
  })),
  request(
    'a role asked for by headers',
    ({ mallory }) => ({
      as: 'mallory',
      path: `/rest/v1/profiles?id=neq.${mallory.id}`,
      headers: { role: 'service_role', 'x-supabase-role': 'service_role', 'x-client-info': 'postgres' },
    }),
    '200 []',
  ),
]
