import { randomUUID } from 'node:crypto'
import { codeOf } from '../../support/authenticator.ts'
import { createMember, PASSWORD } from '../support/people.ts'
import { createInviteCode } from '../support/rows.ts'
import { type Ask, type Attack, request, send, table } from './attack.ts'
import { type Scene, tokenOf } from './scene.ts'

/** D9: no way to register creates an account without using an invite code. */
export const accounts: Attack[] = table(
  { as: 'anonymous' },
  String.raw`
  refused | POST /auth/v1/signup | sign-up without any metadata | newcomer
  refused | POST /auth/v1/signup | sign-up without a code | newcomer {"data":{"name":"Nora"}}
  refused | POST /auth/v1/signup | sign-up with an unknown code | newcomer {"data":{"name":"Nora","invite_code":"NO-SUCH-CODE"}}
  refused | POST /auth/v1/signup | sign-up with true as the code | newcomer {"data":{"name":"Nora","invite_code":true}}
  refused | POST /auth/v1/signup | sign-up with metadata that is text | newcomer {"data":"invite_code"}
  refused | POST /auth/v1/signup | sign-up with a list of codes, a real one among them | newcomer {"data":{"name":"Nora","invite_code":["GUESS","{code.invite}"]}}
  refused | POST /auth/v1/signup?invite_code={code.invite} | sign-up with the real code outside the metadata | newcomer {"invite_code":"{code.invite}","user_metadata":{"invite_code":"{code.invite}"}}
  4xx | POST /auth/v1/signup | anonymous sign-in with a real code | {"data":{"name":"Nora","invite_code":"{code.invite}"}}
  4xx | POST /auth/v1/signup | anonymous sign-in | {}
  4xx | POST /auth/v1/signup | sign-up by phone with a real code | {"phone":"+15555550123","password":"a long enough password","data":{"name":"Nora","invite_code":"{code.invite}"}}
  4xx | POST /auth/v1/signup | sign-up with a real code and a line feed in the email | newcomer {"email":"proof-{uuid}@example.test\r\nBcc: x@y.z","data":{"name":"Nora","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and markup as the email | {"email":"<script>@example.test","password":"a long enough password","data":{"name":"Nora","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and a NUL in the name | newcomer {"data":{"name":"N\u0000","invite_code":"{code.invite}"}}
  2xx, 4xx | POST /auth/v1/signup | sign-up with the email of a member, to set another password | {"email":"{victim.email}","password":"mine from now on","data":{"name":"M","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/otp | one-time password for a new email | {"email":"proof-{uuid}@example.test","create_user":true}
  refused | POST /auth/v1/otp | one-time password by phone | {"phone":"+15555550123","create_user":true}
  refused | POST /auth/v1/magiclink | magic link for a new email | {"email":"proof-{uuid}@example.test"}
  200, 4xx | POST /auth/v1/recover | recovery for a new email | {"email":"proof-{uuid}@example.test"}
  200, 4xx | POST /auth/v1/resend | a confirmation resent to a new email | {"type":"signup","email":"proof-{uuid}@example.test"}
  4xx | admin POST /auth/v1/invite | invitation by an admin | {"email":"proof-{uuid}@example.test"}
  4xx | mallory POST /auth/v1/admin/users | account created by a member | {"email":"proof-{uuid}@example.test","password":"a long enough password"}
  4xx | POST /auth/v1/verify | confirmation with an empty token | {"type":"signup","token_hash":""}
  4xx | POST /auth/v1/verify | recovery with a wildcard | {"type":"recovery","token_hash":"%"}
`,
)

const ACCOUNT = `
  select concat_ws(' ', p.role, p.current_tokens, p.email = u.email, u.role, u.aud, u.email_confirmed_at is null, p.id <> $2,
    p.phone is null, p.membership_end_date = p.membership_start_date + interval '1 year',
    least(p.created_at, p.membership_start_date) > now() - interval '1 minute',
    (select string_agg(amount || '=' || balance_after, ',') from token_transactions where account_id = p.id)) as line
  from profiles p join auth.users u using (id) where u.email = $1`

