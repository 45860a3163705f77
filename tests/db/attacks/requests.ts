import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { tokenFor } from '../support/people.ts'
import { type Ask, type Attack, request, send, table } from './attack.ts'
import type { Scene } from './scene.ts'

/** Ways around the RLS policies, which the matrix tests: embedding, filters, sorting, counts, formats and SQL. */
export const reading: Attack[] = table(
  {},
  `
  200 [] | GET orders?or=(user_id.eq.{victim},user_id.is.null,id.is.null) | filter with or
  200 [] | GET profiles?not.and=(id.eq.{mallory},id.eq.{mallory}) | negated filter
  4xx | GET benefits?select=id,orders(id,user_id,customer_email)&id=eq.{benefit}&orders.user_id=not.is.null&orders.limit=50 | buyers of a benefit
  4xx | GET benefits?select=id,orders(id)&order=orders(customer_email).desc | benefits sorted by buyer
  200 [] | GET invite_codes?code=match.^C | invite codes by a regular expression
  200 | GET invite_codes | invite codes as CSV |  | {"accept":"text/csv"}
  4xx | GET profiles | query plan |  | {"accept":"application/vnd.pgrst.plan+json; options=analyze|verbose|buffers"}
  4xx, 200 1 rows | GET profiles?select=current_tokens.sum(),count() | sums over all profiles
  4xx | GET /rest/v1/ | description of the API
  200 [] | GET profiles?select=email::text&email=eq.{victim.email} | cast
  4xx | GET profiles?select=id::text)%20from%20auth.users-- | SQL in a cast
  4xx | GET profiles?select=id%22%20from%20auth.users-- | SQL in a column
  4xx | GET profiles?order=(select%20encrypted_password%20from%20auth.users%20limit%201) | SQL in a sort
  200 [] | GET profiles?name=eq.'%20or%20true-- | SQL in a filter
  4xx | GET profiles?id%22%3D%22id%22--=eq.1 | SQL in a column name
  200 [], 4xx | GET benefits?name=match.(x+x+)+y | regular expression with catastrophic backtracking
  200 [], 416 | GET profiles?id=neq.{mallory} | rows by a range |  | {"range-unit":"items","range":"0-999999"}
  200 [], 4xx | GET profiles?id=neq.{mallory} | a range in bytes |  | {"range":"bytes=0-999999"}
  4xx, 200 [] | GET profiles?select=email::json&id=eq.{victim} | a cast that fails
  4xx, 200 [] | GET orders?select=id,customer!inner(email)&customer.email=eq.{victim.email} | orders by an embedded email
  4xx, 200 count 0 | GET profiles?id=neq.{mallory} | an estimated number of members |  | {"prefer":"count=estimated"}
  4xx | GET profiles | one object of many |  | {"accept":"application/vnd.pgrst.object+json;nulls=stripped","prefer":"count=planned"}
  200 count 0 | GET profiles?id=neq.{mallory} | number of members |  | {"prefer":"count=exact"}
  200 count 0 | HEAD profiles?email=eq.{victim.email}&select=id | number of members with an email |  | {"prefer":"count=exact"}
`,
)

/** Only `public` is exposed (C14); its functions, and the names in `private`, `auth` and `storage`, are in the matrix. */
export const schemas: Attack[] = table(
  {},
  `
  406 PGRST106 | GET pg_stat_statements | schema extensions |  | {"accept-profile":"extensions"}
  406 PGRST106 | GET pg_roles | schema pg_catalog |  | {"accept-profile":"pg_catalog"}
  406 PGRST106 | DELETE attempts | deleting counted guesses |  | {"content-profile":"private"}
  404 | GET auth.users | table by its qualified name
  404 | POST rpc/private.is_admin | function by its qualified name | {}
  4xx, 200 | POST /graphql/v1 | GraphQL | {"query":"{ profilesCollection { edges { node { email } } } }"}
  404 | POST rpc/set_config | set_config() | {}
  404 | anonymous POST rpc/pg_sleep | pg_sleep() | {"seconds":5}
`,
)

const bytes = (name: string, body: number[] | Buffer, headers = {}): Attack =>
  request(name, { as: 'mallory', path: '/rest/v1/orders', raw: new Uint8Array(body), headers }, '4xx')

