import type { Attack } from './attack.ts'
import { table } from './table.ts'

/** Ways around the rights to rows and columns, which themselves are in the matrix (D1, D2, D7, D11). */
export const writes: Attack[] = table(
  { headers: { prefer: 'return=representation' } },
  String.raw`
  403 profile_column_forbidden | PATCH profiles?id=eq.{mallory} | name, with the role behind it | {"name":"Mallory","role":"admin"}
  422 invalid_profile | PATCH profiles?id=eq.{mallory} | empty name | {"name":"   "}
  422 invalid_profile | PATCH profiles?id=eq.{mallory} | null name | {"name":null}
  400 | PATCH profiles?id=eq.{mallory} | name with a NUL | {"name":"a\u0000b"}
  4xx | PATCH profiles?id=eq.{mallory} | name of two megabytes | {"name":"{N*2000000}"}
  422 invalid_profile | PATCH profiles?id=eq.{mallory} | phone of 41 characters | {"phone":"{1*41}"}
  400 | PATCH profiles?id=eq.{mallory} | unknown column | {"is_admin":true}
  200 1 rows | PATCH profiles?id=eq.{mallory}&columns=name | role hidden by columns= | {"name":"Mallory","role":"admin"}
  403 profile_column_forbidden | PATCH profiles?id=eq.{mallory} | role as the second of two keys | raw "{\"name\":\"Mallory\",\"role\":\"user\",\"role\":\"admin\"}"
  4xx | PATCH profiles?id=eq.{mallory} | role in the prototype | raw "{\"name\":\"Mallory\",\"__proto__\":{\"role\":\"admin\"},\"constructor\":{\"role\":\"admin\"}}"
  200 1 rows, 400 21000 | PATCH profiles | every profile, without a filter | {"name":"Mallory"}
  200 1 rows | PATCH profiles?or=(id.eq.{victim},id.not.is.null) | every profile, with a filter that is always true | {"name":"Mallory"}
  200 [] | PATCH profiles?id=eq.{victim}&select=*,orders(*) | another profile, with its orders in the response | {"name":"Owned"}
  4xx | POST profiles?on_conflict=id | own profile, merged | {"id":"{mallory}","name":"Mallory","email":"{mallory.email}","role":"admin"} | {"prefer":"resolution=merge-duplicates"}
  4xx | POST profiles?on_conflict=id | own profile, ignored | {"id":"{mallory}","name":"Mallory","email":"{mallory.email}","role":"admin"} | {"prefer":"resolution=ignore-duplicates"}
  4xx | PUT profiles?id=eq.{mallory} | own profile, by PUT | {"id":"{mallory}","name":"M","email":"m@example.test","role":"admin"}
  200 [] | DELETE profiles?id=not.is.null | deleting every profile
  403 42501 | POST token_transactions | several ledger rows | [{"user_id":"{mallory}","transaction_type":"purchase","amount":1000,"description":"Mine"},{"user_id":"{mallory}","transaction_type":"purchase","amount":1000,"description":"Mine"}]
  403 42501 | POST token_transactions | ledger row as CSV | raw "user_id,transaction_type,amount,description\n{mallory},purchase,1000,Mine" | {"content-type":"text/csv"}
  403 42501 | PATCH token_transactions?amount=gt.0 | amounts of the ledger | {"amount":1000}
  403 42501 | DELETE token_transactions?id=not.is.null | deleting the ledger
  200 [] | PATCH benefits?id=not.is.null | every price | {"token_value":1}
  200 [] | DELETE benefits?id=not.is.null | deleting every benefit
  403 42501 | POST invite_codes | several invite codes | [{"code":"MINE-1"},{"code":"MINE-2"}]
  403 42501 | PATCH redeem_codes?is_used=is.true | used token codes | {"uses":0}
  403 42501 | DELETE invite_codes?id=not.is.null | deleting invite codes
  200 [] | PATCH app_settings?key=not.is.null | every setting | {"value":"/mine.png"}
`,
)
