import { type Attempt, admin, me, owner } from '../support/attempt'
import { LEAVE, type Rule, refusals, rules } from './rule'

const ID = '00000000-0000-4000-8000-0000000000f1'
/** The other guard of a request, which attempts cannot pass without a token of auth. */
const PASSED = `create or replace function private.signed_in_with_password(p_within interval) returns boolean
  language sql set search_path = '' as 'select true'`
const requested = (ago = '0') =>
  `insert into private.deletion_requests (user_id, id, requested_at) values (:me, '${ID}', now() - interval '${ago}')`
const TOKEN = `select set_config('test.token', private.deletion_token('${ID}'), true)`
const ask = 'select request_deletion()'
const confirm = `select confirm_deletion(current_setting('test.token', true))`
const confirmed = `update profiles set deletes_at = now() where id = :me`
const carryOut = 'select private.carry_out_deletion(:me, now())'
const asked: [string, unknown] = [
  `select count(*)::int from private.outbox where recipient_id = :me and kind = 'deletion_requested'`,
  0,
]
/** Asks with a token of auth, whose person proved who they are this many seconds ago. */
const askAfter = (method: string, seconds: number): Attempt =>
  me(
    `do $$ begin
      perform set_config('request.jwt.claims', jsonb_build_object('sub', :me, 'amr', jsonb_build_array(jsonb_build_object(
        'method', '${method}', 'timestamp', floor(extract(epoch from now())) - ${seconds})))::text, true);
      perform request_deletion();
    end $$`,
    'password_required',
  )
/** The deletion of an account and the data of a member (D49). */
export const privacyRules: Rule[] = [
  ...rules({
    outbox_farewell: owner(
      `update private.outbox set outcome = 'sent', finished_at = now() where cause_id = '${ID}'`,
      'done',
      {
        before: [
          `insert into private.farewells (id, email) values ('${ID}', 'gone@x.test')`,
          `insert into private.outbox (id, kind, cause_id) values (gen_random_uuid(), 'account_deleted', '${ID}')`,
        ],
        reads: [`select count(*)::int from private.farewells where id = '${ID}'`, 0],
      },
    ),
  }),
  ...refusals({
    not_signed_in: me(ask, undefined, { before: [LEAVE, PASSED] }),
    password_required: me(ask),
    rate_limited: me(ask, undefined, {
      before: [
        PASSED,
        `insert into private.attempts (kind, caller, at)
         select 'deletion', (:me)::text, now() - interval '23 hours' from generate_series(1, 5)`,
      ],
    }),
  }),
  ...refusals({
    last_admin: admin(ask, undefined, {
      before: [PASSED, `update profiles set role = 'user' where role = 'admin' and id <> :admin`],
    }),
  }),
  ...refusals({
    not_signed_in: me(confirm, undefined, { before: [LEAVE] }),
    deletion_not_found: me(`select confirm_deletion('x')`),
  }),
  ...refusals({
    not_signed_in: me('select keep_account()', undefined, { before: [LEAVE] }),
  }),
  ...refusals({
    not_signed_in: me(`select my_data('profile')`, undefined, { before: [LEAVE] }),
    unknown_kind: me(`select my_data('users')`),
  }),
  ...refusals({
    not_signed_in: me('select * from my_data_counts()', undefined, { before: [LEAVE] }),
  }),
  ...rules({
    'the link of an email is no password': askAfter('otp', 1),
    'a password counts for five minutes': askAfter('password', 400),
    'a retry sends no second email': me(ask, 'done', {
      before: [PASSED, requested('30 seconds')],
      reads: asked,
    }),
    'a confirmed one sends no email': me(ask, 'done', {
      before: [PASSED, requested('1 hour'), confirmed],
      reads: asked,
    }),
    'only its own token confirms a deletion': me(`select confirm_deletion('x')`, 'deletion_not_found', {
      before: [requested()],
    }),
    'the link works for a day': me(confirm, 'deletion_not_found', { before: [requested('25 hours'), TOKEN] }),
    'a deletion waits for 14 days': me(confirm, 'done', {
      before: [requested(), TOKEN],
      reads: [`select deletes_at = now() + interval '14 days' from profiles where id = :me`, true],
    }),
    'an earlier link confirms nothing': me('select keep_account()', 'done', {
      before: [requested()],
      reads: ['select count(*)::int from private.deletion_requests where user_id = :me', 0],
    }),
    'open orders are cancelled first': owner(carryOut, 'done', {
      before: [confirmed],
      reads: ['select status from orders where id = :order', 'cancelled'],
    }),
    'a kept account stays': owner(carryOut, 'done', {
      reads: ['select count(*)::int from profiles where id = :me', 1],
    }),
    'what was not read yet is only named': me(`select my_data('deliveries') -> 0 ->> 'content'`, undefined, {
      before: [
        `insert into private.deliveries (order_id, method, kind, content)
           values (:order, 'link', 'link', 'https://x.test/')`,
      ],
      returns: null,
    }),
    'the token entries are the own ones': me(
      `select bool_and(e ->> 'account_id' = (select id::text from profiles where id = :me)) as own
         from jsonb_array_elements(my_data('token_entries')) as e`,
      undefined,
      { returns: true },
    ),
  }),
]
