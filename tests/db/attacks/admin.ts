import type { Attack } from './attack.ts'
import { table } from './table.ts'

/** Values that not even an admin may write; what an admin may not write at all is in the matrix. */
export const admins: Attack[] = table(
  { as: 'admin' },
  String.raw`
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with the picture "JavaScript:alert(1)" | {"image_url":"JavaScript:alert(1)"}
  400 23514 | POST app_settings | the logo "JavaScript:alert(1)" | {"key":"email_logo_in_mails","value":"JavaScript:alert(1)"}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with the picture "https:///a.png" | {"image_url":"https:///a.png"}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with the picture "ftp://evil.test/a.png" | {"image_url":"ftp://evil.test/a.png"}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with a price above the limit | {"token_value":1000001}
  400 | PATCH benefits?id=eq.{benefit} | a benefit with a price out of range | {"token_value":1e+30}
  400 23514 | PATCH benefits?id=eq.{benefit} | a benefit with a description of one megabyte | {"description":"{x*1000000}"}
  400 23514 | POST redeem_codes | a token code below 0 | {"code":"{fresh}","token_value":-5}
  400 | PATCH profiles?id=eq.{victim} | a member with tokens out of range | {"current_tokens":2147483648}
  400 23502 | PATCH profiles?id=eq.{victim} | a member with null tokens | {"current_tokens":null}
  400 | PATCH profiles?id=eq.{victim} | a member with half a token | {"current_tokens":10.5}
  422 invalid_profile | PATCH profiles?id=eq.{victim} | a member with an unknown role | {"role":"owner"}
  400 23514 | PATCH orders?id=eq.{order.victim} | an order with an unknown status | {"status":"refunded"}
  400 23514 | POST app_settings | an unknown setting | {"key":"admin_password","value":"/x"}
  400 23514 | POST invite_codes | several codes, one of them invalid | [{"code":"{fresh}"},{"code":"a\u200bb"}]
`,
)
