import type { Attack } from './attack.ts'
import { table } from './table.ts'

const VIEW = '{"name":"{fresh}","filter":{"search":"{victim}"}}'
const NOTE = '{"order_id":"{order.mallory}","body":"Paid."}'

/** The desk of the admins by a member, what its filters may not do, and credits for delays (D36). */
export const desk: Attack[] = [
  ...table(
    {},
    `
  200 [] | GET order_notes | notes about orders
  200 [] | GET order_notes?order_id=eq.{order.mallory} | notes about one's own order
  200 [] | GET orders?select=desk(*)&id=eq.{order.victim} | who works on the order of another
  200 [] | GET admin_views | views of admins
  403 not_admin | POST order_notes | a note about one's own order | ${NOTE}
  403 not_admin | POST admin_views | a view of one's own | ${VIEW}
`,
  ),
  ...table(
    { as: 'admin' },
    `
  400 unknown_filter | POST rpc/search_orders | SQL as a status | {"p_filter":{"status":"x' or true --"}}
  400 unknown_filter | POST rpc/search_orders | SQL as a name of a filter | {"p_filter":{"true or r.id":"x"}}
  400 unknown_filter | POST rpc/count_orders | a list as a filter | {"p_filter":[]}
  400 unknown_filter | POST rpc/count_orders | a time that is none | {"p_filter":{"from":"soon"}}
  400 unknown_sort | POST rpc/search_orders | SQL as a sort | {"p_sort":"due; drop table orders"}
  413 too_many_views | POST rpc/view_counts | 41 counts at once | {"p_filters":[${Array(41).fill('{}').join(',')}]}
  400 unknown_filter | POST admin_views | a view with SQL | {"name":"x","filter":{"status":"x' or true --"}}
  400 search_too_long | POST admin_views | a view of one megabyte | {"name":"x","filter":{"search":"{x*1000000}"}}
  400 23514 | POST order_notes | a note of one megabyte | {"order_id":"{order.victim}","body":"{x*1000000}"}
  404 order_not_found | POST order_notes | a note about no order | {"order_id":"00000000-0000-4000-8000-000000000001","body":"x"}
  400 23514 | POST app_settings | a negative rate | {"key":"sla_credit_rate","value":"-5"}
  400 23514 | POST app_settings | a cap of 1,000 | {"key":"sla_credit_cap","value":"1000"}
`,
  ),
]
