import { attempt } from '../support/attempt'
import { dropConstraint, dropIndex } from '../support/mutation'
import type { SchemaMutant } from './mutant'

/** `insert into table (columns) values (values)`, by the owner of the database. */
const insert = (table: string, columns: string, values: string) =>
  `insert into ${table} (${columns}) values (${values})`
const profile = (set: string) => `update profiles set ${set} where id = :me`
const benefit = (set: string) => `update benefits set ${set} where id = :benefit`
const post = (type: string, amount: number, text: string, balance = 'null') =>
  `select private.post_tokens(:me, '${type}', ${amount}, '${text}', p_balance => ${balance})`
const long = (length: number) => `repeat('a', ${length})`

/** Each check, and a row that only this one refuses. */
const CHECKS: [table: string, name: string, say: string][] = [
  ['profiles', 'profiles_name_check', profile(`name = ' '`)],
  ['profiles', 'profiles_email_check', profile(`email = ${long(320)} || '@b'`)],
  ['profiles', 'profiles_phone_check', profile(`phone = ${long(41)}`)],
  ['profiles', 'profiles_role_check', profile(`role = 'root'`)],
  ['profiles', 'profiles_adjustment_reason_not_stored', profile(`adjustment_reason = 'x'`)],
  [
    'token_transactions',
    'token_transactions_reason_of_adjustment',
    `select private.post_tokens(:me, 'purchase', 1, 'Bought', p_reason => 'x')`,
  ],
  [
    'token_transactions',
    'token_transactions_reason_readable',
    `select private.post_tokens(:me, 'adjustment', 1, 'Adjustment', p_reason => ' x')`,
  ],
  ['token_transactions', 'token_transactions_amount_check', post('purchase', 0, 'Nothing')],
  ['token_transactions', 'token_transactions_balance_after_check', post('purchase', -30, 'Below', '-5')],
  ['token_transactions', 'token_transactions_description_check', post('purchase', 1, '')],
  ['token_transactions', 'token_transactions_transaction_type_check', post('gift', 1, 'A gift')],
  ['benefits', 'benefits_name_check', benefit(`name = ${long(121)}`)],
  ['benefits', 'benefits_description_check', benefit(`description = ' '`)],
  ['benefits', 'benefits_image_url_check', benefit(`image_url = '/' || ${long(2048)}`)],
  ['benefits', 'benefits_token_value_check', benefit('token_value = 0')],
  [
    'orders',
    'orders_benefit_token_value_check',
    insert('orders', 'user_id, benefit_name, benefit_token_value', `:me, 'x', -1`),
  ],
  ['orders', 'orders_redemption_email_check', insert('orders', 'user_id, redemption_email', `:me, 'x'`)],
  ['orders', 'orders_status_check', insert('orders', 'user_id, status', `:me, 'lost'`)],
  [
    'redeem_codes',
    'redeem_codes_token_value_check',
    insert('redeem_codes', 'code, token_value', `'WORTH-TOO-MUCH', 1001`),
  ],
  ['redeem_codes', 'redeem_codes_used_once', 'update redeem_codes set used_by = :me where code = :token'],
  ['invite_codes', 'invite_codes_used_once', 'update invite_codes set used_by = :me where code = :invite'],
  ['invite_codes', 'invite_codes_code_check', insert('invite_codes', 'code', `'abc'`)],
  ['app_settings', 'app_settings_key_check', insert('app_settings', 'key, value', `'colour', '/red'`)],
  [
    'app_settings',
    'app_settings_value_check',
    insert('app_settings', 'key, value', `'email_logo_in_mails', '/' || ${long(2048)}`),
  ],
  [
    'private.audit_log',
    'audit_log_action_check',
    insert('private.audit_log', 'table_name, row_id, action', `'x', 'x', 'x'`),
  ],
]

const twice = (table: string, column: string) =>
  `insert into ${table} (${column}) select ${column} from ${table} limit 1`

/** What there may be only once. */
const UNIQUE: SchemaMutant[] = [
  [
    'unique: an email, however it is spelt',
    dropIndex('profiles_email_key'),
    attempt({
      say: `update profiles set email = upper((select email from profiles where id = :other)) where id = :me`,
      comes: '23505',
    }),
  ],
  [
    'unique: the place of a ledger row',
    dropConstraint('token_transactions', 'token_transactions_seq_key'),
    attempt({
      before: [
        'set local session_replication_role = replica',
        'alter table token_transactions alter column seq drop identity',
      ],
      say: `update token_transactions set seq = (select seq from token_transactions where account_id = :other limit 1)
        where account_id = :me`,
      comes: '23505',
    }),
  ],
  [
    'unique: the number of an order',
    dropConstraint('orders', 'orders_order_number_key'),
    attempt({
      say: `insert into orders (user_id, order_number) values (:me, 'ORD-TWICE'), (:other, 'ORD-TWICE')`,
      comes: '23505',
    }),
  ],
  [
    'unique: an invite code',
    dropConstraint('invite_codes', 'invite_codes_code_key'),
    attempt({ say: twice('invite_codes', 'code'), comes: '23505' }),
  ],
  [
    'unique: a token code',
    dropConstraint('redeem_codes', 'redeem_codes_code_key'),
    attempt({ say: twice('redeem_codes', 'code, token_value'), comes: '23505' }),
  ],
]

/** What a row may hold. */
export const rowMutants: SchemaMutant[] = [
  ...CHECKS.map(
    ([table, name, say]): SchemaMutant => [
      `check: ${name}`,
      dropConstraint(table, name),
      attempt({ say, comes: '23514' }),
    ],
  ),
  ...UNIQUE,
]
