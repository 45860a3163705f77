import { type Attack, send, table } from './attack.ts'
import { order } from './scene.ts'

/** Ways around the rights to rows and columns, which themselves are in the matrix (D1, D2, D7, D11). */
export const writes: Attack[] = table(
  { headers: { prefer: 'return=representation' } },
  String.raw`
  403 profile_column_forbidden | PATCH profiles?id=eq.{mallory} | name, with the role behind it | {"name":"Mallory","role":"admin"}
  400 | PATCH profiles?id=eq.{mallory} | name with a NUL | {"name":"a\u0000b"}
  200 1 rows | PATCH profiles?id=eq.{mallory}&columns=name | role hidden by columns= | {"name":"Mallory","role":"admin"}
  403 profile_column_forbidden | PATCH profiles?id=eq.{mallory} | role as the second of two keys | raw "{\"name\":\"Mallory\",\"role\":\"user\",\"role\":\"admin\"}"
  4xx | PATCH profiles?id=eq.{mallory} | role in the prototype | raw "{\"name\":\"Mallory\",\"__proto__\":{\"role\":\"admin\"},\"constructor\":{\"role\":\"admin\"}}"
  200 1 rows, 400 21000 | PATCH profiles | every profile, without a filter | {"name":"Mallory"}
  200 1 rows | PATCH profiles?or=(id.eq.{victim},id.not.is.null) | every profile, with a filter that is always true | {"name":"Mallory"}
  200 [] | PATCH profiles?id=eq.{victim}&select=*,orders(*) | another profile, with its orders in the response | {"name":"Owned"}
  4xx | POST profiles?on_conflict=id | own profile, merged | {"id":"{mallory}","name":"Mallory","email":"{mallory.email}","role":"admin"} | {"prefer":"resolution=merge-duplicates"}
  4xx | PUT profiles?id=eq.{mallory} | own profile, by PUT | {"id":"{mallory}","name":"M","email":"m@example.test","role":"admin"}
  403 42501 | POST token_transactions | ledger row as CSV | raw "user_id,transaction_type,amount,description\n{mallory},purchase,1000,Mine" | {"content-type":"text/csv"}
`,
)

/** A used id is a conflict that reveals nothing, whatever is sent with it (D3). */
export const replays: Attack[] = [
  ...table(
    { headers: { prefer: 'return=representation' } },
    `
  409 23505 | POST orders | order of another | order {"id":"{order.victim}"}
  403 42501 | POST orders?on_conflict=id | order of another, merged | order {"id":"{order.victim}"} | {"prefer":"resolution=merge-duplicates,return=representation"}
  4xx | PUT orders?id=eq.00000000-0000-4000-8000-000000000000 | order of another, by PUT | order {"id":"{order.victim}"}
  2xx [] | POST orders?on_conflict=id | order of another, ignored | order {"id":"{order.victim}"} | {"prefer":"resolution=ignore-duplicates,return=representation"}
  409 23505 | POST orders?on_conflict=order_number | conflict of the number | order {"id":"{order.victim}"} | {"prefer":"resolution=ignore-duplicates,return=representation"}
  409 23505 | POST orders | own order to another address | order {"id":"{order.mallory}","redemption_email":"else@example.test"}
  403 42501 | POST orders?on_conflict=id | own order, merged with another status | order {"id":"{order.mallory}","status":"cancelled"} | {"prefer":"resolution=merge-duplicates,return=representation"}
`,
  ),
  {
    name: 'message of the conflict',
    run: async (scene) => {
      const messages = []
      for (const id of [scene.orders.victim, scene.orders.mallory]) {
        const { body } = await send(scene, {
          as: 'mallory',
          path: '/rest/v1/orders',
          body: order(scene, { id }),
        })
        messages.push(body.replaceAll(id, 'id'))
      }
      return messages[0] === messages[1] ? undefined : `it says ${messages.join(' and ')}`
    },
  },
]

/** Forged orders (D1, D3): several in one request, and other formats; each value is in tests/db/rules. */
export const orders: Attack[] = table(
  { headers: { prefer: 'return=representation' } },
  String.raw`
  400 | POST orders | price 9.6 | order {"benefit_token_value":9.6}
  403 42501 | POST orders | without a buyer | {"id":"{uuid}","benefit_id":"{benefit}","redemption_email":"a@example.test"}
  403 42501 | POST orders?columns=id,user_id,benefit_id,redemption_email,order_number | order number selected by columns= | order {"order_number":"ORD-000001"}
  410 benefit_unavailable | POST orders | unknown benefit | order {"benefit_id":"{uuid}"}
  410 benefit_unavailable | POST orders | no benefit | order {"benefit_id":null}
  400 22P02 | POST orders | SQL as the id | order {"id":"'); drop table orders; --"}
  422 invalid_redemption_email | POST orders | delivery email: line feed and header | order {"redemption_email":"a@example.test\r\nBcc: x@example.test"}
  400 | POST orders | delivery email: a NUL | order {"redemption_email":"a@example\u0000.test"}
  402 insufficient_tokens | POST orders | forty in one request, with tokens for eight | order*40 {}
  403 42501 | POST orders | own order and one for another in one request | order [{},{"user_id":"{victim}"}]
  409 23505 | POST orders | one id twice in one request | order [{"id":"{hidden}"},{"id":"{hidden}"}]
  403 42501 | POST orders | CSV with an order number | raw "id,user_id,benefit_id,redemption_email,order_number\n{uuid},{mallory},{benefit},a@b.c,X" | {"content-type":"text/csv"}
  403 42501 | POST orders | form for another | raw "id={uuid}&user_id={victim}&benefit_id={benefit}&redemption_email=a%40b.c" | {"content-type":"application/x-www-form-urlencoded"}
`,
)

