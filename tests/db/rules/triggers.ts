import { admin, me, owner, service } from '../support/attempt'
import { BALANCE, CANCEL, LEAVE, logged, type Rule, rules, waits } from './rule'

const insertCode = (table: string, columns: string, values: string) =>
  `insert into ${table} (code${columns && `, ${columns}`}) values ${values}`
const BATCH = '00000000-0000-4000-8000-0000000000d1'
const codeTriggers = (table: string, column: string, value: string) =>
  rules({
    [`${table}_before`]: admin(
      insertCode(table, `note${column}`, `(' spelt one way\u00a0', ' For Ann '${value})`),
      'done',
      { reads: [`select note from ${table} where code = 'SPELT ONE WAY'`, 'For Ann'] },
    ),
    [`${table}_refuse_writes`]: service(`update ${table} set uses = 1, used_at = now()`, '42501'),
    [`${table}_serialize_batches`]: waits(
      `insert into ${table} (code) select code from ${table} where false`,
    ),
    [`${table}_audit`]: admin(
      insertCode(
        table,
        `note, batch_id${column}`,
        `('B2', 'Fair', '${BATCH}'${value}), ('B1', 'Fair', '${BATCH}'${value})`,
      ),
      'done',
      {
        reads: [
          `select concat(subject, after - '{token_value, max_uses, expires_at}'::text[]) from private.audit_log where row_id = '${BATCH}'`,
          `Fair{"note": "Fair", "codes": ["B1", "B2"], "count": 2, "batch_id": "${BATCH}"}`,
        ],
      },
    ),
  })
