import { me, other } from '../support/attempt'
import { BALANCE, type Rule, refusals, rules } from './rule'

const cancelling = 'select cancel_my_order(:order)'
const processing = `update orders set status = 'processing' where id = :order`
/** Members cancel their own pending orders (D35). */
export const cancellationRules: Rule[] = [
  ...refusals({
    order_not_found: other(cancelling),
    order_not_pending: me(cancelling, undefined, { before: [processing] }),
  }),
  ...rules({
    'a cancelled order stays as it is when it is cancelled again': me(cancelling, 'done', {
      before: [`update orders set status = 'cancelled' where id = :order`],
    }),
    'a pending order is cancelled': me(cancelling, 'done', { reads: [BALANCE, 25] }),
  }),
]
