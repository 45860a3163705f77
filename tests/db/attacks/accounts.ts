import { type Attack, table } from './attack.ts'

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