/** What triggers do. */
export const triggerRules: Rule[] = [
  ...rules({
    profiles_guard: me(
      [
        `update profiles set role = 'admin' where id = :me`,
        `update profiles set current_tokens = 99 where id = :me`,
      ],
      'profile_column_forbidden',
    ),
    profiles_keep_last_admin_role: owner(
      `update profiles set role = 'user' where role = 'admin'`,
      'last_admin',
    ),
    profiles_keep_last_admin: owner(
      [
        `delete from profiles where role = 'admin'`,
        `delete from auth.users using profiles p where p.id = users.id and p.role = 'admin'`,
      ],
      'last_admin',
    ),
    profiles_before_delete: admin('delete from profiles where id = :admin', 'cannot_delete_self'),
    profiles_balance: owner('set constraints all immediate', 'ledger_mismatch', {
      before: ['update profiles set current_tokens = 26 where id = :me'],
    }),
    profiles_initial_balance: owner('set constraints all immediate', 'ledger_mismatch', {
      before: [
        'set local session_replication_role = replica',
        `insert into auth.users (id, email) values ('${BATCH}', 'born@x.test')`,
        'set local session_replication_role = origin',
        `insert into profiles (id, name, email, current_tokens) values ('${BATCH}', 'Born', 'born@x.test', 5)`,
      ],
    }),
    profiles_record_rename: owner(`update profiles set name = 'Renamed Person' where id = :me`, 'done', {
      reads: [
        'select search_text like $$renamed person%$$ from private.renamed_people where user_id = :me',
        true,
      ],
    }),
    profiles_sort_balance: owner(`select private.post_tokens(:me, 'adjustment', 5, 'Thanks')`, 'done', {
      reads: [
        'select b.tokens = p.current_tokens from private.sorted_balances as b join profiles as p on p.id = b.user_id where p.id = :me',
        true,
      ],
    }),
    profiles_audit_update: admin(`update profiles set phone = '7' where id = :me`, 'done', {
      reads: logged('profiles', ':me'),
    }),
    profiles_audit_delete: admin(LEAVE, 'done', {
      reads: [
        `select concat(actor_id, before ->> 'current_tokens') = concat(:admin, 15) from private.audit_log
         where row_id = :me and action = 'delete'`,
        true,
      ],
    }),
    profiles_serialize: waits('delete from profiles where false'),
    token_transactions_apply: owner(`select private.post_tokens(:me, 'purchase', 1, 'One')`),
    token_transactions_balance: owner('set constraints all immediate', 'ledger_mismatch', {
      before: [`select private.post_tokens(:me, 'purchase', 10, 'Stated', p_balance => 25)`],
    }),
    token_transactions_guard: owner(
      [
        ...[
          'amount = 26',
          `description = 'x'`,
          'user_id = null',
          'balance_after = 26',
          'created_at = now()',
          `hash = ''`,
        ].map((change) => `update token_transactions set ${change} where account_id = :me`),
        'delete from token_transactions where account_id = :me',
      ],
      'ledger_is_append_only',
    ),
    token_transactions_no_truncate: owner('truncate token_transactions', 'ledger_is_append_only'),
    token_transactions_refuse_writes: service(
      `insert into token_transactions (user_id, transaction_type, amount, description) values (:me, 'purchase', 5, 'x')`,
      '42501',
      // For the condition of a trigger.
      {
        before: [
          'grant usage on schema private to service_role',
          'grant execute on all functions in schema private to service_role',
        ],
      },
    ),
    orders_insert: me(
      `insert into orders (user_id, benefit_id, redemption_email, status, benefit_name, benefit_image_url, benefit_description)
       values (:me, :benefit, '  gift@x.test ', 'delivered', 'Forged', '/forged.svg', 'Forged.')`,
      'done',
      {
        reads: [
          `select concat_ws('|', status, benefit_name, benefit_image_url, benefit_description, redemption_email, customer_name)
           from orders where redemption_email like '%gift@x.test%'`,
          'pending|Test Benefit|/benefits/test.svg|What it is.|gift@x.test|Mia Member',
        ],
      },
    ),
    orders_fill: owner(`insert into orders (user_id, order_number) values (:me, 'ORD-FILLED')`, 'done', {
      reads: [
        `select due_at - created_at = interval '48 hours' from orders where order_number = 'ORD-FILLED'`,
        true,
      ],
    }),
    orders_after: admin(CANCEL, 'done', { reads: [BALANCE, 25] }),
    orders_update: admin(
      `update orders set status = 'processing', updated_at = '2001-01-01' where id = :order`,
      'done',
      { reads: [`select updated_at > '2026-01-01' from orders where id = :order`, true] },
    ),
    orders_audit: admin(CANCEL, 'done', { reads: logged('orders', ':order') }),
    orders_refuse_writes: owner('delete from orders where id = :order', '42501'),
    orders_no_truncate: owner('truncate orders cascade', '42501'),
    orders_serialize: waits(`update orders set status = 'pending' where false`),
    benefits_before_insert: admin(
      `insert into benefits (name, description, token_value) values (' Spaced ', 'x', 1)`,
      'done',
      { reads: [`select count(*)::int from benefits where name = 'Spaced'`, 1] },
    ),
    benefits_before_update: admin(`update benefits set name = ' Spaced ' where id = :benefit`, 'done', {
      reads: ['select name from benefits where id = :benefit', 'Spaced'],
    }),
    benefits_after_delete: owner('delete from benefits where id = :benefit', 'done', {
      reads: ['select benefit_id from orders where id = :order', null],
    }),
    benefits_audit: admin('update benefits set token_value = 13 where id = :benefit', 'done', {
      reads: logged('benefits', ':benefit'),
    }),
    benefits_serialize: waits('delete from benefits where false'),
  }),
  ...codeTriggers('redeem_codes', ', token_value', ', 1'),
  ...codeTriggers('invite_codes', '', ''),
  ...rules({
    app_settings_before: admin(
      `insert into app_settings (key, value) values ('email_logo_in_mails', ' /logo.png ')`,
      'done',
      {
        reads: [
          `select value = '/logo.png' and updated_by = :admin from app_settings where key = 'email_logo_in_mails'`,
          true,
        ],
      },
    ),
    audit_log_guard: owner(
      [`subject = 'x'`, 'actor_id = null', 'at = now()', `before = '{}'`, `row_id = 'x'`].map(
        (change) => `update private.audit_log set ${change}`,
      ),
      'audit_log_is_immutable',
      {
        before: [
          `insert into private.audit_log (table_name, row_id, action) values ('benefits', gen_random_uuid(), 'update')`,
        ],
      },
    ),
    audit_log_no_truncate: owner('truncate private.audit_log', 'audit_log_is_immutable'),
  }),
  ...rules({
    guildhall_new_user: owner(
      `insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'n@x.test', '{"name": "N"}')`,
      'invalid_invite_code',
    ),
    guildhall_check_email: owner(
      `update auth.users set email_change = 'a@\u200bb' where id = :me`,
      'invalid_email',
    ),
    guildhall_changed_email: owner(`update auth.users set email = 'moved@x.test' where id = :me`, 'done', {
      reads: ['select email from profiles where id = :me', 'moved@x.test'],
    }),
    guildhall_serialize: waits('delete from auth.users where false'),
  }),
]
