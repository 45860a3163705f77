import type { Attack } from './attack.ts'
import { table } from './table.ts'

/** What another member received, and how to get keys without paying (D31, D32, D34). */
export const deliveries: Attack[] = table(
  {},
  String.raw`
  200 [] | POST rpc/order_delivery | the delivery of another | {"p_order_id":"{order.keyed}"}
  200 [] | POST rpc/delivery_status | the status of another's delivery | {"p_order_id":"{order.keyed}"}
  200 [] | POST rpc/order_events | the events of another's order | {"p_order_id":"{order.keyed}"}
  200 [] | admin POST rpc/order_delivery | the delivery of a member, as an admin | {"p_order_id":"{order.keyed}"}
  200 [] | POST rpc/order_delivery | an order that does not exist | {"p_order_id":"{uuid}"}
  400 22P02 | POST rpc/order_delivery | a pattern as the order | {"p_order_id":"%"}
  404 PGRST202 | POST rpc/order_delivery | another person beside the order | {"p_order_id":"{order.keyed}","p_user_id":"{victim}"}
  4xx, 200 [] | GET rpc/order_delivery?p_order_id={order.keyed} | the delivery of another by GET
  404 nothing_to_report | POST rpc/report_delivery | a report on another's order | {"p_order_id":"{order.keyed}","p_reason":"Refused"}
  404 nothing_to_report | POST rpc/report_delivery | a report before the delivery | {"p_order_id":"{order.mallory}","p_reason":"Refused"}
  422 reason_required | POST rpc/report_delivery | a reason of one megabyte | {"p_order_id":"{order.keyed}","p_reason":"{a*1000000}"}
  409 sold_out | POST orders | a key of an empty pool | order {"benefit_id":"{keyed}"}
  200 [] | PATCH benefits?id=eq.{keyed} | a pool turned off | {"delivery_method":"manual"} | {"prefer":"return=representation"}
  400 | GET orders?select=id,deliveries(*) | deliveries embedded in orders
  400 | GET orders?select=id,delivery_keys(secret) | keys embedded in orders
  400 | GET benefits?select=id,benefit_delivery(*) | settings embedded in benefits
  200 count 0 | GET orders?id=eq.{order.keyed} | the order counted |  | {"prefer":"count=exact"}
  200 [] | admin POST rpc/search_keys | SQL as a search | {"p_benefit_id":"{keyed}","p_search":"'; drop table private.delivery_keys; --"}
  200 [] | admin POST rpc/search_keys | a pattern as a search | {"p_benefit_id":"{keyed}","p_search":"%"}
  400 | admin POST rpc/import_keys | a NUL in a key | {"p_benefit_id":"{keyed}","p_keys":["KEY\u0000-1"],"p_dry_run":false}
  413 import_too_large | admin POST rpc/import_keys | one line of 3 MB | {"p_benefit_id":"{keyed}","p_keys":["{a*3000000}"],"p_dry_run":false}
  413 | admin POST rpc/import_keys | one line of 10 MB | {"p_benefit_id":"{keyed}","p_keys":["{a*10000000}"],"p_dry_run":false}
  409 order_changed | admin POST rpc/deliver_order | an outdated order | {"p_order_id":"{order.mallory}","p_updated_at":"2001-01-01","p_kind":"text","p_content":"x"}
  409 settings_changed | admin POST rpc/save_delivery_settings | outdated settings | {"p_benefit_id":"{benefit}","p_updated_at":"2001-01-01","p_method":"link","p_link":"https://evil.example/"}
`,
)
