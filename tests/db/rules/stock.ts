import { admin, me, other, owner } from '../support/attempt'
import { CANCEL, type Rule, refusals, rules, stocked } from './rule'

const OTHER = '00000000-0000-4000-8000-0000000000e1'
const benefit = (set: string) => `update benefits set ${set} where id = :benefit`
const order = (ids = '(:benefit)') =>
  `insert into orders (user_id, benefit_id, redemption_email) select :me, v.id::uuid, 'a@b.test' from (values ${ids}) as v (id)`
const stock = (value: number): [query: string, value: unknown] => [
  'select stock from private.benefit_stock where benefit_id = :benefit',
  value,
]
/** The order took one from the stock, of which three are left. */
const took = ['update orders set from_stock = true where id = :order', stocked(3)]
const cancelled = [...took, CANCEL]
const second = `insert into benefits (id, name, description, token_value) values ('${OTHER}', 'Other', 'x', 1)`
const closed = benefit(`closes_at = now() - interval '1 second'`)
const opening = benefit(`opens_at = now() + interval '1 hour'`)
/** What orders check, and take from stock and limit (D38). */
export const stockRules: Rule[] = [
  ...rules({
    orders_acquire_stock: me(order(), 'done', { before: [stocked(3)], reads: stock(2) }),
    'a stock that was set is the one that was expected': admin(
      'select set_stock(:benefit, 9, 3), set_stock(:benefit, 8, 3)',
      'done',
      { before: [stocked(3)], reads: stock(9) },
    ),
    'keys are their own stock': owner(benefit(`delivery_method = 'key'`), 'done', {
      before: [stocked(3)],
      reads: ['select count(*)::int from private.benefit_stock where benefit_id = :benefit', 0],
    }),
    orders_use_unit: admin(CANCEL, 'done', { before: took, reads: stock(4) }),
  }),
  ...refusals({
    benefit_unavailable: me(order(), undefined, { before: [benefit('is_active = false')] }),
    not_open_yet: me(order(), undefined, { before: [opening] }),
    closed: me(order(), undefined, { before: [closed] }),
    price_changed: me(
      order()
        .replace('insert into orders (', 'insert into orders (benefit_token_value, ')
        .replace('select', 'select 9,'),
    ),
  }),
  ...refusals({
    limit_reached: me(order(), undefined, { before: [benefit('per_member_limit = 1')] }),
  }),
  ...refusals({
    sold_out: me(order('(:benefit), (:benefit)'), undefined, {
      before: [stocked(1), benefit('token_value = 1')],
    }),
  }),
  ...rules({
    'a limit is that of one member': other(order().replace(':me', ':other'), 'done', {
      before: [benefit('per_member_limit = 1')],
    }),
    'a limit is that of one benefit': me(order(`('${OTHER}')`), 'done', {
      before: [second, 'update benefits set per_member_limit = 1'],
    }),
    'a returned unit does not count': me(order(), 'done', {
      before: [benefit('per_member_limit = 1'), CANCEL],
    }),
    'one statement locks one stock or limit': me(order(`(:benefit), ('${OTHER}')`), 'too_many_orders', {
      before: [
        second,
        benefit('token_value = 1'),
        `update benefits set per_member_limit = 5 where id = '${OTHER}'`,
      ],
    }),
    'what was delivered is spent': admin(CANCEL, 'done', {
      before: [...took, `update orders set unit = 'spent' where id = :order`],
      reads: stock(3),
    }),
    'a delivery spends the unit': owner(`select private.order_unit('held', 'delivered')`, undefined, {
      returns: 'spent',
    }),
    'only what was taken is returned': admin(CANCEL, 'done', {
      before: [stocked(3)],
      reads: stock(3),
    }),
    'leaving cancelled takes again': admin(
      `update orders set status = 'pending' where id = :order`,
      'sold_out',
      {
        before: [...cancelled, stocked(0)],
      },
    ),
    'the unit of an order is not logged': admin(CANCEL, 'done', {
      reads: [`select bool_or(after ? 'unit') from private.audit_log where row_id = :order::text`, false],
    }),
  }),
]
