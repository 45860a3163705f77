import { createHmac } from 'node:crypto'
import { tokenFor } from '../support/people.ts'
import { type Attack, type Group, request, table } from './attack.ts'
import type { Scene } from './scene.ts'

/** Ways around the RLS policies, which the matrix tests: embedding, filters, sorting, counts, formats and SQL. */
export const reading: Group = (s) =>
  table(
    {},
    `
  200 [] | GET orders?or=(user_id.eq.${s.victim.id},user_id.is.null,id.is.null) | filter with or
  4xx | GET benefits?select=id,orders(id,user_id,customer_email)&id=eq.${s.benefit.id}&orders.user_id=not.is.null&orders.limit=50 | buyers of a benefit
  200 | GET invite_codes | invite codes as CSV |  | {"accept":"text/csv"}
  4xx | GET profiles | query plan |  | {"accept":"application/vnd.pgrst.plan+json; options=analyze|verbose|buffers"}
  4xx, 200 1 rows | GET profiles?select=current_tokens.sum(),count() | sums over all profiles
  4xx | GET profiles?order=(select%20encrypted_password%20from%20auth.users%20limit%201) | SQL in a sort
  200 [] | GET profiles?name=eq.'%20or%20true-- | SQL in a filter
  200 [], 416 | GET profiles?id=neq.${s.mallory.id} | rows by a range |  | {"range-unit":"items","range":"0-999999"}
  4xx, 200 [] | GET profiles?select=email::json&id=eq.${s.victim.id} | a cast that fails
  4xx, 200 [] | GET orders?select=id,customer!inner(email)&customer.email=eq.${s.victim.email} | orders by an embedded email
  403 estimate_forbidden | GET profiles?id=neq.${s.mallory.id} | an estimated number of members |  | {"prefer":"count=estimated"}
  200 count 0 | HEAD profiles?email=eq.${s.victim.email}&select=id | number of members with an email |  | {"prefer":"count=exact"}
`,
  )

/** Only `public` is exposed (C14); its functions, and the names in `private`, `auth` and `storage`, are in the matrix. */
export const schemas: Group = () =>
  table(
    {},
    `
  406 PGRST106 | GET pg_stat_statements | schema extensions |  | {"accept-profile":"extensions"}
  406 PGRST106 | DELETE attempts | deleting counted guesses |  | {"content-profile":"private"}
  404 | GET auth.users | table by its qualified name
  4xx, 200 | POST /graphql/v1 | GraphQL | {"query":"{ profilesCollection { edges { node { email } } } }"}
  404 | anonymous POST rpc/pg_sleep | pg_sleep() | {"seconds":5}
`,
  )

/** What is not a valid request is refused as one, without a crash or a write. */
export const malformed: Group = () =>
  table(
    {},
    String.raw`
  4xx | POST orders | lists a hundred thousand deep | raw "${'['.repeat(100_000)}${']'.repeat(100_000)}"
  4xx | POST orders | two megabytes | raw "{\"redemption_email\":\"${'x'.repeat(2_000_000)}\"}"
  4xx, 200 null | POST rpc/redeem_code | half a surrogate pair | raw "{\"p_code\":\"\\ud800\"}"
  4xx | POST /auth/v1/signup | sign-up that stops | raw "{\"email\":"
  4xx | GET profiles?name=eq.${'x'.repeat(60_000)} | URL of sixty thousand characters
`,
  )

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The victim's token made without the secret. */
function unsigned({ victim }: Scene, header: object): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: victim.id, role: 'authenticated', aud: 'authenticated', iat: now, exp: now + 600 }
  return `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`
}

const forged = (name: string, make: (scene: Scene) => string): Attack =>
  request(name, (scene) => ({ token: make(scene), path: '/rest/v1/profiles?select=name,email' }), '401')

const signed = (name: string, secret: string | ((scene: Scene) => string), header = {}) =>
  forged(name, (scene) => {
    const body = unsigned(scene, header)
    const key = typeof secret === 'string' ? secret : secret(scene)
    return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
  })

/** Only what auth signed names a person (D11); more forgeries are actors of the matrix. */
export const tokens: Group = (s) => [
  ...['none', 'HS256'].map((alg) =>
    forged(`algorithm '${alg}' without a signature`, (scene) => `${unsigned(scene, { alg })}.`),
  ),
  forged('two parts', (scene) => unsigned(scene, {})),
  forged('signature with one character changed', ({ tokens: { mallory } }) => {
    const at = mallory.length - 10
    return mallory.slice(0, at) + (mallory[at] === 'A' ? 'B' : 'A') + mallory.slice(at + 1)
  }),
  signed('signed with nothing', ''),
  signed('signed with the publishable key', ({ world }) => world.address.publishable_key),
  signed('key in the header', 'secret', { jwk: { kty: 'oct', k: encode('secret') } }),
  signed('another algorithm', 'secret', { alg: 'RS256' }),
  ...[
    ['expired', { exp: 1 }],
    ['for a role that does not exist', { role: 'superuser' }],
    ['for the owner of the database', { role: 'postgres' }],
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
  ...table(
    { as: 'anonymous' },
    `
  4xx | GET profiles | token as the key |  | {"apikey":"${s.tokens.mallory}"}
  4xx | GET profiles | forged key for the service |  | {"apikey":"eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.${s.victim.id}"}
  200 [] | mallory GET profiles?id=neq.${s.mallory.id} | role in headers |  | {"role":"service_role","x-supabase-role":"service_role","x-client-info":"postgres"}
`,
  ),
]

/** Methods and redirects; no response may name evil.test. */
export const http: Group = (s) =>
  table(
    { as: 'anonymous' },
    `
  200 [] | mallory GET profiles?id=neq.${s.mallory.id} | method override |  | {"x-http-method-override":"DELETE"}
  405 25006, 400 25006, 405 | mallory GET rpc/redeem_code?p_code=${s.codes.token} | write by GET
  2xx, 3xx, 4xx | GET /auth/v1/verify?token=x&type=recovery&redirect_to=https%3A%2F%2Fevil.test%2F | recovery that redirects elsewhere
  4xx | mallory POST /realtime/v1/api/broadcast | a message to a topic of others, as a member | {"messages":[{"topic":"${s.victim.id}","event":"x","payload":{},"private":true}]}
  2xx, 3xx, 4xx | POST /auth/v1/otp?redirect_to=https%3A%2F%2Fevil.test%2F | a link that redirects elsewhere | {"email":"${s.mallory.email}","create_user":false}
`,
  )