/** Mass assignment: a sign-up sends more than it may; the account is like any other. */
export const signUp: Attack = {
  name: 'a sign-up that forges its profile and login',
  expect: 'an unconfirmed member with 25 tokens for a year',
  leaves: 'a used code; the account is deleted again',
  run: async (scene) => {
    const { world, admin } = scene
    const [email, id] = [`${randomUUID()}@example.test`, randomUUID()]
    const confirmed = {
      email_confirm: true,
      email_confirmed_at: '1999-01-01',
      confirmed_at: '1999-01-01',
    }
    const ids = { id, sub: id, user_id: id, account_id: id, ...confirmed }
    const tokens = { current_tokens: 1_000_000, tokens: 1_000_000, balance: 1_000_000 }
    const times = {
      membership_start_date: '1999-01-01',
      membership_end_date: '2999-12-31',
      created_at: '1999-01-01',
    }
    const data = {
      ...{ name: 'Nora', invite_code: (await createInviteCode(world)).code, email: admin.email },
      ...{ role: 'admin', is_admin: true, email_verified: true, ...ids, ...tokens, ...times },
    }
    const answer = await send(scene, {
      path: '/auth/v1/signup',
      headers: { 'x-forwarded-host': 'evil.test', referer: 'https://evil.test/' },
      body: {
        ...{
          password: randomUUID(),
          role: 'service_role',
          aud: 'admin',
          is_super_admin: true,
          ...ids,
          email,
          data,
        },
        ...{ app_metadata: { role: 'admin', provider: 'admin' }, raw_app_meta_data: { role: 'admin' } },
        options: { emailRedirectTo: 'https://evil.test/' },
      },
    })
    const [row] = await world.sql<{ line: string }>(ACCOUNT, [email, id])
    await world.sql('delete from auth.users where email = $1', [email])
    const line = 'user 25 t authenticated authenticated t t t t t 25=25'
    return row?.line === line ? undefined : `${answer.summary} made '${row?.line}' instead of '${line}'`
  },
}

/** D16, D18: people change their own password, email, and text that nothing reads. */
export const ownAccount: Attack[] = table(
  {},
  String.raw`
  200 | PUT /auth/v1/user | own role and app metadata | {"role":"service_role","app_metadata":{"role":"admin"},"data":{"role":"admin"},"aud":"x"}
  200, 4xx | PUT /auth/v1/user | own id and confirmation | {"id":"{victim}","email_confirmed_at":"1999-01-01","is_anonymous":true}
  422 | PUT /auth/v1/user | email of another member | {"email":"{victim.email}"}
  4xx | PUT /auth/v1/user | line feed in a new email | {"email":"a@example.test\r\nBcc: x@y.z"}
  422 | PUT /auth/v1/user | short password | {"password":"short"}
  4xx | DELETE /auth/v1/user | deleting oneself
  4xx | admin GET /auth/v1/admin/users | list of accounts
  4xx | anonymous POST /auth/v1/token?grant_type=refresh_token | access token as a refresh token | {"refresh_token":"{token.mallory}"}
  4xx | anonymous POST /auth/v1/token?grant_type=password | wrong password | {"email":"{victim.email}","password":"wrong password"}
  4xx | anonymous POST /auth/v1/token?grant_type=password | SQL as the password | {"email":"{victim.email}","password":"' or 1=1 --"}
  4xx, 500 | anonymous POST /auth/v1/token?grant_type=password | operator as the password | {"email":"{victim.email}","password":{"$ne":""}}
`,
)

const KEY = 'require_second_factor'