/** What is not a valid request is refused as one, without a crash or a write. */
export const malformed: Attack[] = [
  ...table(
    {},
    String.raw`
  400 | POST orders | JSON that stops | raw "{\"id\":"
  201 | POST orders | empty list | raw "[]"
  400 | POST orders | list of a list | raw "[[]]"
  4xx | POST orders | lists a hundred thousand deep | raw "{[*100000}{]*100000}"
  4xx | POST orders | column name of one megabyte | raw "{\"{x*1000000}\":1}"
  4xx | POST orders | two megabytes | raw "{\"redemption_email\":\"{x*2000000}\"}"
  4xx, 200 null | POST rpc/redeem_code | half a surrogate pair | raw "{\"p_code\":\"\\ud800\"}"
  4xx | POST /auth/v1/signup | sign-up that stops | raw "{\"email\":"
  4xx | POST /auth/v1/signup | sign-up as a list | []
  4xx | GET profiles?or=({and(*2000}name.eq.x{)*2000}) | filter two thousand deep
  4xx | GET profiles?name=eq.{x*60000} | URL of sixty thousand characters
  4xx | GET profiles?or=({name.eq.x,*3000}name.eq.x) | three thousand alternatives
  4xx, 200 [] | GET profiles?name=eq.%ff%zz | invalid URL encoding
  4xx | GET profiles?name=eq.%00 | NUL in a filter
  4xx, 200 [] | GET profiles?id=neq.{mallory}&limit={9*40} | limit out of range
`,
  ),
  bytes('invalid UTF-8', [0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  bytes('gzip', gzipSync('{"id":"X"}'), { 'content-encoding': 'gzip' }),
]

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
  ...['none', 'nOnE', 'HS256'].map((alg) =>
    forged(`algorithm '${alg}' without a signature`, (scene) => `${unsigned(scene, { alg })}.`),
  ),
  forged('two parts', (scene) => unsigned(scene, {})),
  forged('garbage', () => 'a.b.c'),
  forged('signature with one character changed', ({ tokens: { mallory } }) => {
    const at = mallory.length - 10
    return mallory.slice(0, at) + (mallory[at] === 'A' ? 'B' : 'A') + mallory.slice(at + 1)
  }),
  signed('signed with nothing', ''),
  signed('signed with the publishable key', ({ world }) => world.address.publishable_key),
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
  forged('publishable key', ({ world }) => world.address.publishable_key),
  ...table(
    { as: 'anonymous' },
    `
  4xx | GET profiles | token as the key |  | {"apikey":"{token.mallory}"}
  4xx | GET profiles | forged key for the service |  | {"apikey":"eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.{victim}"}
  4xx | GET profiles | guessed secret key |  | {"apikey":"sb_secret_guess"}
  4xx | GET profiles | two tokens |  | {"authorization":"Bearer {token.mallory}, Bearer {token.admin}"}
  4xx | GET profiles | token as a cookie |  | {"cookie":"sb-access-token={token.admin}"}
  200 [] | mallory GET profiles?id=neq.{mallory} | role in headers |  | {"role":"service_role","x-supabase-role":"service_role","x-client-info":"postgres"}
`,
  ),
]

const evil: Ask['headers'] = {
  'x-forwarded-host': 'evil.test',
  'x-forwarded-proto': 'https',
  referer: 'https://evil.test/',
}

/** Methods and redirects; no response may name evil.test. */
export const http: Attack[] = [
  ...table(
    { as: 'anonymous' },
    `
  200 [] | mallory GET profiles?id=neq.{mallory} | method override |  | {"x-http-method-override":"DELETE"}
  405 25006, 400 25006, 405 | mallory GET rpc/redeem_code?p_code={code.token} | write by GET
  2xx, 3xx, 4xx | GET /auth/v1/verify?token=x&type=signup&redirect_to={evil} | confirmation that redirects elsewhere
  2xx, 3xx, 4xx | GET /auth/v1/verify?token=x&type=recovery&redirect_to={evil} | recovery that redirects elsewhere
  2xx, 3xx, 4xx | GET /auth/v1/authorize?provider=google&redirect_to={evil} | sign-in that redirects elsewhere
  4xx | POST /realtime/v1/api/broadcast | a message to a topic of others | {"messages":[{"topic":"realtime:orders:{victim}","event":"INSERT","payload":{}}]}
  4xx | mallory POST /realtime/v1/api/broadcast | a message to a topic of others, as a member | {"messages":[{"topic":"{victim}","event":"x","payload":{},"private":true}]}
  4xx | GET /realtime/v1/websocket?vsn=1.0.0 | a live channel without an upgrade
  2xx, 3xx, 4xx | POST /auth/v1/otp?redirect_to={evil} | a link that redirects elsewhere | {"email":"{mallory.email}","create_user":false}
  2xx, 3xx, 4xx | GET /auth/v1/callback?code=x&state=y&redirect_to={evil} | callback that redirects elsewhere
`,
  ),
  request(
    'email of a recovery that redirects elsewhere',
    ({ victim }) => ({
      path: `/auth/v1/recover?redirect_to=${encodeURIComponent('https://evil.test/')}`,
      headers: evil,
      body: { email: victim.email },
    }),
    '2xx',
    {
      leaves: 'one email',
      besides: async (_answer, scene) => {
        const { body } = await send(scene, { path: '/inbox/messages.json' })
        const emails: { to: string; text: string; html: string }[] = JSON.parse(body)
        const email = emails.find(({ to }) => to === scene.victim.email)
        if (!email) return 'no email was sent'
        return `${email.text}${email.html}`.includes('evil.test') ? email.text : undefined
      },
    },
  ),
]
