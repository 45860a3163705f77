import type { Attack } from './attack.ts'
import { table } from './table.ts'

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
  refused | POST /auth/v1/signup | sign-up with a code that is used already | newcomer {"data":{"name":"Nora","invite_code":"{admin}"}}
  4xx | POST /auth/v1/signup | anonymous sign-in with a real code | {"data":{"name":"Nora","invite_code":"{code.invite}"}}
  4xx | POST /auth/v1/signup | anonymous sign-in | {}
  4xx | POST /auth/v1/signup | sign-up by phone with a real code | {"phone":"+15555550123","password":"a long enough password","data":{"name":"Nora","invite_code":"{code.invite}"}}
  4xx | POST /auth/v1/signup | sign-up with a real code and a line feed in the email | newcomer {"email":"proof-{uuid}@example.test\r\nBcc: x@y.z","data":{"name":"Nora","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and markup as the email | {"email":"<script>@example.test","password":"a long enough password","data":{"name":"Nora","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and a Cyrillic letter in the email | newcomer {"email":"\u0430dproof-{uuid}@example.test","data":{"name":"Nora","phone":"1","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and a text direction control in the name | newcomer {"data":{"name":"Nora\u202e","phone":"1","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and a name of two megabytes | newcomer {"data":{"name":"{N*2000000}","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and a NUL in the name | newcomer {"data":{"name":"N\u0000","invite_code":"{code.invite}"}}
  2xx, 4xx | POST /auth/v1/signup | sign-up with the email of a member, to set another password | {"email":"{victim.email}","password":"mine from now on","data":{"name":"M","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/otp | one-time password for a new email | {"email":"proof-{uuid}@example.test","create_user":true}
  refused | POST /auth/v1/otp | one-time password with an unknown code | {"email":"proof-{uuid}@example.test","data":{"name":"Nora","invite_code":"NO-SUCH-CODE"}}
  refused | POST /auth/v1/otp | one-time password by phone | {"phone":"+15555550123","create_user":true}
  refused | POST /auth/v1/magiclink | magic link for a new email | {"email":"proof-{uuid}@example.test"}
  200, 4xx | POST /auth/v1/recover | recovery for a new email | {"email":"proof-{uuid}@example.test"}
  200, 4xx | POST /auth/v1/resend | a confirmation resent to a new email | {"type":"signup","email":"proof-{uuid}@example.test"}
  4xx | POST /auth/v1/token?grant_type=id_token | identity token | {"provider":"google","id_token":"a.b.c"}
  4xx | POST /auth/v1/token?grant_type=pkce | PKCE code | {"auth_code":"x","code_verifier":"y"}
  4xx | POST /auth/v1/token?grant_type=client_credentials | client credentials | {}
  4xx | POST /auth/v1/sso | single sign-on | {"domain":"example.test"}
  4xx | admin POST /auth/v1/invite | invitation by an admin | {"email":"proof-{uuid}@example.test"}
  4xx | mallory POST /auth/v1/admin/users | account created by a member | {"email":"proof-{uuid}@example.test","password":"a long enough password"}
  4xx | admin POST /auth/v1/admin/users | account created by an admin | {"email":"proof-{uuid}@example.test","password":"a long enough password"}
  4xx | mallory POST /auth/v1/admin/generate_link | link created by a member | {"type":"signup","email":"proof-{uuid}@example.test"}
  4xx | POST /auth/v1/verify | confirmation with an empty token | {"type":"signup","token_hash":""}
  4xx | POST /auth/v1/verify | recovery with a null token | {"type":"recovery","token_hash":null}
  4xx | POST /auth/v1/verify | recovery with a wildcard | {"type":"recovery","token_hash":"%"}
`,
)
