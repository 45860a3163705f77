import { attempt } from '../support/attempt'
import { skipRefusal } from '../support/mutation'
import type { SchemaMutant } from './mutant'

/** What a trigger does that lets everything through. */
const PASS = `return case tg_op when 'DELETE' then old else new end;`
const GONE = 'delete from profiles where id = :me'
const order = (columns: string, values: string) =>
  `insert into orders (id, user_id, benefit_id, redemption_email${columns && `, ${columns}`})
   values ('00000000-0000-4000-8000-0000000000a1', :me, :benefit, 'a@b.test'${values && `, ${values}`})`
const status = (change: string) => `update orders set ${change} where id = :order`

/** Each refusal in a function, and what is refused by it alone. */
const REFUSALS: [signature: string, word: string, probe: Parameters<typeof attempt>[0], instead?: string][] =
  [
    [
      'refuse_write()',
      'permission denied: % is written by the database only',
      { say: 'delete from orders where id = :order', comes: '42501' },
      PASS,
    ],
    [
      'check_attempts(text,text)',
      'cannot check a code in a read-only transaction',
      {
        before: ['set transaction read only'],
        say: `select private.check_attempts('invite_code', 'x')`,
        comes: '25006',
      },
    ],
    [
      'check_attempts(text,text)',
      'rate_limited',
      {
        before: [
          `insert into private.attempts (kind, caller) select 'invite_code', 'x' from generate_series(1, 10)`,
        ],
        say: `select private.check_attempts('invite_code', 'x')`,
        comes: 'rate_limited',
      },
    ],
    [
      'refuse_undoable()',
      'undoable_guess',
      {
        before: [`select set_config('request.headers', '{"prefer": "max-affected=0"}', true)`],
        say: `select private.check_attempts('invite_code', 'x')`,
        comes: 'undoable_guess',
      },
    ],
    [
      'refuse_estimates()',
      'estimate_forbidden',
      {
        before: [`select set_config('request.headers', '{"prefer": "count=planned"}', true)`],
        by: 'me',
        say: 'select api_guard.before_request()',
        comes: 'estimate_forbidden',
      },
    ],
    [
      'audit_log_guard()',
      'audit_log_is_immutable',
      { say: `update private.audit_log set actor_id = null, at = now()`, comes: 'audit_log_is_immutable' },
      PASS,
    ],
    [
      'profile_guard()',
      'profile_column_forbidden',
      {
        by: 'me',
        say: `update profiles set role = 'admin' where id = :me`,
        comes: 'profile_column_forbidden',
      },
    ],
    [
      'profile_guard()',
      'insufficient_tokens',
      {
        by: 'admin',
        say: 'update profiles set current_tokens = -1 where id = :me',
        comes: 'insufficient_tokens',
      },
    ],
    [
      'profile_guard()',
      'reason_required',
      {
        by: 'admin',
        say: 'update profiles set current_tokens = 1 where id = :me',
        comes: 'reason_required',
      },
    ],
    [
      'keep_last_admin()',
      'last_admin',
      { say: `update profiles set role = 'user' where role = 'admin'`, comes: 'last_admin' },
    ],
    [
      'make_first_admin(text)',
      'admin_exists',
      { say: `select private.make_first_admin('nobody@x.test')`, comes: 'admin_exists' },
    ],
    [
      'make_first_admin(text)',
      'profile_not_found',
      {
        before: [
          'set local session_replication_role = replica',
          `update profiles set role = 'user' where role = 'admin'`,
        ],
        say: `select private.make_first_admin('nobody@x.test')`,
        comes: 'profile_not_found',
      },
    ],
    [
      'profile_before_delete()',
      'not_admin',
      {
        before: [`select set_config('request.jwt.claims', '{"sub": "' || :me || '"}', true)`],
        say: 'delete from profiles where id = :other',
        comes: 'not_admin',
      },
    ],
    [
      'profile_before_delete()',
      'cannot_delete_self',
      { by: 'admin', say: 'delete from profiles where id = :admin', comes: 'cannot_delete_self' },
    ],
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
      'check_login_email()',
      'invalid_email',
      { say: `update auth.users set email_change = 'a@\u200bb' where id = :me`, comes: 'invalid_email' },
    ],
    [
      'order_update()',
      'order_is_immutable',
      { by: 'service', say: status('benefit_token_value = 1'), comes: 'order_is_immutable' },
    ],
    ['require_admin()', 'not_admin', { by: 'me', say: 'select pending_orders()', comes: 'not_admin' }],
    [
      'order_update()',
      'not_admin',
      { by: 'service', say: status(`status = 'processing'`), comes: 'not_admin' },
    ],
    [
      'code_before()',
      'permission denied: codes are made by admins',
      {
        by: 'service',
        say: `insert into redeem_codes (code, token_value) values ('MINE', 1)`,
        comes: '42501',
      },
    ],
    [
      'redeem_code(text,uuid)',
      'not_signed_in',
      { before: [GONE], by: 'me', say: 'select redeem_code(:token)', comes: 'not_signed_in' },
    ],
    [
      'redeem_code(text,uuid)',
      'request_id_reused',
      {
        before: [
          `insert into private.redemption_requests (user_id, request_id, redeem_code_id, balance)
           select :me, '00000000-0000-4000-8000-0000000000c1', id, 1 from redeem_codes where code = :token`,
        ],
        by: 'me',
        say: `select redeem_code('ANOTHER', '00000000-0000-4000-8000-0000000000c1')`,
        comes: 'request_id_reused',
      },
    ],
    [
      'handle_new_user()',
      'invalid_invite_code',
      {
        say: `insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'n@x.test', '{"name": "N"}')`,
        comes: 'invalid_invite_code',
      },
    ],
    [
      'handle_new_user()',
      'invalid_profile',
      {
        say: `insert into auth.users (id, email, raw_user_meta_data)
        values (gen_random_uuid(), 'n@x.test', jsonb_build_object('invite_code', :invite, 'name', ' '))`,
        comes: 'invalid_profile',
      },
    ],
    ['code_table(text)', 'unknown_kind', { say: `select private.code_table('gift')`, comes: 'unknown_kind' }],
    [
      'search_profiles(text,text,boolean,text,uuid,boolean,integer)',
      'unknown_sort',
      { by: 'admin', say: `select search_profiles(p_sort => 'phone')`, comes: 'unknown_sort' },
    ],
    [
      'token_flow(text,integer,text)',
      'unknown_step',
      { by: 'admin', say: `select token_flow('year', 1, 'UTC')`, comes: 'unknown_step' },
    ],
  ]

/** Each refusal, skipped. */
export const refusalMutants: SchemaMutant[] = REFUSALS.map(([signature, word, probe, instead]) => [
  `refusal: ${word} (${signature.replace(/\(.*/, '')})`,
  skipRefusal(`private.${signature}`, word, instead),
  attempt(probe),
])
