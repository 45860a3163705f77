import { randomUUID } from 'node:crypto'
import { freshCode } from '../support/rows.ts'
import type { Row } from '../support/world.ts'
import type { Attack } from './attack.ts'
import type { Scene } from './scene.ts'
import { send } from './send.ts'
import { table } from './table.ts'

type Forgery = { data?: Row; body?: Row; headers?: Record<string, string> }

const ACCOUNT = `
  select concat_ws(' ', p.role, p.current_tokens, p.email = u.email, u.role, u.aud, u.email_confirmed_at is null, p.id <> $2,
    p.phone is null, p.membership_end_date = p.membership_start_date + interval '1 year',
    least(p.created_at, p.membership_start_date) > now() - interval '1 minute',
    (select string_agg(amount || '=' || balance_after, ',') from token_transactions where account_id = p.id)) as line
  from profiles p join auth.users u using (id) where u.email = $1`

/** A sign-up that sends more than it may; the account is like any other. */
const forged = (name: string, forgery: (scene: Scene, id: string) => Forgery): Attack => ({
  name,
  expect: 'an unconfirmed member with 25 tokens for a year',
  leaves: 'a used code; the account is deleted again',
  run: async (scene) => {
    const { fixture, sql } = scene
    const [invite_code, email, id] = [freshCode(), `${randomUUID()}@example.test`, randomUUID()]
    await fixture.admin.client.from('invite_codes').insert({ code: invite_code }).throwOnError()
    const { data, body, headers } = forgery(scene, id)
    const answer = await send(scene, {
      path: '/auth/v1/signup',
      headers,
      body: { email, password: randomUUID(), ...body, data: { name: 'Nora', invite_code, ...data } },
    })
    const [row] = (await sql<{ line: string }>(ACCOUNT, [email, id])) ?? []
    await sql('delete from auth.users where email = $1', [email])
    const line = 'user 25 t authenticated authenticated t t t t t 25=25'
    return row?.line === line ? undefined : `${answer.summary} made '${row?.line}' instead of '${line}'`
  },
})

const confirmed = { email_confirm: true, email_confirmed_at: '1999-01-01', confirmed_at: '1999-01-01' }

/** Mass assignment at sign-up. */
export const signUp: Attack[] = [
  forged('profile in the metadata', () => ({
    data: {
      ...{ role: 'admin', is_admin: true, current_tokens: 1_000_000, tokens: 1_000_000, balance: 1_000_000 },
      ...{ membership_start_date: '1999-01-01', membership_end_date: '2999-12-31', created_at: '1999-01-01' },
    },
  })),
  forged('login in the metadata', ({ fixture }, id) => ({
    data: {
      id,
      sub: id,
      user_id: id,
      account_id: id,
      email: fixture.admin.email,
      email_verified: true,
      ...confirmed,
    },
  })),
  forged('login beside the metadata', (_scene, id) => ({
    headers: { 'x-forwarded-host': 'evil.test', referer: 'https://evil.test/' },
    body: {
      ...{ id, user_id: id, role: 'service_role', aud: 'admin', is_super_admin: true, ...confirmed },
      ...{ app_metadata: { role: 'admin', provider: 'admin' }, raw_app_meta_data: { role: 'admin' } },
      options: { emailRedirectTo: 'https://evil.test/' },
    },
  })),
]

/** D16, D18: people change their own password, email, and text that nothing reads. */
export const ownAccount: Attack[] = table(
  {},
  String.raw`
  200 | PUT /auth/v1/user | own role and app metadata | {"role":"service_role","app_metadata":{"role":"admin"},"data":{"role":"admin"},"aud":"x"}
  200, 4xx | PUT /auth/v1/user | own id and confirmation | {"id":"{victim}","email_confirmed_at":"1999-01-01","is_anonymous":true}
  422 | PUT /auth/v1/user | email of another member | {"email":"{victim.email}"}
  4xx | PUT /auth/v1/user | line feed in a new email | {"email":"a@example.test\r\nBcc: x@y.z"}
  422 | PUT /auth/v1/user | short password | {"password":"short"}
  4xx | anonymous PUT /auth/v1/user | account of nobody | {"password":"xxxxxxxxxxxx"}
  4xx | DELETE /auth/v1/user | deleting oneself
  4xx | admin GET /auth/v1/admin/users | list of accounts
  4xx | anonymous POST /auth/v1/token?grant_type=refresh_token | access token as a refresh token | {"refresh_token":"{token.mallory}"}
  4xx | anonymous POST /auth/v1/token?grant_type=password | wrong password | {"email":"{victim.email}","password":"wrong password"}
  4xx | anonymous POST /auth/v1/token?grant_type=password | SQL as the password | {"email":"{victim.email}","password":"' or 1=1 --"}
  4xx, 500 | anonymous POST /auth/v1/token?grant_type=password | operator as the password | {"email":"{victim.email}","password":{"$ne":""}}
  4xx, 500 | anonymous POST /auth/v1/token?grant_type=password | list as the password | {"email":"{victim.email}","password":["a"]}
  4xx | anonymous POST /auth/v1/token?grant_type=password | empty password | {"email":"{victim.email}","password":""}
  4xx | anonymous POST /auth/v1/token?grant_type=password | null as the password | {"email":"{victim.email}","password":null}
  4xx, 500 | anonymous POST /auth/v1/token?grant_type=password | true as the password | {"email":"{victim.email}","password":true}
`,
)
