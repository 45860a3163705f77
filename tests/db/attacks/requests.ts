import { tokenFor } from '../support/people.ts'
import { type Attack, type Group, request, table } from './attack.ts'

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

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const forged = (name: string, token: string): Attack =>
  request(name, () => ({ token, path: '/rest/v1/profiles?select=name,email' }), '4xx')

/** Only what auth signed names a person (D11); more forgeries are actors of the matrix. */
export const tokens: Group = (s) => {
  const [, claims, signature] = tokenFor(s.victim.id, 600).split('.')
  const unsigned = `${encode({ alg: 'none', typ: 'JWT' })}.${claims}`
  return [
    forged('without a signature', `${unsigned}.`),
    forged('two parts', unsigned),
    forged(
      'signed by another',
      `${encode({ alg: 'HS256', typ: 'JWT' })}.${claims}.${signature?.split('').reverse().join('')}`,
    ),
    forged('signed with the publishable key', tokenFor(s.victim.id, 600, s.world.address.publishable_key)),
    forged('expired', tokenFor(s.victim.id, -1)),
    forged('for the owner of the database', tokenFor(s.victim.id, 600, undefined, { role: 'postgres' })),
    ...table(
      { as: 'anonymous' },
      `
  4xx | GET profiles | token as the key |  | {"apikey":"${s.tokens.mallory}"}
  200 [] | mallory GET profiles?id=neq.${s.mallory.id} | role in headers |  | {"role":"service_role","x-supabase-role":"service_role","x-client-info":"postgres"}
  4xx | mallory POST /realtime/v1/api/broadcast | a message to a topic of others, as a member | {"messages":[{"topic":"${s.victim.id}","event":"x","payload":{},"private":true}]}
`,
    ),
  ]
}
