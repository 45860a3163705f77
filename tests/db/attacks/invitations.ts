import type { Attack } from './attack.ts'
import { table } from './table.ts'
import { apart } from './telling-apart.ts'

const long = '{x*301}'

/** Codes and invitations, by those who may not, and past their rules (D41, D42, D43). */
export const invitations: Attack[] = [
  ...table(
    {},
    String.raw`
  200 [] | GET invitations?select=* | invitations as a table
  200 [] | GET code_uses?select=* | who used codes
  200 count 0 | HEAD invitations?select=code_id | how many invitations |  | {"prefer":"count=exact"}
  422 message_has_link | POST rpc/send_invitations | a link | {"p_rows":[],"p_message":"https://evil.test"}
  422 message_has_link | POST rpc/send_invitations | a link without a scheme | {"p_rows":[],"p_message":"See evil.test/x"}
  422 message_has_link | POST rpc/send_invitations | a link in another script | {"p_rows":[],"p_message":"\u0435vil\u3002\u0442\u0435\u0441\u0442"}
  422 message_has_link | POST rpc/send_invitations | a link with a wide dot | {"p_rows":[],"p_message":"evil\uff0etest"}
  422 message_has_link | POST rpc/send_invitations | a link with an emoji for a name | {"p_rows":[],"p_message":"See \ud83d\udca9.la"}
  422 message_has_link | POST rpc/send_invitations | a link that ends in a combining mark | {"p_rows":[],"p_message":"See caf\u0065\u0301.test"}
  422 message_has_link | POST rpc/send_invitations | a link with a mark behind the dot | {"p_rows":[],"p_message":"evil.t\u0301est"}
  422 message_has_link | POST rpc/send_invitations | a keycap as a name | {"p_rows":[],"p_message":"1\u20e3.ws"}
  422 message_has_link | POST rpc/send_invitations | an IP address | {"p_rows":[],"p_message":"Open 203.0.113.9/x"}
  422 message_has_link | POST rpc/send_invitations | an IP address in other digits | {"p_rows":[],"p_message":"\u0661.\u0662.\u0663.\u0664"}
  422 message_has_link | POST rpc/send_invitations | a name of digits | {"p_rows":[],"p_message":"See 163.com"}
  422 message_has_link | POST rpc/send_invitations | an address to write to | {"p_rows":[],"p_message":"MAILTO:evil@localhost"}
  422 message_has_link | POST rpc/send_invitations | a telephone to call | {"p_rows":[],"p_message":"Call tel:+15550100"}
  422 message_has_link | POST rpc/send_invitations | a one dot leader | {"p_rows":[],"p_message":"evil\u2024test"}
  422 message_has_link | POST rpc/send_invitations | a link of another scheme | {"p_rows":[],"p_message":"ftp://evil"}
  422 invalid_message | POST rpc/send_invitations | a link behind an invisible character | {"p_rows":[],"p_message":"evil.\u200btest"}
  422 invalid_message | POST rpc/send_invitations | text that runs backwards | {"p_rows":[],"p_message":"a\u202eb"}
  422 invalid_message | POST rpc/send_invitations | a control character | {"p_rows":[],"p_message":"a\u0008b"}
  422 invalid_message | POST rpc/send_invitations | a message of 301 characters | {"p_rows":[],"p_message":"${long}"}
  422 invalid_rows | POST rpc/send_invitations | an address that is no row | {"p_rows":{"email":"a@b.test"}}
  406 undoable_guess | anonymous POST rpc/open_invitation | opening a code without a count | {"p_code":"{code.invite}"} | {"prefer":"tx=rollback"}
  405 25006 | anonymous GET rpc/open_invitation?p_code={code.invite} | opening a code by GET
  422 expiry_past | admin POST rpc/extend_code | a date that has passed | {"p_kind":"token","p_id":"{uuid}","p_expires_at":"2001-01-01"}
  4xx | admin POST rpc/extend_code | a table of one's own | {"p_kind":"profiles","p_id":"{mallory}"}
  4xx | admin POST rpc/revoke_codes | SQL as the kind of code | {"p_kind":"token; drop table x","p_filter":{},"p_reason":"x","p_dry_run":false}
  400 unknown_filter | admin POST rpc/revoke_codes | SQL as the state of codes | {"p_kind":"token","p_filter":{"state":"used' or true --"},"p_reason":"x","p_dry_run":false}
`,
  ),
  apart,
]
