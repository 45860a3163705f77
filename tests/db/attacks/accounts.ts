import { randomUUID } from 'node:crypto'
import { type Group, table } from './attack.ts'

/** D9: no way to register creates an account without using an invite code. */
export const accounts: Group = (s) =>
  table(
    { as: 'anonymous' },
    String.raw`
  refused | POST /auth/v1/signup | sign-up without a code | newcomer {"data":{"name":"Nora"}}
  refused | POST /auth/v1/signup | sign-up with an unknown code | newcomer {"data":{"name":"Nora","invite_code":"NO-SUCH-CODE"}}
  refused | POST /auth/v1/signup | sign-up with metadata that is text | newcomer {"data":"invite_code"}
  refused | POST /auth/v1/signup | sign-up with a list of codes, a real one among them | newcomer {"data":{"name":"Nora","invite_code":["GUESS","${s.codes.invite}"]}}
  refused | POST /auth/v1/signup?invite_code=${s.codes.invite} | sign-up with the real code outside the metadata | newcomer {"invite_code":"${s.codes.invite}","user_metadata":{"invite_code":"${s.codes.invite}"}}
  4xx | POST /auth/v1/signup | anonymous sign-in | {}
  4xx | POST /auth/v1/signup | sign-up by phone with a real code | {"phone":"+15555550123","password":"a long enough password","data":{"name":"Nora","invite_code":"${s.codes.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and markup as the email | {"email":"<script>@example.test","password":"a long enough password","data":{"name":"Nora","invite_code":"${s.codes.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and a NUL in the name | newcomer {"data":{"name":"N\u0000","invite_code":"${s.codes.invite}"}}
  2xx, 4xx | POST /auth/v1/signup | sign-up with the email of a member, to set another password | {"email":"${s.victim.email}","password":"mine from now on","data":{"name":"M","invite_code":"${s.codes.invite}"}}
  refused | POST /auth/v1/otp | one-time password for a new email | {"email":"proof-${randomUUID()}@example.test","create_user":true}
  refused | POST /auth/v1/magiclink | magic link for a new email | {"email":"proof-${randomUUID()}@example.test"}
  4xx | admin POST /auth/v1/invite | invitation by an admin | {"email":"proof-${randomUUID()}@example.test"}
  4xx | mallory POST /auth/v1/admin/users | account created by a member | {"email":"proof-${randomUUID()}@example.test","password":"a long enough password"}
`,
  )

/** D16, D18: people change their own password, email, and text that nothing reads. */
export const ownAccount: Group = (s) =>
  table(
    {},
    `
  200 | PUT /auth/v1/user | own role and app metadata | {"role":"service_role","app_metadata":{"role":"admin"},"data":{"role":"admin"},"aud":"x"}
  200, 4xx | PUT /auth/v1/user | own id and confirmation | {"id":"${s.victim.id}","email_confirmed_at":"1999-01-01","is_anonymous":true}
  422 | PUT /auth/v1/user | email of another member | {"email":"${s.victim.email}"}
  422 | PUT /auth/v1/user | short password | {"password":"short"}
  4xx | DELETE /auth/v1/user | deleting oneself
  4xx | admin GET /auth/v1/admin/users | list of accounts
  4xx | anonymous POST /auth/v1/token?grant_type=refresh_token | access token as a refresh token | {"refresh_token":"${s.tokens.mallory}"}
  4xx | anonymous POST /auth/v1/token?grant_type=password | wrong password | {"email":"${s.victim.email}","password":"wrong password"}
`,
  )
