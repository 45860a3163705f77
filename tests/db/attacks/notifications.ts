import type { Attack } from './attack.ts'
import { table } from './table.ts'

const one = '/functions/v1/unsubscribe'

/** Notices and preferences of others, and the links that end their emails (D40). */
export const notifications: Attack[] = [
  ...table(
    {},
    `
  200 [] | GET notifications?user_id=eq.{victim} | what another was told
  200 [] | admin GET notifications?user_id=eq.{victim} | what a member was told, as an admin
  200 count 0 | HEAD notifications?user_id=eq.{victim}&select=id | the number of what another was told |  | {"prefer":"count=exact"}
  400 | GET profiles?select=id,notifications(*) | notifications embedded in profiles
  400 | GET orders?select=id,notifications(*) | notifications embedded in orders
  200 [] | PATCH notifications?user_id=eq.{victim} | marking as read for another | {"read_at":"2001-01-01"} | {"prefer":"return=representation"}
  200 [] | admin PATCH notifications?user_id=eq.{victim} | marking as read for a member, as an admin | {"read_at":"2001-01-01"} | {"prefer":"return=representation"}
  200 [] | GET notification_preferences?user_id=eq.{victim} | what another chose
  200 [] | admin GET notification_preferences?user_id=eq.{victim} | what a member chose, as an admin
  400 23514 | POST notification_preferences | no notifications about tokens | {"kind":"tokens","in_app":false,"by_email":false}
  400 23514 | POST notification_preferences | a group that does not exist | {"kind":"sign-ins","in_app":true,"by_email":false}
  200 false | anonymous POST rpc/unsubscribe | a link without a signature | {"p_token":"{victim}.orders."}
  200 false | anonymous POST rpc/unsubscribe | a guessed signature | {"p_token":"{victim}.orders.{00*32}"}
  200 false | POST rpc/unsubscribe | a member's token as a link | {"p_token":"{token.admin}"}
  200 false | POST rpc/unsubscribe | SQL as a link | {"p_token":"{victim}.orders' or true --.x"}
  200 false | POST rpc/unsubscribe | a megabyte as a link | {"p_token":"{x*1000000}"}
  400 not_one_click, 404 | anonymous POST ${one}?token={victim}.orders.x | a click without its form | {}
  400 invalid_token, 404 | anonymous POST ${one}?token={victim}.orders.x | a click with a forged link | raw "List-Unsubscribe=One-Click" | {"content-type":"application/x-www-form-urlencoded"}
  303, 404 | anonymous GET ${one}?token=x%0d%0aset-cookie:%20a=b | a header in the link
  303, 404 | anonymous GET ${one}?token=//evil.example | another site as the link
  405, 404 | DELETE ${one}?token=x | a click by DELETE
`,
  ),
]
