import type { Attack } from './attack.ts'
import { table } from './table.ts'

/** A member changes only their own name and phone (D1, D7, D11). */
export const profiles: Attack[] = table(
  {},
  String.raw`
  403 profile_column_forbidden | PATCH profiles?id=eq.{mallory} | own role | {"role":"admin"}
  403 profile_column_forbidden | PATCH profiles?id=eq.{mallory} | own tokens | {"current_tokens":1000000}
  403 profile_column_forbidden | PATCH profiles?id=eq.{mallory} | own tokens, less of them | {"current_tokens":1}
  403 profile_column_forbidden | PATCH profiles?id=eq.{mallory} | own name, with the role behind it | {"name":"Mallory","role":"admin"}
  403 42501 | PATCH profiles?id=eq.{mallory} | own id | {"id":"{victim}"}
  403 42501 | PATCH profiles?id=eq.{mallory} | own email | {"email":"{victim.email}"}
  403 42501 | PATCH profiles?id=eq.{mallory} | own membership | {"membership_end_date":"2999-12-31"}
  403 42501 | PATCH profiles?id=eq.{mallory} | own start | {"membership_start_date":"1999-01-01"}
  403 42501 | PATCH profiles?id=eq.{mallory} | own invite code | {"invite_code_used":"{code.invite}"}
  403 42501 | PATCH profiles?id=eq.{mallory} | own date | {"created_at":"1999-01-01"}
  400 23514 | PATCH profiles?id=eq.{mallory} | own name, empty | {"name":"   "}
  400 23502 | PATCH profiles?id=eq.{mallory} | own name, null | {"name":null}
  400 | PATCH profiles?id=eq.{mallory} | own name, with a NUL | {"name":"a\u0000b"}
  4xx | PATCH profiles?id=eq.{mallory} | own name, of two megabytes | {"name":"{N*2000000}"}
  400 23514 | PATCH profiles?id=eq.{mallory} | own phone, of 41 characters | {"phone":"11111111111111111111111111111111111111111"}
  400 | PATCH profiles?id=eq.{mallory} | own column that is none | {"is_admin":true}
  200 1 rows | PATCH profiles?id=eq.{mallory}&columns=name | own role, hidden by columns= | {"name":"Mallory","role":"admin"} | {"prefer":"return=representation"}
  403 profile_column_forbidden | PATCH profiles?id=eq.{mallory} | own role, as the second of two keys | raw "{\"name\":\"Mallory\",\"role\":\"user\",\"role\":\"admin\"}"
  4xx | PATCH profiles?id=eq.{mallory} | own role, by way of the prototype | raw "{\"name\":\"Mallory\",\"__proto__\":{\"role\":\"admin\"},\"constructor\":{\"role\":\"admin\"}}"
  200 [] | PATCH profiles?id=eq.{victim} | another one's name | {"name":"Owned"} | {"prefer":"return=representation"}
  200 1 rows, 400 21000 | PATCH profiles | a change without a filter reaches nobody but oneself | {"name":"Mallory"} | {"prefer":"return=representation"}
  200 1 rows | PATCH profiles?or=(id.eq.{victim},id.not.is.null) | a change with a filter that is always true | {"name":"Mallory"} | {"prefer":"return=representation"}
  200 [] | PATCH profiles?id=eq.{victim}&select=*,orders(*) | another one's name, to be shown what hangs on it | {"name":"Owned"} | {"prefer":"return=representation"}
  403 42501, 4xx | POST profiles | a second profile | {"id":"{mallory}","name":"Mallory","email":"{mallory.email}","role":"admin","current_tokens":1000000} | {"prefer":"return=representation"}
  403 42501, 4xx | POST profiles?on_conflict=id | a profile over the own one | {"id":"{mallory}","name":"Mallory","email":"{mallory.email}","role":"admin","current_tokens":1000000} | {"prefer":"resolution=merge-duplicates"}
  403 42501, 4xx | POST profiles?on_conflict=id | a profile beside the own one | {"id":"{mallory}","name":"Mallory","email":"{mallory.email}","role":"admin","current_tokens":1000000} | {"prefer":"resolution=ignore-duplicates"}
  4xx | PUT profiles?id=eq.{mallory} | a profile put in place of the own one | {"id":"{mallory}","name":"M","email":"m@example.test","role":"admin"}
  200 [] | DELETE profiles?id=eq.{mallory} | deleting oneself |  | {"prefer":"return=representation"}
  200 [] | DELETE profiles?id=eq.{victim} | deleting another one |  | {"prefer":"return=representation"}
  200 [] | DELETE profiles?id=not.is.null | deleting everybody |  | {"prefer":"return=representation"}
`,
)
