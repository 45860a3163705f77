import { GONE, PASS, type Refusal } from './refusal'

const order = (columns: string, values: string) =>
  `insert into orders (id, user_id, benefit_id, redemption_email${columns && `, ${columns}`})
   values ('00000000-0000-4000-8000-0000000000a1', :me, :benefit, 'a@b.test'${values && `, ${values}`})`
const status = (change: string) => `update orders set ${change} where id = :order`

export const orderRefusals: Refusal[] = [
  [
    'ledger_apply()',
    'insufficient_tokens',
    {
      say: `select private.post_tokens(:me, 'redemption', -1000, 'Too much')`,
      comes: 'insufficient_tokens',
    },
  ],
  [
    'ledger_guard()',
    'ledger_is_append_only',
    {
      say: 'update token_transactions set amount = 26 where account_id = :me',
      comes: 'ledger_is_append_only',
    },
    PASS,
  ],
  [
    'check_balance()',
    'ledger_mismatch',
    {
      before: ['update profiles set current_tokens = current_tokens + 1 where id = :me'],
      say: 'set constraints all immediate',
      comes: 'ledger_mismatch',
    },
  ],
  [
    'order_insert()',
    'permission denied: an order is placed for oneself',
    {
      by: 'service',
      say: 'insert into orders (user_id, benefit_id, redemption_email) values (:other, :benefit, $$a@b.test$$)',
      comes: '42501',
    },
  ],
  [
    'order_insert()',
    'too_many_orders',
    {
      by: 'me',
      say: `insert into orders (user_id, benefit_id, redemption_email)
          select :me, :benefit, 'a@b.test' from generate_series(1, 101)`,
      comes: 'too_many_orders',
    },
  ],
  [
    'order_insert()',
    'not_signed_in',
    { before: [GONE], by: 'me', say: order('', ''), comes: 'not_signed_in' },
  ],
  [
    'order_insert()',
    'invalid_redemption_email',
    {
      by: 'me',
      say: 'insert into orders (user_id, benefit_id) values (:me, :benefit)',
      comes: 'invalid_redemption_email',
    },
  ],
  [
    'order_insert()',
    'benefit_unavailable',
    {
      before: ['update benefits set is_active = false where id = :benefit'],
      by: 'me',
      say: order('', ''),
      comes: 'benefit_unavailable',
    },
  ],
  [
    'order_insert()',
    'price_changed',
    { by: 'me', say: order('benefit_token_value', '9'), comes: 'price_changed' },
  ],
  [
    'order_update()',
    'order_is_immutable',
    { by: 'service', say: status('benefit_token_value = 1'), comes: 'order_is_immutable' },
  ],
  [
    'order_update()',
    'not_admin',
    { by: 'service', say: status(`status = 'processing'`), comes: 'not_admin' },
  ],
]
