import { createHmac } from 'node:crypto'
import { tokenFor } from '../support/people.ts'
import { type Attack, request } from './attack.ts'
import type { Scene } from './scene.ts'
import { table } from './table.ts'

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The victim's token made without the secret. */
function unsigned({ victim }: Scene, header: object): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: victim.id, role: 'authenticated', aud: 'authenticated', iat: now, exp: now + 600 }
  return `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`
}

const forged = (name: string, make: (scene: Scene) => string): Attack =>
  request(name, (scene) => ({ token: make(scene), path: '/rest/v1/profiles?select=name,email' }), '401')

const signed = (name: string, secret: string | ((scene: Scene) => string), header = {}, hash = 'sha256') =>
  forged(name, (scene) => {
    const body = unsigned(scene, header)
    const key = typeof secret === 'string' ? secret : secret(scene)
    return `${body}.${createHmac(hash, key).update(body).digest('base64url')}`
  })

/** Only what auth signed names a person (D11); more forgeries are actors of the matrix. */
export const tokens: Attack[] = [
  ...['none', 'None', 'nOnE', '', 'HS256'].map((alg) =>
    forged(`algorithm '${alg}' without a signature`, (scene) => `${unsigned(scene, { alg })}.`),
  ),
  forged('two parts', (scene) => unsigned(scene, {})),
  forged('garbage', () => 'a.b.c'),
  forged('signature with one character changed', ({ tokens: { mallory } }) => {
    const at = mallory.length - 10
    return mallory.slice(0, at) + (mallory[at] === 'A' ? 'B' : 'A') + mallory.slice(at + 1)
  }),
  signed('signed with nothing', ''),
  signed('signed with the publishable key', ({ fixture }) => fixture.publishable_key),
  signed('signed with the secret of examples', 'super-secret-jwt-token-with-at-least-32-characters-long'),
  signed('key in the header', 'secret', { jwk: { kty: 'oct', k: encode('secret') } }),
  signed('file as the key', '', { kid: '../../../../dev/null' }),
  signed('URL of the key', 'secret', { jku: 'https://evil.test/jwks.json', kid: 'x' }),
  signed('another algorithm', 'secret', { alg: 'RS256' }),
  signed('a longer algorithm', 'secret', { alg: 'HS512' }, 'sha512'),
  ...[
    ['expired', { exp: 1 }],
    ['for a role that does not exist', { role: 'superuser' }],
    ['for the owner of the database', { role: 'postgres' }],
    ['for the role of the REST layer', { role: 'authenticator' }],
    ['for nobody', { sub: 'nobody' }],
  ].map(([name, claims]) =>
    request(
      `signed, and ${name}`,
      ({ victim }) => ({
        token: tokenFor(victim.id, 600, undefined, Object(claims)),
        path: '/rest/v1/profiles?select=name,email',
      }),
      '4xx',
    ),
  ),
  forged('publishable key', ({ fixture }) => fixture.publishable_key),
  ...table(
    { as: 'anonymous' },
    `
  4xx | GET profiles | token as the key |  | {"apikey":"{token.mallory}"}
  4xx | GET profiles | forged key for the service |  | {"apikey":"eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.{victim}"}
  4xx | GET profiles | guessed secret key |  | {"apikey":"sb_secret_guess"}
  4xx | GET profiles | no key |  | {"apikey":""}
  4xx | GET profiles | database password |  | {"authorization":"Basic cG9zdGdyZXM6cG9zdGdyZXM="}
  4xx | GET profiles | two tokens |  | {"authorization":"Bearer {token.mallory}, Bearer {token.admin}"}
  4xx | GET profiles | token as a cookie |  | {"cookie":"sb-access-token={token.admin}"}
  200 [] | mallory GET profiles?id=neq.{mallory} | role in headers |  | {"role":"service_role","x-supabase-role":"service_role","x-client-info":"postgres"}
`,
  ),
]
