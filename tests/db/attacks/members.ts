import { randomUUID } from 'node:crypto'
import { type Group, send, table } from './attack.ts'
import { order } from './scene.ts'

/** Ways around the rights to rows and columns, which themselves are in the matrix (D1, D2, D7, D11). */
export const writes: Group = (s) =>
  table(
    { headers: { prefer: 'return=representation' } },
    String.raw`
  403 profile_column_forbidden | PATCH profiles?id=eq.${s.mallory.id} | name, with the role behind it | {"name":"Mallory","role":"admin"}
  200 1 rows | PATCH profiles?id=eq.${s.mallory.id}&columns=name | role hidden by columns= | {"name":"Mallory","role":"admin"}
  403 profile_column_forbidden | PATCH profiles?id=eq.${s.mallory.id} | role as the second of two keys | raw "{\"name\":\"Mallory\",\"role\":\"user\",\"role\":\"admin\"}"
  200 1 rows | PATCH profiles?or=(id.eq.${s.victim.id},id.not.is.null) | every profile, with a filter that is always true | {"name":"Mallory"}
  200 [] | PATCH profiles?id=eq.${s.victim.id}&select=*,orders(*) | another profile, with its orders in the response | {"name":"Owned"}
  4xx | POST profiles?on_conflict=id | own profile, merged | {"id":"${s.mallory.id}","name":"Mallory","email":"${s.mallory.email}","role":"admin"} | {"prefer":"resolution=merge-duplicates"}
  403 42501 | POST token_transactions | ledger row as CSV | raw "user_id,transaction_type,amount,description\n${s.mallory.id},purchase,1000,Mine" | {"content-type":"text/csv"}
`,
  )

/** A used id is a conflict that reveals nothing, whatever is sent with it (D3). */
export const replays: Group = (s) => [
  ...table(
    { headers: { prefer: 'return=representation' } },
    `
  409 23505 | POST orders | order of another | order {"id":"${s.orders.victim}"}
  403 42501 | POST orders?on_conflict=id | order of another, merged | order {"id":"${s.orders.victim}"} | {"prefer":"resolution=merge-duplicates,return=representation"}
  2xx [] | POST orders?on_conflict=id | order of another, ignored | order {"id":"${s.orders.victim}"} | {"prefer":"resolution=ignore-duplicates,return=representation"}
  409 23505 | POST orders | own order to another address | order {"id":"${s.orders.mallory}","redemption_email":"else@example.test"}
  403 42501 | POST orders?on_conflict=id | own order, merged with another status | order {"id":"${s.orders.mallory}","status":"cancelled"} | {"prefer":"resolution=merge-duplicates,return=representation"}
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
export const orders: Group = (s) =>
  table(
    { headers: { prefer: 'return=representation' } },
    String.raw`
  403 42501 | POST orders | without a buyer | {"id":"${randomUUID()}","benefit_id":"${s.benefit.id}","redemption_email":"a@example.test"}
  403 42501 | POST orders?columns=id,user_id,benefit_id,redemption_email,order_number | order number selected by columns= | order {"order_number":"ORD-000001"}
  410 benefit_unavailable | POST orders | unknown benefit | order {"benefit_id":"${randomUUID()}"}
  422 invalid_redemption_email | POST orders | delivery email: line feed and header | order {"redemption_email":"a@example.test\r\nBcc: x@example.test"}
  402 insufficient_tokens | POST orders | forty in one request, with tokens for eight | order*40 {}
  403 42501 | POST orders | own order and one for another in one request | order [{},{"user_id":"${s.victim.id}"}]
  403 42501 | POST orders | CSV with an order number | raw "id,user_id,benefit_id,redemption_email,order_number\n${randomUUID()},${s.mallory.id},${s.benefit.id},a@b.c,X" | {"content-type":"text/csv"}
`,
  )

/** What another member received, and how to get keys without paying (D31, D32, D34). */
export const deliveries: Group = (s) =>
  table(
    {},
    `
  200 [] | POST rpc/order_events | the events of another's order | {"p_order_id":"${s.orders.keyed}"}
  200 [] | admin POST rpc/order_delivery | the delivery of a member, as an admin | {"p_order_id":"${s.orders.keyed}"}
  4xx, 200 [] | GET rpc/order_delivery?p_order_id=${s.orders.keyed} | the delivery of another by GET
  404 nothing_to_report | POST rpc/report_delivery | a report before the delivery | {"p_order_id":"${s.orders.mallory}","p_reason":"Refused"}
  200 [] | admin POST rpc/search_keys | SQL as a search | {"p_benefit_id":"${s.keyed.id}","p_search":"'; drop table private.delivery_keys; --"}
`,
  )

/** Filters, searches and operations on many rows, as JSON that the functions read (D36, D46, D48). */
export const functions: Group = (s) => [
  ...table(
    {},
    `
  400 unknown_filter | admin POST rpc/set_order_statuses | SQL as a filter | {"p_filter":{"status":"pending' or true --"},"p_status":"cancelled","p_dry_run":false}
  422 invalid_delivery | admin POST rpc/set_order_statuses | a script as a link | {"p_ids":["${s.orders.victim}"],"p_status":"delivered","p_dry_run":false,"p_kind":"link","p_content":"javascript:alert(1)"}
  409 numbers_differ | admin POST rpc/grant_tokens | forged numbers of a grant | {"p_rows":[{"email":"${s.mallory.email}","tokens":1}],"p_type":"purchase","p_reason":"x","p_dry_run":false,"p_expected":{"changed":1,"tokens":1000}}
  410 benefit_unavailable | POST rpc/ask_to_be_told | to be told about a hidden benefit | {"p_benefit_id":"${s.hidden.id}","p_wanted":true}
  4xx | GET rpc/browse_benefits?p_user_id=eq.${s.victim.id} | the catalogue of somebody else
  200 [] | POST rpc/search_everything | another member by name | {"p_term":"${s.victim.name}"}
  200 [] | POST rpc/search_everything | patterns as a term | {"p_term":"%%"}
  4xx, 200 [] | POST rpc/explain_rows | SQL as a time zone | {"p_number":"account_entries","p_part":"x","p_zone":"UTC' or true --","p_from":"2001-01-01"}
`,
  ),
  ...table(
    { as: 'admin' },
    `
  200 [] | mallory GET orders?select=desk(*)&id=eq.${s.orders.victim} | who works on the order of another
  413 too_many_views | POST rpc/view_counts | 41 counts at once | {"p_filters":[${Array(41).fill('{}').join(',')}]}
  400 unknown_filter | POST admin_views | a view with SQL | {"name":"x","filter":{"status":"x' or true --"}}
  400 | PATCH profiles?id=eq.${s.victim.id} | a member with tokens out of range | {"current_tokens":2147483648}
  400 23514 | POST invite_codes | several codes, one of them invalid | [{"code":"ANOTHER"},{"code":" "}]
`,
  ),
]
