import { me, other } from '../support/attempt'
import { BALANCE, conditions, refusals, type SchemaMutant } from './mutant'

const cancelling = 'select cancel_my_order(:order)'
const processing = `update orders set status = 'processing' where id = :order`

/** Members cancel their own pending orders (D35). */
export const cancellationMutants: SchemaMutant[] = [
  ...refusals('cancel_my_order', {
    order_not_found: other(cancelling),
    order_not_pending: me(cancelling, undefined, { before: [processing] }),
  }),
  ...conditions('cancel_my_order', {
    'an order is cancelled by its owner': [
      ' and o.user_id = auth.uid\\(\\)',
      '',
      other(cancelling, 'order_not_found'),
    ],
    'a cancelled order stays as it is when it is cancelled again': [
      `elsif v_order.status = 'cancelled' then\\s+return v_order.updated_at;`,
      '',
      me(cancelling, 'done', { before: [`update orders set status = 'cancelled' where id = :order`] }),
    ],
    'a pending order is cancelled': [
      `\\(p_order_id, 'cancelled'\\)`,
      `(p_order_id, 'pending')`,
      me(cancelling, 'done', { reads: [BALANCE, 25] }),
    ],
  }),
]
