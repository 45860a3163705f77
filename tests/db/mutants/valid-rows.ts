import { type Attempt, owner } from '../support/attempt'
import { dropConstraint } from '../support/mutation'
import { conditions, mutant, type SchemaMutant, triggers } from './mutant'

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

/** A rule of a function: its text, and statements that only this rule refuses. */
type Rules = Record<string, string | string[]>

const ORDERS: Rules = {
  "p_status in \\('pending'[^)]*\\)": order('status', `'lost'`),
  'p_method in \\([^)]*\\)': order('delivery_method', `'post'`),
  'p_unit in \\([^)]*\\)': `update orders set unit = 'lost' where id = :order`,
  'p_price >= 0': order('benefit_name, benefit_token_value', `'x', -1`),
  'char_length\\(p_email\\) <= 254': order('redemption_email', `${long(253)} || '@b'`),
  'private.is_email\\(p_email\\)': order('redemption_email', `'x'`),
}
const LEDGER: Rules = {
  "p_type in \\('signup_bonus'[^)]*\\)": post('gift', 1, 'A gift'),
  'p_amount <> 0': post('purchase', 0, 'Nothing'),
  'p_balance >= 0': post('purchase', -30, 'Below', ', p_balance => -15'),
  'char_length\\(p_description\\) between 1 and 300': [
    post('purchase', 1, ''),
    post('purchase', 1, 'x'.repeat(301)),
  ],
  "p_type in \\('purchase', 'adjustment'\\)": post('referral_bonus', 1, 'Bonus', `, p_reason => 'x'`),
  'private.is_reason\\(p_reason\\)': [`' x'`, long(201), `'a\u200bb'`, `'two\nlines'`].map((reason) =>
    post('adjustment', 1, 'Adjustment', `, p_reason => ${reason}`),
  ),
}
const OUTBOX: Rules = {
  'private.is_email_kind\\(p_kind\\)': email('kind', `'newsletter'`),
  '\\(p_recipient is null\\) = \\(p_kind in \\([^)]*\\)\\)': `insert into private.outbox (id, kind) values (gen_random_uuid(), 'order_placed')`,
  "\\(p_kind = 'test'\\) = \\(p_template is not null\\)": email(
    'kind, template',
    `'order_placed', 'order_placed'`,
  ),
  "p_template ~ '[^']*'": email('kind, template', `'test', '<b>'`),
  '\\(p_outcome is null\\) = \\(p_finished_at is null\\)': email('kind, outcome', `'order_placed', 'sent'`),
  'p_outcome in \\([^)]*\\)': email('kind, outcome, finished_at', `'order_placed', 'lost', now()`),
  "p_error ~ '[^']*'": email('kind, last_error', `'order_placed', '550 <mia@x.test>'`),
}
const DELIVERIES: Rules = {
  'p_method in \\([^)]*\\)': delivery('', '', `'post'`),
  'p_kind in \\([^)]*\\)': delivery('kind, content', `'post', 'x'`),
  'char_length\\(p_content\\) between 1 and 5000': [`''`, long(5001)].map((content) =>
    delivery('kind, content', `'text', ${content}`),
  ),
  'char_length\\(p_message\\) between 1 and 2000': [`''`, long(2001)].map((message) =>
    delivery('message', message),
  ),
  'p_path is not null and p_content is null and p_key is null': [
    delivery('kind', `'file'`),
    delivery('kind, file_path, content', `'file', 'a', 'x'`),
  ],
  '\\(p_key is null\\) <> \\(p_content is null\\) and p_path is null': [
    delivery('kind', `'key'`),
    delivery('kind, content, file_path', `'key', 'x', 'a'`),
  ],
  '\\(p_kind is null\\) = \\(p_content is null\\) and p_key is null and p_path is null': [
    delivery('kind', `'text'`),
    delivery('content', `'x'`),
    delivery('kind, content, file_path', `'link', 'x', 'a'`),
  ],
}
const NOTIFICATIONS: Rules = {
  'p_count > 0': notice(`'order_status'`, 0),
  'p_kind in \\([^)]*\\)': notice(`'newsletter'`, 1),
}
const PROFILES: Rules = {
  'char_length\\(new.name\\) <= 120': profile(`name = ${long(121)}`),
  'private.is_plain_text\\(new.name\\)': [`' '`, `'No\u00adra'`, `'\u3164'`].map((name) =>
    profile(`name = ${name}`),
  ),
  'char_length\\(new.email\\) <= 320': profile(`email = ${long(319)} || '@b'`),
  'private.is_email\\(new.email\\)': profile(`email = 'x'`),
  'char_length\\(new.phone\\) <= 40': profile(`phone = ${long(41)}`),
  'private.is_plain_text\\(new.phone\\)': profile(`phone = '\u200b'`),
  "new.role in \\('user', 'admin'\\)": profile(`role = 'root'`),
  'num_nonnulls\\(.*\\) = 0': [profile(`adjustment_type = 'purchase'`), profile(`adjustment_reason = 'x'`)],
}

/** Each rule of a function left out, which then accepts everything that the rule refuses. */
const rules = (name: string, of: Rules, refusal: string): SchemaMutant[] =>
  conditions(
    name,
    Object.fromEntries(
      Object.entries(of).map(([rule, sql]) => [
        `${name}: ${rule}`,
        [rule, 'true', owner(sql, refusal)] as [string, string, Attempt],
      ]),
    ),
  )
const check = (table: string, name: string, sql: string) =>
  mutant(`check: ${name}`, dropConstraint(table, name), owner(sql, '23514'))

/** What the rows of the tables that orders write may hold (decision 76). */
export const validRowMutants: SchemaMutant[] = [
  check('orders', 'orders_valid', order('status', `'lost'`)),
  check('token_transactions', 'token_transactions_valid', post('gift', 1, 'A gift')),
  check('private.outbox', 'outbox_valid', email('kind', `'newsletter'`)),
  check('private.deliveries', 'deliveries_valid', delivery('kind', `'text'`)),
  ...triggers('profiles', { profiles_valid: owner(profile(`role = 'root'`), 'invalid_profile') }),
  ...rules('is_order', ORDERS, '23514'),
  ...rules('is_ledger_row', LEDGER, '23514'),
  ...rules('is_outbox_row', OUTBOX, '23514'),
  ...rules('is_delivery_row', DELIVERIES, '23514'),
  ...rules('is_notification_row', NOTIFICATIONS, '23514'),
  ...rules('check_profile', PROFILES, 'invalid_profile'),
]
