import { owner } from '../support/attempt'
import { constraints, type Rule } from './rule'

const order = (columns: string, values: string) =>
  `insert into orders (user_id, ${columns}) values (:me, ${values})`
const profile = (set: string) => `update profiles set ${set} where id = :me`
const post = (type: string, amount: number, text: string, more = '') =>
  `select private.post_tokens(:me, '${type}', ${amount}, '${text}'${more})`
const email = (columns: string, values: string) =>
  `insert into private.outbox (id, recipient_id, ${columns}) values (gen_random_uuid(), :me, ${values})`
const delivery = (columns: string, values: string, method = `'manual'`) =>
  `insert into private.deliveries (order_id, method${columns && `, ${columns}`}) values (:order, ${method}${values && `, ${values}`})`
const notice = (kind: string, count: number) =>
  `insert into notifications (id, user_id, kind, count) values (gen_random_uuid(), :me, ${kind}, ${count})`
const long = (length: number) => `repeat('a', ${length})`
/** Rows that are refused. */
type Rows = Record<string, string | string[]>
const ORDERS: Rows = {
  status: order('status', `'lost'`),
  method: order('delivery_method', `'post'`),
  unit: `update orders set unit = 'lost' where id = :order`,
  price: order('benefit_name, benefit_token_value', `'x', -1`),
  'length of the email': order('redemption_email', `${long(253)} || '@b'`),
  email: order('redemption_email', `'x'`),
}
const LEDGER: Rows = {
  type: post('gift', 1, 'A gift'),
  amount: post('purchase', 0, 'Nothing'),
  balance: post('purchase', -30, 'Below', ', p_balance => -15'),
  'length of the description': [post('purchase', 1, ''), post('purchase', 1, 'x'.repeat(301))],
  'reason of this type': post('referral_bonus', 1, 'Bonus', `, p_reason => 'x'`),
  reason: [`' x'`, long(201), `'a\u200bb'`, `'two\nlines'`].map((reason) =>
    post('adjustment', 1, 'Adjustment', `, p_reason => ${reason}`),
  ),
}
const OUTBOX: Rows = {
  kind: email('kind', `'newsletter'`),
  recipient: `insert into private.outbox (id, kind) values (gen_random_uuid(), 'order_placed')`,
  'template of this kind': email('kind, template', `'order_placed', 'order_placed'`),
  template: email('kind, template', `'test', '<b>'`),
  finished: email('kind, outcome', `'order_placed', 'sent'`),
  outcome: email('kind, outcome, finished_at', `'order_placed', 'lost', now()`),
  error: email('kind, last_error', `'order_placed', '550 <mia@x.test>'`),
}
const DELIVERIES: Rows = {
  method: delivery('', '', `'post'`),
  kind: delivery('kind, content', `'post', 'x'`),
  'length of the content': [`''`, long(5001)].map((content) =>
    delivery('kind, content', `'text', ${content}`),
  ),
  'length of the message': [`''`, long(2001)].map((message) => delivery('message', message)),
  file: [delivery('kind', `'file'`), delivery('kind, file_path, content', `'file', 'a', 'x'`)],
  key: [delivery('kind', `'key'`), delivery('kind, content, file_path', `'key', 'x', 'a'`)],
  content: [
    delivery('kind', `'text'`),
    delivery('content', `'x'`),
    delivery('kind, content, file_path', `'link', 'x', 'a'`),
  ],
}
const NOTIFICATIONS: Rows = {
  count: notice(`'order_status'`, 0),
  kind: notice(`'newsletter'`, 1),
}
const PROFILES: Rows = {
  'length of the name': profile(`name = ${long(121)}`),
  name: [`' '`, `'No\u00adra'`, `'\u3164'`].map((name) => profile(`name = ${name}`)),
  'length of the email': profile(`email = ${long(319)} || '@b'`),
  email: profile(`email = 'x'`),
  'length of the phone': profile(`phone = ${long(41)}`),
  phone: profile(`phone = '\u200b'`),
  role: profile(`role = 'root'`),
  'adjustment without a change of tokens': [
    profile(`adjustment_type = 'purchase'`),
    profile(`adjustment_reason = 'x'`),
  ],
}
const valid = (name: string, of: Rows, refusal = name): Rule[] =>
  Object.entries(of).map(([rule, sql]) => [`${name}: ${rule}`, owner(sql, refusal)])

/** What the rows of the tables that orders write may hold. */
export const validRowRules: Rule[] = [
  ...constraints({
    orders_valid: order('status', `'lost'`),
    token_transactions_valid: post('gift', 1, 'A gift'),
    outbox_valid: email('kind', `'newsletter'`),
    deliveries_valid: delivery('kind', `'text'`),
  }),
  ...valid('orders_valid', ORDERS),
  ...valid('token_transactions_valid', LEDGER),
  ...valid('outbox_valid', OUTBOX),
  ...valid('deliveries_valid', DELIVERIES),
  ...valid('notifications_valid', NOTIFICATIONS),
  ...valid('profiles', PROFILES, 'invalid_profile'),
]
