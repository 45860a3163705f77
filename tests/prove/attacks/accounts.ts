import type { Attack } from './attack.ts'
import { table } from './table.ts'

/** D9: however somebody registers, no account exists afterwards that no code was used for. */
export const accounts: Attack[] = table(
  { as: 'anonymous' },
  String.raw`
  refused | POST /auth/v1/signup | sign-up without any metadata | newcomer
  refused | POST /auth/v1/signup | sign-up without a code | newcomer {"data":{"name":"Nora"}}
  refused | POST /auth/v1/signup | sign-up with null for a code | newcomer {"data":{"name":"Nora","invite_code":null}}
  refused | POST /auth/v1/signup | sign-up with an empty code | newcomer {"data":{"name":"Nora","invite_code":""}}
  refused | POST /auth/v1/signup | sign-up with an unknown code | newcomer {"data":{"name":"Nora","invite_code":"NO-SUCH-CODE"}}
  refused | POST /auth/v1/signup | sign-up with true for a code | newcomer {"data":{"name":"Nora","invite_code":true}}
  refused | POST /auth/v1/signup | sign-up with SQL for a code | newcomer {"data":{"name":"Nora","invite_code":"' or true --"}}
  refused | POST /auth/v1/signup | sign-up with a wildcard for a code | newcomer {"data":{"name":"Nora","invite_code":"%"}}
  refused | POST /auth/v1/signup | sign-up with text for metadata | newcomer {"data":"invite_code"}
  refused | POST /auth/v1/signup | sign-up with a list of codes, a real one among them | newcomer {"data":{"name":"Nora","invite_code":["GUESS","{code.invite}"]}}
  refused | POST /auth/v1/signup?invite_code={code.invite} | sign-up with the real code beside the metadata | newcomer {"invite_code":"{code.invite}","user_metadata":{"invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a code that is used already | newcomer {"data":{"name":"Nora","invite_code":"{admin}"}}
  4xx | POST /auth/v1/signup | anonymous sign-in with a real code | {"data":{"name":"Nora","invite_code":"{code.invite}"}}
  4xx | POST /auth/v1/signup | anonymous sign-in | {}
  4xx | POST /auth/v1/signup | sign-up by phone with a real code | {"phone":"+15555550123","password":"a long enough password","data":{"name":"Nora","invite_code":"{code.invite}"}}
  4xx | POST /auth/v1/signup | sign-up by phone beside an empty email | {"email":"","phone":"+15555550123","password":"a long enough password","data":{"invite_code":"{code.invite}"}}
  4xx | POST /auth/v1/signup | sign-up with a real code and a line feed in the email | newcomer {"email":"proof-{uuid}@example.test\r\nBcc: x@y.z","data":{"name":"Nora","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and markup for an email | {"email":"<script>@example.test","password":"a long enough password","data":{"name":"Nora","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and an email that looks like another: "aU+00ADd" | newcomer {"email":"a\u00addproof-{uuid}@example.test","data":{"name":"Nora","phone":"1","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and an email that looks like another: "U+0430d" | newcomer {"email":"\u0430dproof-{uuid}@example.test","data":{"name":"Nora","phone":"1","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and an email that looks like another: "aU+200Bd" | newcomer {"email":"a\u200bdproof-{uuid}@example.test","data":{"name":"Nora","phone":"1","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and an email that looks like another: "aU+FE0Fd" | newcomer {"email":"a\ufe0fdproof-{uuid}@example.test","data":{"name":"Nora","phone":"1","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and an email that looks like another: "aU+3164d" | newcomer {"email":"a\u3164dproof-{uuid}@example.test","data":{"name":"Nora","phone":"1","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and the name "U+200B" | newcomer {"data":{"name":"\u200b","phone":"1","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and the name "U+3164" | newcomer {"data":{"name":"\u3164","phone":"1","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and the name "NoraU+202E" | newcomer {"data":{"name":"Nora\u202e","phone":"1","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and the name "U+0301" | newcomer {"data":{"name":"\u0301","phone":"1","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and the name "NoU+00ADra" | newcomer {"data":{"name":"No\u00adra","phone":"1","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and two megabytes of name | newcomer {"data":{"name":"{N*2000000}","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/signup | sign-up with a real code and a NUL in the name | newcomer {"data":{"name":"N\u0000","invite_code":"{code.invite}"}}
  2xx, 4xx | POST /auth/v1/signup | sign-up with the email of a member, to set another password | {"email":"{victim.email}","password":"mine from now on","data":{"name":"M","invite_code":"{code.invite}"}}
  refused | POST /auth/v1/otp | one-time password for a new email | {"email":"proof-{uuid}@example.test","create_user":true}
  refused | POST /auth/v1/otp | one-time password with an unknown code | {"email":"proof-{uuid}@example.test","data":{"name":"Nora","invite_code":"NO-SUCH-CODE"}}
  refused | POST /auth/v1/otp | one-time password by phone | {"phone":"+15555550123","create_user":true}
  refused | POST /auth/v1/magiclink | magic link for a new email | {"email":"proof-{uuid}@example.test"}
  200, 4xx | POST /auth/v1/recover | recovery for a new email | {"email":"proof-{uuid}@example.test"}
  200, 4xx | POST /auth/v1/resend | a second mail for a new email | {"type":"signup","email":"proof-{uuid}@example.test"}
  4xx | POST /auth/v1/token?grant_type=id_token | identity token | {"provider":"google","id_token":"a.b.c"}
  4xx | POST /auth/v1/token?grant_type=web3 | wallet | {"chain":"solana","message":"m","signature":"s"}
  4xx | POST /auth/v1/token?grant_type=pkce | code of another sign-in | {"auth_code":"x","code_verifier":"y"}
  4xx | POST /auth/v1/token?grant_type=client_credentials | credentials of a client | {}
  4xx | GET /auth/v1/authorize?provider=google | another provider
  4xx | POST /auth/v1/sso | single sign-on | {"domain":"example.test"}
  4xx | POST /auth/v1/invite | invitation by a visitor | {"email":"proof-{uuid}@example.test"}
  4xx | admin POST /auth/v1/invite | invitation by an admin of the product | {"email":"proof-{uuid}@example.test"}
  4xx | POST /auth/v1/admin/users | account made by a visitor | {"email":"proof-{uuid}@example.test","password":"a long enough password"}
  4xx | mallory POST /auth/v1/admin/users | account made by a member | {"email":"proof-{uuid}@example.test","password":"a long enough password"}
  4xx | admin POST /auth/v1/admin/users | account made by an admin of the product | {"email":"proof-{uuid}@example.test","password":"a long enough password"}
  4xx | mallory POST /auth/v1/admin/generate_link | link made by a member | {"type":"signup","email":"proof-{uuid}@example.test"}
  4xx | POST /auth/v1/verify | confirmation by an empty token | {"type":"signup","token_hash":""}
  4xx | POST /auth/v1/verify | recovery by a null token | {"type":"recovery","token_hash":null}
  4xx | POST /auth/v1/verify | recovery by a wildcard | {"type":"recovery","token_hash":"%"}
`,
)
