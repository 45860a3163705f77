import { type Attempt, owner } from '../support/attempt'
import { constraints, REVOKED, type Rule, stocked } from './rule'

const insert = (table: string, columns: string, values: string) =>
  `insert into ${table} (${columns}) values (${values})`
const update = (table: string, set: string, where: string) => `update ${table} set ${set} where ${where}`
const profile = (set: string) => update('profiles', set, 'id = :me')
const benefit = (set: string) => update('benefits', set, 'id = :benefit')
const post = (type: string, amount: number, text: string, more = '') =>
  `select private.post_tokens(:me, '${type}', ${amount}, '${text}'${more})`
const long = (length: number) => `repeat('a', ${length})`
const tokenCode = (code: string) => insert('redeem_codes', 'code, token_value', `${code}, 5`)
const inviteCode = (code: string) => insert('invite_codes', 'code', code)
const note = (table: string, extra = '') =>
  insert(table, `code, note${extra && ', token_value'}`, `'NOTED', ${long(201)}${extra}`)
// In lower case, empty, with something hidden, too long.
const malformed = [`'abc'`, `''`, `'A\u200bB'`, `'A\tB'`, `'A\u00a0B'`, `repeat('X', 65)`, `repeat('SS', 33)`]
const scripts = ['javascript:alert(1)', 'data:text/html,x', '//x.test/a.png', '/\\x.test/a', '/\t/x', 'a.png']
const logo = (value: string) => insert('app_settings', 'key, value', `'email_logo_in_mails', ${value}`)
/** Each check, and rows that only this one refuses. */
const CHECKS: Record<string, string | string[]> = {
  profiles_no_overdraft: profile('current_tokens = -1'),
  benefits_name_check: benefit(`name = ${long(121)}`),
  benefits_description_check: benefit(`description = ' '`),
  benefits_image_url_check: benefit(`image_url = '/' || ${long(2048)}`),
  benefits_image_url_valid: scripts.map((address) => benefit(`image_url = '${address}'`)),
  benefits_token_value_check: benefit('token_value = 0'),
  benefit_stock_stock_check: [stocked(-1), stocked(1_000_001)],
  benefits_per_member_limit_check: [benefit('per_member_limit = 0'), benefit('per_member_limit = 1001')],
  benefits_estimated_value_check: benefit('estimated_value = 0'),
  benefits_opens_at_check: benefit(`opens_at = 'infinity'`),
  benefits_closes_at_check: benefit(`closes_at = '2200-01-01'`),
  benefits_times: benefit('opens_at = now(), closes_at = now()'),
  categories_name_check: [`''`, long(61), `'a\u200bb'`].map((name) => insert('categories', 'name', name)),
  order_desk_notes_check: insert('order_desk', 'order_id, notes', ':order, -1'),
  order_desk_assigned: insert('order_desk', 'order_id, assignee_id', ':order, :admin'),
  order_notes_body_check: [`''`, `' \u200b'`, long(2001)].map((body) =>
    insert('order_notes', 'order_id, author_id, body', `:order, :admin, ${body}`),
  ),
  admin_views_name_check: [`''`, `' x'`, `'a\u200bb'`, long(41)].map((name) =>
    insert('admin_views', 'admin_id, name', `:admin, ${name}`),
  ),
  admin_views_filter_check: insert(
    'admin_views',
    'admin_id, name, filter',
    `:admin, 'Mine', jsonb_build_object('search', ${long(2000)})`,
  ),
  admin_views_sort_check: insert('admin_views', 'admin_id, name, sort', `:admin, 'Mine', 'oldest'`),
  redeem_codes_token_value_check: insert('redeem_codes', 'code, token_value', `'TOO-MUCH', 1001`),
  redeem_codes_uses: update('redeem_codes', 'used_by = :me', 'code = :token'),
  redeem_codes_max_uses_check: update('redeem_codes', 'max_uses = 10001', 'code = :token'),
  redeem_codes_expires_at_check: update('redeem_codes', `expires_at = 'infinity'`, 'code = :token'),
  redeem_codes_code_check: malformed.map(tokenCode),
  redeem_codes_note_check: note('redeem_codes', ', 5'),
  redeem_codes_revoked_with_reason: ['revoked_at = now()', `uses = 1, used_at = now(), ${REVOKED}`].map(
    (set) => update('redeem_codes', set, 'code = :token'),
  ),
  redeem_codes_revoked_reason_check: update('redeem_codes', REVOKED.replace('Lost', ' '), 'code = :token'),
  invite_codes_uses: update('invite_codes', 'used_by = :me', 'code = :invite'),
  invite_codes_max_uses_check: update('invite_codes', 'max_uses = 10001', 'code = :invite'),
  invite_codes_expires_at_check: update('invite_codes', `expires_at = 'infinity'`, 'code = :invite'),
  invite_codes_email_check: update('invite_codes', `email = 'Nora@x.test'`, 'code = :invite'),
  invite_codes_code_check: malformed.map(inviteCode),
  invite_codes_note_check: note('invite_codes'),
  invite_codes_revoked_with_reason: ['revoked_at = now()', `uses = 1, used_at = now(), ${REVOKED}`].map(
    (set) => update('invite_codes', set, 'code = :invite'),
  ),
  invite_codes_revoked_reason_check: update('invite_codes', REVOKED.replace('Lost', ' '), 'code = :invite'),
  app_settings_key_check: insert('app_settings', 'key, value', `'colour', '/red'`),
  app_settings_value_check: logo(`'/' || ${long(2048)}`),
  app_settings_value_valid: [
    ...scripts.map((address) => logo(`'${address}'`)),
    ...[`'-1'`, `'1.5'`, `'1000'`, `'/1'`].map((value) =>
      insert('app_settings', 'key, value', `'sla_credit_cap', ${value}`),
    ),
  ],
  audit_log_action_check: insert('private.audit_log', 'table_name, row_id, action', `'x', 'x', 'x'`),
}
const twice = (table: string, columns: string) =>
  `insert into ${table} (${columns}) select ${columns} from ${table} limit 1`
/** What there may be only once. */
const UNIQUE: Record<string, string | Attempt> = {
  profiles_email_key: profile('email = upper((select email from profiles where id = :other))'),
  token_transactions_one_signup_bonus: post('signup_bonus', 25, 'Again'),
  token_transactions_redeem_code_id_key: `select private.post_tokens(:me, 'redemption', 50, 'Code', p_code => id) from redeem_codes, generate_series(1, 2)
       where code = :token`,
  token_transactions_seq_key: owner(
    `update token_transactions set seq = (select seq from token_transactions where account_id = :other limit 1)
       where account_id = :me`,
    'token_transactions_seq_key',
    {
      before: [
        'set local session_replication_role = replica',
        'alter table token_transactions alter column seq drop identity',
      ],
    },
  ),
  orders_order_number_key: `insert into orders (user_id, order_number) values (:me, 'ORD-1'), (:other, 'ORD-1')`,
  token_transactions_one_credit: `select private.post_tokens(:me, 'adjustment', 1, 'Late credit', p_order => :order) from generate_series(1, 2)`,
  admin_views_name_key: insert('admin_views', 'admin_id, name', `:admin, 'Mine'), (:admin, 'MINE'`),
  categories_name_key: insert('categories', 'name', `'Of us'), ('OF US'`),
  invite_codes_code_key: twice('invite_codes', 'code'),
  redeem_codes_code_key: twice('redeem_codes', 'code, token_value'),
}

/** What a row may hold. */
export const rowRules: Rule[] = [...constraints(CHECKS), ...constraints(UNIQUE)]
