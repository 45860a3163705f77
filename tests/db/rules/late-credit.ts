import { admin, me, owner } from '../support/attempt'
import { CANCEL, LEAVE, type Rule, rules } from './rule'

const late = (more = '') =>
  `update orders set credit_rate = 1, credit_cap = 10, due_at = now() - interval '90 minutes'${more} where id = :order`
const credited = `select coalesce(sum(amount), 0)::int from token_transactions
  where order_id = :order and transaction_type = 'adjustment'`
const deliver = `update orders set status = 'delivered' where id = :order`
const none = (before: string[], sql: string | string[] = deliver, value = 0) =>
  admin(sql, 'done', { before, reads: [credited, value] })
/** The credit for a late delivery (D36). */
export const lateCreditRules: Rule[] = [
  ...rules({
    orders_update_close: none([late()], deliver, 1),
    'a delay is worth at most the price': none([late(', benefit_token_value = 0')]),
    'a delay is worth at most the cap': none([late(), 'update orders set credit_cap = 0']),
    'only deliveries by hand are late': none([late(`, delivery_method = 'link'`)]),
    'nobody is credited for the order of a deleted person': admin(deliver, 'done', {
      before: [late(), LEAVE],
      reads: ['select late_credit from orders where id = :order', 0],
    }),
    'a member who cancels earns nothing': me('select cancel_my_order(:order)', 'done', {
      before: [late()],
      reads: [credited, 0],
    }),
    'only an admin closes with a credit': owner(deliver, 'done', { before: [late()], reads: [credited, 0] }),
    'a delay is decided once': admin(deliver, 'done', {
      before: [late(', late_credit = 0')],
      reads: ['select late_credit from orders where id = :order', 0],
    }),
    'only what waited can be late': none([late(), deliver, 'update orders set late_credit = null'], CANCEL),
    'an operation decides when it settles': none([
      late(),
      `select set_config('guildhall.operation', :order, true)`,
    ]),
    'the first delivery counts': admin(deliver, 'done', {
      before: [late(`, fulfilled_at = '2001-01-01'`)],
      reads: [`select fulfilled_at = '2001-01-01' from orders where id = :order`, true],
    }),
    'a member is credited 20 tokens in 30 days': none([
      late(),
      `select private.post_tokens(:me, 'adjustment', 20, 'Late credit', p_order => gen_random_uuid())`,
    ]),
    'after 30 days a member can be credited again': none(
      [
        late(),
        `select private.post_tokens(:me, 'adjustment', 20, 'Late credit', p_order => gen_random_uuid(), p_at => now() - interval '31 days')`,
      ],
      deliver,
      1,
    ),
    'other adjustments do not count': none(
      [late(), `select private.post_tokens(:me, 'adjustment', 20, 'Adjustment')`],
      deliver,
      1,
    ),
    'a credit is no part of what an order costs (D6)': admin([deliver, CANCEL], 'done', {
      before: [late()],
      reads: ['select current_tokens from profiles where id = :me', 26],
    }),
  }),
]
