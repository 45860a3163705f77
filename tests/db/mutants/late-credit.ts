import { admin, me, owner } from '../support/attempt'
import { CANCEL, conditions, LEAVE, type SchemaMutant, triggers } from './mutant'

const late = (more = '') =>
  `update orders set credit_rate = 1, credit_cap = 10, due_at = now() - interval '90 minutes'${more} where id = :order`
const credited = `select coalesce(sum(amount), 0)::int from token_transactions
  where order_id = :order and transaction_type = 'adjustment'`
const deliver = `update orders set status = 'delivered' where id = :order`
const none = (before: string[], sql: string | string[] = deliver, value = 0) =>
  admin(sql, 'done', { before, reads: [credited, value] })

/** The credit for a late delivery (D36). */
export const lateCreditMutants: SchemaMutant[] = [
  ...triggers('orders', {
    orders_update_close: none([late()], deliver, 1),
    orders_credit: none([late()], deliver, 1),
  }),
  ...conditions('delay_worth', {
    'a delay is worth at most the price': [
      `,\\s+coalesce\\(p_order.benefit_token_value, 0\\)`,
      '',
      none([late(', benefit_token_value = 0')]),
    ],
    'a delay is worth at most the cap': [
      ', p_order.credit_cap',
      '',
      none([late(), 'update orders set credit_cap = 0']),
    ],
    'only deliveries by hand are late': [
      `p_order.delivery_method <> 'manual' or `,
      '',
      none([late(`, delivery_method = 'link'`)]),
    ],
    'nobody is credited for the order of a deleted person': [
      ' or p_order.user_id is null',
      '',
      admin(deliver, 'done', {
        before: [late(), LEAVE],
        reads: ['select late_credit from orders where id = :order', 0],
      }),
    ],
  }),
  ...conditions('hours_late', {
    'only full hours count': ['floor\\(', 'ceil(', none([late()], deliver, 1)],
  }),
  ...conditions('order_close', {
    'a member who cancels earns nothing': [
      `\\(new.status = 'cancelled' and auth.uid\\(\\) = new.user_id\\)`,
      'false',
      me('select cancel_my_order(:order)', 'done', { before: [late()], reads: [credited, 0] }),
    ],
    'only an admin closes with a credit': [
      'auth.uid\\(\\) is null or ',
      '',
      owner(deliver, 'done', { before: [late()], reads: [credited, 0] }),
    ],
    'a delay is decided once': [
      'new.late_credit is null',
      'true',
      admin(deliver, 'done', {
        before: [late(', late_credit = 0')],
        reads: ['select late_credit from orders where id = :order', 0],
      }),
    ],
    'only what waited can be late': [
      `old.status in \\('pending', 'processing'\\) and `,
      '',
      none([late(), deliver, 'update orders set late_credit = null'], CANCEL),
    ],
    'an operation decides when it settles': [
      'and private.current_operation\\(\\) is null',
      '',
      none([late(), `select set_config('guildhall.operation', :order, true)`]),
    ],
    'the first delivery counts': [
      'coalesce\\(new.fulfilled_at, new.updated_at\\)',
      'new.updated_at',
      admin(deliver, 'done', {
        before: [late(`, fulfilled_at = '2001-01-01'`)],
        reads: [`select fulfilled_at = '2001-01-01' from orders where id = :order`, true],
      }),
    ],
  }),
  ...conditions('post_credit', {
    'a member is credited 20 tokens in 30 days': [
      'private.credit_left\\(p_order.user_id, p_at\\)',
      '100',
      none([
        late(),
        `select private.post_tokens(:me, 'adjustment', 20, 'Late credit', p_order => gen_random_uuid())`,
      ]),
    ],
  }),
  ...conditions('credit_left', {
    'after 30 days a member can be credited again': [
      '30 days',
      '60 days',
      none(
        [
          late(),
          `select private.post_tokens(:me, 'adjustment', 20, 'Late credit', p_order => gen_random_uuid(), p_at => now() - interval '31 days')`,
        ],
        deliver,
        1,
      ),
    ],
    'other adjustments do not count': [
      ' AND \\(t.order_id IS NOT NULL\\)',
      '',
      none([late(), `select private.post_tokens(:me, 'adjustment', 20, 'Adjustment')`], deliver, 1),
    ],
  }),
  ...conditions('order_after', {
    'a credit is no part of what an order costs (D6)': [
      ` and t.transaction_type in \\('redemption', 'refund'\\)`,
      '',
      admin([deliver, CANCEL], 'done', {
        before: [late()],
        reads: ['select current_tokens from profiles where id = :me', 26],
      }),
    ],
  }),
]
