import { randomUUID } from 'node:crypto'
import type { FunctionRule, Who } from './rule.ts'

const SIGNED_IN: readonly Who[] = ['ghost', 'member', 'admin']
const ADMINS: readonly Who[] = ['admin']
const AT = new Date(0).toISOString()
const order = () => ({ p_order_id: randomUUID() })

/** The functions of deliveries, key pools and reports (D30 to D34); orders, keys and reports that do not exist. */
export const DELIVERY_FUNCTIONS: Record<string, FunctionRule> = {
  benefit_stock: {
    parameters: ['p_benefits'],
    call: ({ active }) => ({ p_benefits: [active.id] }),
    allowed: SIGNED_IN,
  },
  order_delivery: { parameters: ['p_order_id'], call: order, allowed: SIGNED_IN, writes: true },
  delivery_status: { parameters: ['p_order_id'], call: order, allowed: SIGNED_IN },
  order_events: { parameters: ['p_order_id'], call: order, allowed: SIGNED_IN },
  report_delivery: {
    parameters: ['p_order_id', 'p_reason'],
    call: () => ({ ...order(), p_reason: 'It is refused.' }),
    allowed: SIGNED_IN,
    raises: 'PT404',
    writes: true,
  },
  import_keys: {
    parameters: ['p_benefit_id', 'p_keys', 'p_dry_run'],
    call: ({ active }) => ({ p_benefit_id: active.id, p_keys: ['PROVE-0001'], p_dry_run: true }),
    allowed: ADMINS,
    writes: true,
  },
  search_keys: {
    parameters: ['p_benefit_id', 'p_search', 'p_state', 'p_key_id', 'p_reverse', 'p_limit'],
    call: ({ active }) => ({ p_benefit_id: active.id, p_search: '0001' }),
    allowed: ADMINS,
  },
  key_counts: {
    parameters: ['p_benefit_id'],
    call: ({ active }) => ({ p_benefit_id: active.id }),
    allowed: ADMINS,
  },
  reveal_key: { parameters: ['p_key_id'], call: () => ({ p_key_id: 0 }), allowed: ADMINS, writes: true },
  set_key_aside: {
    parameters: ['p_key_id', 'p_aside'],
    call: () => ({ p_key_id: 0, p_aside: true }),
    allowed: ADMINS,
    writes: true,
  },
  delivery_settings: {
    parameters: ['p_benefit_id'],
    call: ({ active }) => ({ p_benefit_id: active.id }),
    allowed: ADMINS,
  },
  save_delivery_settings: {
    parameters: `p_benefit_id p_updated_at p_method p_instructions p_link p_file p_low_stock`.split(' '),
    call: ({ active }) => ({ p_benefit_id: active.id, p_updated_at: AT, p_method: 'manual' }),
    allowed: ADMINS,
    raises: 'PT409',
    writes: true,
  },
  delivery_figures: {
    parameters: ['p_benefit_id'],
    call: ({ active }) => ({ p_benefit_id: active.id }),
    allowed: ADMINS,
  },
  last_delivery: {
    parameters: ['p_benefit_id'],
    call: ({ active }) => ({ p_benefit_id: active.id }),
    allowed: ADMINS,
  },
  deliver_order: {
    parameters: ['p_order_id', 'p_updated_at', 'p_kind', 'p_content', 'p_message'],
    call: () => ({ ...order(), p_updated_at: AT }),
    allowed: ADMINS,
    raises: 'PT409',
    writes: true,
  },
  search_reports: {
    parameters: 'p_benefit_id p_open p_search p_key_time p_key_id p_reverse p_limit'.split(' '),
    call: () => ({ p_search: 'x' }),
    allowed: ADMINS,
  },
  report_details: {
    parameters: ['p_report_id'],
    call: () => ({ p_report_id: randomUUID() }),
    allowed: ADMINS,
  },
  report_counts: { parameters: [], call: () => ({}), allowed: ADMINS },
  answer_report: {
    parameters: ['p_report_id', 'p_answer', 'p_text'],
    call: () => ({ p_report_id: randomUUID(), p_answer: 'refunded' }),
    allowed: ADMINS,
    raises: 'PT409',
    writes: true,
  },
  suspect_batches: { parameters: [], call: () => ({}), allowed: ADMINS },
  decide_batch: {
    parameters: ['p_batch_id', 'p_release'],
    call: () => ({ p_batch_id: randomUUID(), p_release: true }),
    allowed: ADMINS,
    raises: 'PT409',
    writes: true,
  },
}

export const DELIVERY_TABLES = [
  'available_keys',
  'benefit_delivery',
  'deliveries',
  'delivery_keys',
  'key_batches',
  'reports',
] as const

/** The private functions of deliveries that have no public name. */
export const DELIVERY_INTERNALS =
  `add_delivery benefit_delivery_after_delete claim_key deliver_instantly guard_delivery guard_key
  hold_bad_batch key_problems keys_left log_key mask_key next_report quarantined_batches replace_by_hand set_order_status wait_for_deletions`.split(
    /\s+/,
  )
