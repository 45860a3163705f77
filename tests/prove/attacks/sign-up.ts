import { randomUUID } from 'node:crypto'
import { freshCode } from '../../db/support/rows.ts'
import type { Row } from '../../db/support/world.ts'
import { type Attack, first } from './attack.ts'
import type { Scene } from './scene.ts'
import { send } from './send.ts'
import { table } from './table.ts'

type Forgery = { data?: Row; body?: Row; headers?: Record<string, string> }

const HONEST = `
  select p.role || ' ' || p.current_tokens || ' ' || (p.email = u.email) || ' ' || u.role || ' ' || u.aud
    || ' ' || (u.email_confirmed_at is null) || ' ' || (p.id <> $2) || ' ' || (p.phone is null) || ' '
    || (p.membership_end_date = p.membership_start_date + interval '1 year') || ' '
    || (p.created_at > now() - interval '1 minute' and p.membership_start_date > now() - interval '1 minute') || ' '
    || (select string_agg(amount || '=' || balance_after, ',') from token_transactions where account_id = p.id) as line
  from profiles p join auth.users u using (id) where u.email = $1`

/** A sign-up with a real code that asks for more than it is worth; the account that comes of it is any newcomer's. */
function forged(name: string, forgery: (scene: Scene, wished: string) => Forgery): Attack {
  return {
    name,
    expect: 'an account like any other: a member with 25 tokens for a year, not confirmed',
    local: 'it would send a mail',
    leaves: 'nothing: the account is deleted again, and its code is used up',
    run: async (scene) => {
      const { fixture, sql } = scene
      const [invite_code, email, wished] = [freshCode(), `${randomUUID()}@example.test`, randomUUID()]
      await fixture.admin.client.from('invite_codes').insert({ code: invite_code }).throwOnError()
      const { data, body, headers } = forgery(scene, wished)
      const answer = await send(scene, {
        path: '/auth/v1/signup',
        headers,
        body: { email, password: randomUUID(), ...body, data: { name: 'Nora', invite_code, ...data } },
      })
      const [row] = (await sql?.<{ line: string }>(HONEST, [email, wished])) ?? []
      await sql?.('delete from auth.users where email = $1', [email])
      const line = 'user 25 true authenticated authenticated true true true true true 25=25'
      return row?.line === line ? undefined : `${answer.summary} made '${row?.line}' instead of '${line}'`
    },
  }
}

const metadata = (name: string, data: Row) => forged(`metadata: ${name}`, () => ({ data }))
const fields = (name: string, body: Row) => forged(`beside the metadata: ${name}`, () => ({ body }))

/** Mass assignment at sign-up: what else is sent changes nothing of what the account becomes. */
export const signUp: Attack[] = [
  metadata('role', { role: 'admin', is_admin: true, profile: { role: 'admin' } }),
  metadata('tokens', { current_tokens: 1_000_000, tokens: 1_000_000, balance: 1_000_000 }),
  metadata('membership and dates', {
    membership_start_date: '1999-01-01',
    membership_end_date: '2999-12-31',
    created_at: '1999-01-01',
  }),
  forged('metadata: id and email', ({ fixture }, wished) => ({
    data: { id: wished, sub: wished, user_id: wished, account_id: wished, email: fixture.admin.email },
  })),
  metadata('confirmed', { email_verified: true, email_confirmed_at: '1999-01-01', phone_verified: true }),
  fields('role and audience', { role: 'service_role', aud: 'admin', is_super_admin: true }),
  fields('confirmed', { email_confirm: true, email_confirmed_at: '1999-01-01', confirmed_at: '1999-01-01' }),
  fields('metadata of the app', {
    app_metadata: { role: 'admin', provider: 'admin' },
    raw_app_meta_data: { role: 'admin' },
  }),
  forged('beside the metadata: id', (_scene, wished) => ({ body: { id: wished, user_id: wished } })),
  forged('another address to lead to', () => ({
    headers: { 'x-forwarded-host': 'evil.test', referer: 'https://evil.test/' },
    body: { options: { emailRedirectTo: 'https://evil.test/' } },
  })),
]

/** D16, D18: what Auth lets people change of themselves is password, email, and text that nothing reads. */
export const ownAccount: Attack[] = [
  ...table(
    {},
    String.raw`
  200 | PUT /auth/v1/user | own role and app metadata | {"role":"service_role","app_metadata":{"role":"admin"},"data":{"role":"admin"},"aud":"x"}
  200, 4xx | PUT /auth/v1/user | own id and confirmation | {"id":"{victim}","email_confirmed_at":"1999-01-01","is_anonymous":true}
  422 | PUT /auth/v1/user | a member's email for one's own | {"email":"{victim.email}"}
  4xx | PUT /auth/v1/user | a line feed in a new email | {"email":"a@example.test\r\nBcc: x@y.z"}
  422 | PUT /auth/v1/user | a short password | {"password":"short"}
  4xx | anonymous PUT /auth/v1/user | the account of nobody | {"password":"xxxxxxxxxxxx"}
  4xx | DELETE /auth/v1/user | deleting oneself
  4xx | admin GET /auth/v1/admin/users | the list of accounts
  4xx | anonymous POST /auth/v1/token?grant_type=refresh_token | an access token for a refresh token | {"refresh_token":"{token.mallory}"}
`,
  ),
  {
    name: 'signing in without knowing the password',
    expect: '4xx for SQL, operators, lists and nothing at all',
    run: async (scene) => {
      const guesses = [`' or 1=1 --`, { $ne: '' }, ['a'], '', null, true, 'wrong password']
      return first(
        guesses.map((password) => async () => {
          const body = { email: scene.victim.email, password }
          const answer = await send(scene, { path: '/auth/v1/token?grant_type=password', body })
          return answer.body.includes('access_token') || answer.status < 400
            ? `${JSON.stringify(password)} answered ${answer.summary}`
            : undefined
        }),
      )
    },
  },
]
