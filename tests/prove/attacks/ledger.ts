import type { Attack } from './attack.ts'
import { table } from './table.ts'

/** No member writes an entry of the ledger, a price, a code or a setting (D1, D2). */
export const ledger: Attack[] = table(
  { headers: { prefer: 'return=representation' } },
  String.raw`
  403 42501 | POST token_transactions | an entry | {"user_id":"{mallory}","transaction_type":"purchase","amount":1000,"description":"Mine"}
  403 42501 | POST token_transactions | an entry that states the balance itself | {"user_id":"{mallory}","transaction_type":"purchase","amount":1000,"description":"Mine","balance_after":1000000,"actor_id":"{admin}"}
  403 42501 | POST token_transactions | many entries | [{"user_id":"{mallory}","transaction_type":"purchase","amount":1000,"description":"Mine"},{"user_id":"{mallory}","transaction_type":"purchase","amount":1000,"description":"Mine"}]
  403 42501 | POST token_transactions?on_conflict=id | an entry over another | {"user_id":"{mallory}","transaction_type":"purchase","amount":1000,"description":"Mine"} | {"prefer":"resolution=merge-duplicates"}
  403 42501 | POST token_transactions | an entry as a spreadsheet | raw "user_id,transaction_type,amount,description\n{mallory},purchase,1000,Mine" | {"content-type":"text/csv"}
  403 42501 | PATCH token_transactions?amount=gt.0 | the amount of the own entries | {"amount":1000}
  403 42501 | PATCH token_transactions?amount=lt.0 | whose entries they are | {"user_id":"{victim}"}
  403 42501 | PATCH token_transactions?amount=lt.0 | the words of the own entries | {"description":"Other"}
  403 42501 | DELETE token_transactions?amount=lt.0 | deleting the own debits
  403 42501 | DELETE token_transactions?id=not.is.null | deleting the whole ledger
  200 [] | PATCH benefits?id=not.is.null | the price of a benefit | {"token_value":1}
  403 42501 | PATCH benefits?id=not.is.null | the id of a benefit | {"id":"{hidden}"}
  403 42501 | POST benefits | a benefit | {"name":"Mine","description":"Mine","token_value":1}
  403 42501 | POST benefits?on_conflict=id | a benefit over another | {"id":"{benefit}","name":"{benefit.name}","token_value":1} | {"prefer":"resolution=merge-duplicates"}
  200 [] | DELETE benefits?id=not.is.null | deleting the price list
  403 42501 | POST redeem_codes | a token code | {"code":"MINE-ALL-MINE","token_value":1000}
  403 42501 | POST invite_codes | an invite code | {"code":"MINE-ALL-MINE"}
  403 42501 | POST invite_codes | many invite codes | [{"code":"MINE-1"},{"code":"MINE-2"}]
  403 42501 | PATCH redeem_codes?is_used=is.true | making a used token code new | {"is_used":false}
  403 42501 | PATCH invite_codes?is_used=is.true | making a used invite code new | {"used_by":null}
  403 42501 | DELETE invite_codes?id=not.is.null | deleting codes
  403 42501 | POST app_settings?on_conflict=key | the logo | {"key":"email_logo_url","value":"/mine.png"} | {"prefer":"resolution=merge-duplicates"}
  200 [] | PATCH app_settings?key=not.is.null | the logo, changed | {"value":"/mine.png"}
  403 42501 | DELETE app_settings?key=not.is.null | deleting the settings
`,
)
