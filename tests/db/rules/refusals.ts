import { admin, me, owner, service } from '../support/attempt'
import { LEAVE, type Rule, refusals } from './rule'

const login = (id: string, email: string, data: string) =>
  `insert into auth.users (id, email, raw_user_meta_data) values (${id}, ${email}, ${data})`
/** A sign-up with the unused invite; `odd` is the name, or the phone beside a good name. */
const signUp = (odd: string, phone = `'1'`) =>
  login(
    'gen_random_uuid()',
    `'n@x.test'`,
    `jsonb_build_object('invite_code', :invite, 'name', ${odd}, 'phone', ${phone})`,
  )
const email = (set: string) => `update auth.users set ${set} where id = :me`
const order = (columns = '', values = '', from = '') =>
  `insert into orders (user_id, benefit_id, redemption_email${columns}) select :me, :benefit, 'a@b.test'${values} ${from}`
const attempts = (count: number, every: string) =>
  `insert into private.attempts (kind, caller, at)
   select 'invite_code', 'x', now() - n * interval '${every}' from generate_series(1, ${count}) as n`
const guess = `select private.check_attempts('invite_code', 'x')`
const REQUEST = '00000000-0000-4000-8000-0000000000c1'
const hidden = ['\u200b', '\u3164', '\u2800', '\u0301', 'Nora\u202eN', 'No\u00adra', 'No\nra', '❤\ufe0f']
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
/** Calls and changes that are refused. */
export const refusalRules: Rule[] = [
  ...refusals({
    estimate_forbidden: me('select api_guard.before_request()', undefined, {
      before: [`select set_config('request.headers', '{"prefer": "count=planned"}', true)`],
    }),
  }),
  ...refusals({
    audit_log_is_immutable: owner(
      [`update private.audit_log set after = '{}'`, 'delete from private.audit_log'],
      undefined,
      {
        before: [
          `insert into private.audit_log (table_name, row_id, action) values ('benefits', gen_random_uuid(), 'update')`,
        ],
      },
    ),
  }),
  ...refusals({
    unknown_sort: admin(`select search_profiles(p_sort => 'phone')`),
  }),
  ...refusals({
    unknown_step: admin(`select token_flow('year', 1, 'UTC')`),
  }),
  ...refusals({
    profile_column_forbidden: me([
      `update profiles set role = 'admin' where id = :me`,
      `update profiles set adjustment_reason = 'Mine' where id = :me`,
      `update profiles set adjustment_type = 'purchase' where id = :me`,
    ]),
    insufficient_tokens: admin('update profiles set current_tokens = -1 where id = :me'),
  }),
  ...refusals({
    invalid_grant_type: admin(
      [
        `5, adjustment_type = 'purchase'`,
        `50, adjustment_type = 'referral_bonus'`,
        `50, adjustment_type = ''`,
      ].map((set) => `update profiles set current_tokens = ${set}, adjustment_reason = 'Why' where id = :me`),
    ),
  }),
  ...refusals({
    admin_exists: owner(`select private.make_first_admin('nobody@x.test')`),
    profile_not_found: owner(`select private.make_first_admin('nobody@x.test')`, undefined, {
      before: [
        'set local session_replication_role = replica',
        `update profiles set role = 'user' where role = 'admin'`,
      ],
    }),
  }),
  ...refusals({
    not_admin: owner('delete from profiles where id = :other', undefined, {
      before: [`select set_config('request.jwt.claims', '{"sub": "' || :me || '"}', true)`],
    }),
  }),
  ...refusals({
    invalid_email: owner([
      ...['<b>', ' b', '@b', '\u202e', '\u00ad', '\u0430', '\r\nBcc: b'].map((odd) =>
        email(`email = 'a${odd}@x.test'`),
      ),
      email(`email_change = 'a@bücher.test'`),
    ]),
  }),
  ...refusals({
    invalid_invite_code: owner(
      ['{"name": "N"}', '{"name": "N", "invite_code": null}', '{"name": "N", "invite_code": "NONE"}'].map(
        (data) => login('gen_random_uuid()', `'n@x.test'`, literal(data)),
      ),
    ),
  }),
  ...refusals({
    invalid_profile: owner([
      signUp(`' '`),
      signUp(`'N'`, `repeat('1', 41)`),
      ...hidden.flatMap((odd) => [signUp(literal(odd)), signUp(`'N'`, literal(odd))]),
    ]),
  }),
  ...refusals({
    insufficient_tokens: owner(`select private.post_tokens(:me, 'redemption', -16, 'Too much')`),
  }),
  ...refusals({
    ledger_is_append_only: owner('update token_transactions set amount = 26 where account_id = :me'),
  }),
  ...refusals({
    ledger_mismatch: owner(`select private.post_tokens(:me, 'purchase', 10, 'Stated', p_balance => 24)`),
  }),
  ...refusals({
    ledger_mismatch: owner('set constraints all immediate', undefined, {
      before: ['update profiles set current_tokens = current_tokens + 1 where id = :me'],
    }),
  }),
  ...refusals({
    'permission denied: an order is placed for oneself': service(order().replace(':me', ':other'), '42501'),
    too_many_orders: me(order('', '', 'from generate_series(1, 101)')),
    not_signed_in: me(order(), undefined, { before: [LEAVE] }),
    invalid_redemption_email: me(
      [
        'null',
        `'  '`,
        `'somebody'`,
        `'some body@x.test'`,
        `'<a@b.test>'`,
        `repeat('a', 250) || '@b.test'`,
      ].map((address) => order().replace(`'a@b.test'`, address)),
    ),
  }),
  ...refusals({
    order_is_immutable: service([
      'update orders set benefit_token_value = 1 where id = :order',
      'update orders set user_id = :other where id = :order',
    ]),
    not_admin: service(`update orders set status = 'processing' where id = :order`),
  }),
  ...refusals({
    'cannot check a code in a read-only transaction': owner(guess, '25006', {
      before: ['set transaction read only'],
    }),
    rate_limited: owner(guess, undefined, { before: [attempts(10, '1 second')] }),
  }),
  ...refusals({
    undoable_guess: owner(guess, undefined, {
      before: [`select set_config('request.headers', '{"prefer": "max-affected=0"}', true)`],
    }),
  }),
  ...refusals({
    'permission denied: codes are made by admins': service(
      `insert into redeem_codes (code, token_value) values ('MINE', 1)`,
      '42501',
    ),
  }),
  ...refusals({
    not_signed_in: me('select redeem_code(:token)', undefined, { before: [LEAVE] }),
    request_id_reused: me(`select redeem_code('ANOTHER', '${REQUEST}')`, undefined, {
      before: [
        `insert into private.redemption_requests (user_id, request_id, redeem_code_id, balance)
         select :me, '${REQUEST}', id, 1 from redeem_codes where code = :token`,
      ],
    }),
  }),
  ...refusals({
    unknown_kind: owner(`select private.code_table('gift')`),
  }),
]
