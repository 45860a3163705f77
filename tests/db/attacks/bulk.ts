import { type Attack, request } from './attack.ts'
import { table } from './table.ts'

/** Operations on many rows, by those who may not, and past what was counted (D46). */
export const bulk: Attack[] = [
  ...table(
    {},
    `
  200 [] | GET operations | operations as a table
  400 unknown_filter | admin POST rpc/set_order_statuses | SQL as a filter | {"p_filter":{"status":"pending' or true --"},"p_status":"cancelled","p_dry_run":false}
  400 unknown_filter | admin POST rpc/set_order_statuses | a filter with a key of its own | {"p_filter":{"or":"true"},"p_status":"cancelled","p_dry_run":false}
  400 unknown_filter | admin POST rpc/set_order_statuses | a list as a filter | {"p_filter":[],"p_status":"cancelled","p_dry_run":false}
  422 filter_or_ids | admin POST rpc/set_order_statuses | a filter that widens ids | {"p_ids":["{order.victim}"],"p_filter":{},"p_status":"cancelled","p_dry_run":false}
  409 numbers_differ | admin POST rpc/set_order_statuses | forged numbers of a dry run | {"p_ids":["{order.victim}"],"p_status":"cancelled","p_dry_run":false,"p_expected":{"changed":2,"tokens":20}}
  404 operation_not_found | admin POST rpc/set_order_statuses | a forged dry run | {"p_ids":["{order.victim}"],"p_status":"cancelled","p_dry_run":false,"p_expected":{"operation_id":"{uuid}"}}
  4xx | admin POST rpc/set_order_statuses | numbers that are none | {"p_ids":["{order.victim}"],"p_status":"cancelled","p_dry_run":false,"p_expected":{"changed":"all"}}
  422 unknown_status | admin POST rpc/set_order_statuses | an unknown status | {"p_ids":["{order.victim}"],"p_status":"refunded","p_dry_run":false}
  422 invalid_delivery | admin POST rpc/set_order_statuses | a script as a link | {"p_ids":["{order.victim}"],"p_status":"delivered","p_dry_run":false,"p_kind":"link","p_content":"javascript:alert(1)"}
  422 invalid_note | admin POST rpc/note_orders | a note of one megabyte | {"p_ids":["{order.victim}"],"p_note":"{a*1000000}","p_dry_run":false}
  409 numbers_differ | admin POST rpc/grant_tokens | forged numbers of a grant | {"p_rows":[{"email":"{mallory.email}","tokens":1}],"p_type":"purchase","p_reason":"x","p_dry_run":false,"p_expected":{"changed":1,"tokens":1000}}
  409 numbers_differ | admin POST rpc/change_benefits | forged numbers of skipped benefits | {"p_ids":["{benefit}"],"p_change":"price","p_value":9,"p_dry_run":false,"p_expected":{"skipped":[{"reason":"same_price","count":1}]}}
  400 unknown_filter | admin POST rpc/set_keys_aside | keys of every benefit | {"p_filter":{},"p_dry_run":false}
  400 unknown_filter | admin POST rpc/set_keys_aside | SQL as the benefit of keys | {"p_filter":{"benefit":"{keyed}' or true --"},"p_dry_run":false}
  400 unknown_filter | admin POST rpc/change_benefits | a filter of benefits with SQL | {"p_filter":{"true or r.id":"x"},"p_change":"active","p_value":0,"p_dry_run":false}
  400 unknown_filter | admin POST rpc/extend_memberships | a filter of people by role | {"p_filter":{"role":"admin"},"p_months":1,"p_dry_run":false}
  422 filter_or_ids | admin POST rpc/change_benefits | a filter beside benefits | {"p_ids":["{benefit}"],"p_filter":{},"p_change":"active","p_value":0,"p_dry_run":false}
  413 | admin POST rpc/grant_tokens | a line of 10 MB | {"p_rows":[{"email":"{mallory.email}","tokens":1,"reason":"{a*10000000}"}],"p_type":"purchase","p_dry_run":false}
  422 invalid_grant_type | admin POST rpc/grant_tokens | a grant as a refund | {"p_rows":[{"email":"{mallory.email}","tokens":1}],"p_type":"refund","p_reason":"x","p_dry_run":false}
  404 operation_not_found | admin POST rpc/undo_operation | an operation that does not exist | {"p_operation_id":"{uuid}"}
`,
  ),
  request(
    'a grant of 100,000 lines',
    ({ mallory }) => {
      const p_rows = Array.from({ length: 100_000 }, () => ({ email: mallory.email, tokens: 1 }))
      const body = { p_rows, p_type: 'purchase', p_reason: 'x', p_dry_run: false }
      return { as: 'admin', path: '/rest/v1/rpc/grant_tokens', body }
    },
    '413',
  ),
]