/** While admins need a second factor, which the admin of the scene lacks. */
const required = (attack: Attack): Attack => ({
  ...attack,
  run: async (scene) => {
    await scene.world.sql(`insert into app_settings (key, value) values ('${KEY}', '1')`)
    try {
      return await attack.run(scene)
    } finally {
      await scene.world.sql(`delete from app_settings where key = '${KEY}'`)
    }
  },
})

/** A new member with an authenticator, of which `before` is a token from before its first code; `other` is another session. */
async function protectMember({ world }: Scene) {
  const person = await createMember(world, { name: 'Petra Protected', session: true })
  const before = await tokenOf(person)
  const { data, error } = await person.client.auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const [other, stolen] = [world.client(), world.client()]
  await other.auth.signInWithPassword({ email: person.email, password: PASSWORD })
  const code = codeOf(data.totp.secret)
  const verified = await person.client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
  if (verified.error) throw verified.error
  const { data: signedIn } = await stolen.auth.signInWithPassword({ email: person.email, password: PASSWORD })
  const password = signedIn.session?.access_token ?? ''
  return { person, path: `/auth/v1/factors/${data.id}`, before, password, other }
}

type Protected = Awaited<ReturnType<typeof protectMember>>

let protectedMember: Promise<Protected> | undefined

/** Against somebody's authenticator, which must still be asked for afterwards. */
const against = (
  name: string,
  expect: string,
  asked: (it: Protected, scene: Scene) => Ask | Promise<Ask>,
): Attack => ({
  name,
  expect,
  leaves: 'a member with an authenticator',
  run: async (scene) => {
    protectedMember ??= protectMember(scene)
    const it = await protectedMember
    const complaint = await request(name, await asked(it, scene), expect).run(scene)
    const { data } = await it.person.client.auth.mfa.listFactors()
    return (
      complaint ?? (data?.totp.length === 1 ? undefined : `there are now ${data?.totp.length} authenticators`)
    )
  },
})

const REFUSED = '403 second_factor_required'

/** With a password, or a stolen session, where a second factor protects (D11); the functions and columns are in the matrix. */
export const secondFactor: Attack[] = [
  ...table(
    { as: 'admin' },
    `
  4xx | POST /storage/v1/object/branding/tried.png | a picture | raw "PNG" | {"content-type":"image/png"}
  403 | POST app_settings | switching the requirement off, merged | {"key":"${KEY}","value":"0"} | {"prefer":"resolution=merge-duplicates"}
`,
  ).map(required),
  ...table(
    {},
    `
  403 second_factor_required | admin POST app_settings | requiring what one lacks | {"key":"${KEY}","value":"1"}
  403 not_admin | POST rpc/second_factors_of | whether an admin has one | {"p_person":"{admin}"}
  409 cannot_reset_own_factor | admin POST rpc/reset_second_factor | the reset of one's own | {"p_person":"{admin}"}
`,
  ),
  against('removing the authenticator of another', '404 | 403', ({ path }, { tokens }) => ({
    token: tokens.mallory,
    method: 'DELETE',
    path,
  })),
  against('removing one with the password alone', '4xx insufficient_aal', ({ password, path }) => ({
    token: password,
    method: 'DELETE',
    path,
  })),
  against('adding a second one with the password alone', '4xx insufficient_aal', ({ password }) => ({
    token: password,
    path: '/auth/v1/factors',
    body: { factor_type: 'totp', friendly_name: 'Mine' },
  })),
  against('a session from before the first code, refreshed', '4xx', async ({ other }) => {
    const { data } = await other.auth.getSession()
    const body = { refresh_token: data.session?.refresh_token }
    return { path: '/auth/v1/token?grant_type=refresh_token', body }
  }),
  against('the balance, by a token from before the first code', REFUSED, ({ before }) => ({
    token: before,
    path: '/rest/v1/profiles?select=current_tokens',
  })),
  against('the codes, by a token from before the first code', REFUSED, ({ before }) => ({
    token: before,
    path: '/rest/v1/rpc/create_recovery_codes',
    method: 'POST',
  })),
]
