import type { Attack } from './attack.ts'
import { table } from './table.ts'

/** What not even an admin can do (D1, D2, D7, D11, D12, D29): the limit of a stolen session. */
export const admins: Attack[] = table(
  { as: 'admin' },
  String.raw`
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with the picture "javascript:alert(1)" | {"image_url":"javascript:alert(1)"}
  400 23514 | POST app_settings | the logo "javascript:alert(1)" | {"key":"email_logo_in_mails","value":"javascript:alert(1)"}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with the picture "JavaScript:alert(1)" | {"image_url":"JavaScript:alert(1)"}
  400 23514 | POST app_settings | the logo "JavaScript:alert(1)" | {"key":"email_logo_in_mails","value":"JavaScript:alert(1)"}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with the picture "data:text/html,<script>alert(1)</script>" | {"image_url":"data:text/html,<script>alert(1)</script>"}
  400 23514 | POST app_settings | the logo "data:text/html,<script>alert(1)</script>" | {"key":"email_logo_in_mails","value":"data:text/html,<script>alert(1)</script>"}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with the picture "//evil.test/a.png" | {"image_url":"//evil.test/a.png"}
  400 23514 | POST app_settings | the logo "//evil.test/a.png" | {"key":"email_logo_in_mails","value":"//evil.test/a.png"}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with the picture "/\\evil.test/a.png" | {"image_url":"/\\evil.test/a.png"}
  400 23514 | POST app_settings | the logo "/\\evil.test/a.png" | {"key":"email_logo_in_mails","value":"/\\evil.test/a.png"}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with the picture "/\t/evil.test/a.png" | {"image_url":"/\t/evil.test/a.png"}
  400 23514 | POST app_settings | the logo "/\t/evil.test/a.png" | {"key":"email_logo_in_mails","value":"/\t/evil.test/a.png"}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with the picture "https:///a.png" | {"image_url":"https:///a.png"}
  400 23514 | POST app_settings | the logo "https:///a.png" | {"key":"email_logo_in_mails","value":"https:///a.png"}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with the picture "ftp://evil.test/a.png" | {"image_url":"ftp://evil.test/a.png"}
  400 23514 | POST app_settings | the logo "ftp://evil.test/a.png" | {"key":"email_logo_in_mails","value":"ftp://evil.test/a.png"}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with the picture "a.png" | {"image_url":"a.png"}
  400 23514 | POST app_settings | the logo "a.png" | {"key":"email_logo_in_mails","value":"a.png"}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with a price of 0 | {"token_value":0}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with a price below 0 | {"token_value":-10}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with a price beyond the limit | {"token_value":1000001}
  400 | PATCH benefits?id=eq.{benefit} | a benefit with a price beyond all numbers | {"token_value":1e+30}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with no name | {"name":" "}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with a megabyte of description | {"description":"{x*1000000}"}
  400 23514 | POST redeem_codes | a token code of 0 | {"code":"{fresh}","token_value":0}
  400 23514 | POST redeem_codes | a token code of 1001 | {"code":"{fresh}","token_value":1001}
  400 23514 | POST redeem_codes | a token code below 0 | {"code":"{fresh}","token_value":-5}
  400 23514 | POST redeem_codes | a token code with a soft hyphen | {"code":"CODE\u00ad-1","token_value":5}
  400 23514 | POST redeem_codes | a token code with a filler that nobody sees | {"code":"CODE\u3164-1","token_value":5}
  400 23514 | POST redeem_codes | a token code with a space that cannot be broken | {"code":"CODE\u00a01","token_value":5}
  400 23514 | POST redeem_codes | a token code of nothing to be seen | {"code":"\u200b","token_value":5}
  400 23514 | POST redeem_codes | a token code with a line feed | {"code":"CODE\n1234","token_value":5}
  400 23514 | POST redeem_codes | a token code of 65 letters | {"code":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","token_value":5}
  403 42501 | POST redeem_codes | a token code that is used already | {"code":"{fresh}","token_value":5,"is_used":true}
  403 42501 | POST redeem_codes | a token code of somebody else | {"code":"{fresh}","token_value":5,"created_by":"{uuid}"}
  402 insufficient_tokens | PATCH profiles?id=eq.{victim} | a member with tokens below 0 | {"current_tokens":-1}
  400 | PATCH profiles?id=eq.{victim} | a member with tokens beyond all numbers | {"current_tokens":2147483648}
  400 23502 | PATCH profiles?id=eq.{victim} | a member with no number of tokens | {"current_tokens":null}
  400 | PATCH profiles?id=eq.{victim} | a member with half a token | {"current_tokens":10.5}
  400 23514 | PATCH profiles?id=eq.{victim} | a member with a role that there is not | {"role":"owner"}
  403 42501 | PATCH profiles?id=eq.{victim} | a member with another email | {"email":"else@example.test"}
  403 42501 | PATCH profiles?id=eq.{victim} | a member with a membership for ever | {"membership_end_date":null}
  403 42501 | PATCH profiles?id=eq.{victim} | a member with another id | {"id":"{uuid}"}
  409 cannot_delete_self | DELETE profiles?id=eq.{admin} | deleting oneself
  403 42501 | POST profiles | a profile without a login | {"id":"{uuid}","name":"N","email":"n@example.test"}
  403 42501 | PATCH orders?id=eq.{order.victim} | an order with another price | {"benefit_token_value":1}
  403 42501 | PATCH orders?id=eq.{order.victim} | an order with another owner | {"user_id":"{mallory}"}
  403 42501 | PATCH orders?id=eq.{order.victim} | an order with another account | {"account_id":"{mallory}"}
  403 42501 | PATCH orders?id=eq.{order.victim} | an order with another number | {"order_number":"ORD-000001"}
  403 42501 | PATCH orders?id=eq.{order.victim} | an order with another address | {"redemption_email":"else@example.test"}
  400 23514 | PATCH orders?id=eq.{order.victim} | an order with a status that there is not | {"status":"refunded"}
  403 42501 | DELETE orders?id=eq.{order.victim} | deleting an order
  403 42501 | POST orders | an order in a member's name | order
  403 42501 | POST token_transactions | an entry of the ledger | {"user_id":"{mallory}","amount":5,"transaction_type":"purchase","description":"x"}
  403 42501 | PATCH token_transactions?id=not.is.null | changing the ledger | {"amount":5}
  403 42501 | DELETE token_transactions?id=not.is.null | deleting the ledger
  403 42501 | PATCH redeem_codes?code=eq.{code.token} | changing a code | {"token_value":1000}
  403 42501 | DELETE invite_codes?code=eq.{code.invite} | deleting a code
  400 23514 | POST app_settings | another setting | {"key":"admin_password","value":"/x"}
  403 42501 | POST app_settings | signing a setting as another | {"key":"email_logo_in_mails","value":"/x","updated_by":"{victim}"}
  404 | DELETE audit_log?id=not.is.null | deleting the log
  400 23514 | POST invite_codes | many codes, one of them wrong | [{"code":"{fresh}"},{"code":"a\u200bb"}]
`,
)