/** What another member received, and how to get keys without paying (D31, D32, D34). */
export const deliveries: Attack[] = table(
  {},
  String.raw`
  200 [] | POST rpc/delivery_status | the status of another's delivery | {"p_order_id":"{order.keyed}"}
  200 [] | POST rpc/order_events | the events of another's order | {"p_order_id":"{order.keyed}"}
  200 [] | admin POST rpc/order_delivery | the delivery of a member, as an admin | {"p_order_id":"{order.keyed}"}
  4xx, 200 [] | GET rpc/order_delivery?p_order_id={order.keyed} | the delivery of another by GET
  404 nothing_to_report | POST rpc/report_delivery | a report before the delivery | {"p_order_id":"{order.mallory}","p_reason":"Refused"}
  200 [] | admin POST rpc/search_keys | SQL as a search | {"p_benefit_id":"{keyed}","p_search":"'; drop table private.delivery_keys; --"}
  200 [] | admin POST rpc/search_keys | a pattern as a search | {"p_benefit_id":"{keyed}","p_search":"%"}
  400 | admin POST rpc/import_keys | a NUL in a key | {"p_benefit_id":"{keyed}","p_keys":["KEY\u0000-1"],"p_dry_run":false}
  413 import_too_large | admin POST rpc/import_keys | one line of 3 MB | {"p_benefit_id":"{keyed}","p_keys":["{a*3000000}"],"p_dry_run":false}
`,
)

/** Filters, searches and operations on many rows, as JSON that the functions read (D36, D46, D48). */
export const functions: Attack[] = [
  ...table(
    {},
    `
  400 unknown_filter | admin POST rpc/set_order_statuses | SQL as a filter | {"p_filter":{"status":"pending' or true --"},"p_status":"cancelled","p_dry_run":false}
  4xx | admin POST rpc/set_order_statuses | numbers that are none | {"p_ids":["{order.victim}"],"p_status":"cancelled","p_dry_run":false,"p_expected":{"changed":"all"}}
  422 invalid_delivery | admin POST rpc/set_order_statuses | a script as a link | {"p_ids":["{order.victim}"],"p_status":"delivered","p_dry_run":false,"p_kind":"link","p_content":"javascript:alert(1)"}
  409 numbers_differ | admin POST rpc/grant_tokens | forged numbers of a grant | {"p_rows":[{"email":"{mallory.email}","tokens":1}],"p_type":"purchase","p_reason":"x","p_dry_run":false,"p_expected":{"changed":1,"tokens":1000}}
  409 numbers_differ | admin POST rpc/change_benefits | forged numbers of skipped benefits | {"p_ids":["{benefit}"],"p_change":"price","p_value":9,"p_dry_run":false,"p_expected":{"skipped":[{"reason":"same_price","count":1}]}}
  400 unknown_filter | admin POST rpc/set_keys_aside | SQL as the benefit of keys | {"p_filter":{"benefit":"{keyed}' or true --"},"p_dry_run":false}
  422 invalid_grant_type | admin POST rpc/grant_tokens | a grant as a refund | {"p_rows":[{"email":"{mallory.email}","tokens":1}],"p_type":"refund","p_reason":"x","p_dry_run":false}
  410 benefit_unavailable | POST rpc/set_favourite | an unknown benefit as a favourite | {"p_benefit_id":"{uuid}","p_favourite":true}
  410 benefit_unavailable | POST rpc/ask_to_be_told | to be told about a hidden benefit | {"p_benefit_id":"{hidden}","p_wanted":true}
  4xx | GET rpc/browse_benefits?p_user_id=eq.{victim} | the catalogue of somebody else
  200 [] | POST rpc/search_everything | another member by name | {"p_term":"{victim.name}"}
  200 [] | POST rpc/search_everything | a code by its end | {"p_term":"{code.token}"}
  200 [] | POST rpc/search_everything | patterns as a term | {"p_term":"%%"}
  200 [] | POST rpc/search_everything | SQL as a term | {"p_term":"' or true --"}
  400 search_too_long | POST rpc/search_everything | a term of one megabyte | {"p_term":"{a*1000000}"}
  400 unknown_number | POST rpc/explain_number | SQL as a number | {"p_number":"account_balance' or true --"}
  4xx, 200 [] | POST rpc/explain_rows | SQL as a time zone | {"p_number":"account_entries","p_part":"x","p_zone":"UTC' or true --","p_from":"2001-01-01"}
  400 22P02 | POST rpc/explain_rows | SQL as a key | {"p_number":"account_entries","p_key_value":"1) or (true","p_key_id":"{uuid}"}
`,
  ),
  ...table(
    { as: 'admin' },
    `
  200 [] | mallory GET orders?select=desk(*)&id=eq.{order.victim} | who works on the order of another
  400 unknown_filter | POST rpc/count_orders | a time that is none | {"p_filter":{"from":"soon"}}
  413 too_many_views | POST rpc/view_counts | 41 counts at once | {"p_filters":[${Array(41).fill('{}').join(',')}]}
  400 unknown_filter | POST admin_views | a view with SQL | {"name":"x","filter":{"status":"x' or true --"}}
  400 search_too_long | POST admin_views | a view of one megabyte | {"name":"x","filter":{"search":"{x*1000000}"}}
  400 | PATCH benefits?id=eq.{benefit} | a benefit with a price out of range | {"token_value":1e+30}
  400 | PATCH profiles?id=eq.{victim} | a member with tokens out of range | {"current_tokens":2147483648}
  400 23502 | PATCH profiles?id=eq.{victim} | a member with null tokens | {"current_tokens":null}
  400 23514 | POST invite_codes | several codes, one of them invalid | [{"code":"{fresh}"},{"code":" "}]
`,
  ),
]
