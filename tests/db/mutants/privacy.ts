import { type Attempt, admin, me, owner } from '../support/attempt'
import { conditions, LEAVE, refusals, type SchemaMutant, triggers } from './mutant'

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
export const privacyMutants: SchemaMutant[] = [
  ...triggers('private.outbox', {
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
  ...refusals('request_deletion', {
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
  ...refusals('refuse_last_admin', {
    last_admin: admin(ask, undefined, {
      before: [PASSED, `update profiles set role = 'user' where role = 'admin' and id <> :admin`],
    }),
  }),
  ...refusals('confirm_deletion', {
    not_signed_in: me(confirm, undefined, { before: [LEAVE] }),
    deletion_not_found: me(`select confirm_deletion('x')`),
  }),
  ...refusals('keep_account', { not_signed_in: me('select keep_account()', undefined, { before: [LEAVE] }) }),
  ...refusals('my_data', {
    not_signed_in: me(`select my_data('profile')`, undefined, { before: [LEAVE] }),
    unknown_kind: me(`select my_data('users')`),
  }),
  ...refusals('my_data_counts', {
    not_signed_in: me('select * from my_data_counts()', undefined, { before: [LEAVE] }),
  }),
  ...conditions('signed_in_with_password', {
    'the link of an email is no password': [`m ->> 'method' = 'password' and`, '', askAfter('otp', 1)],
    'a password counts for five minutes': [
      'clock_timestamp\\(\\) - p_within',
      'clock_timestamp() - p_within * 2',
      askAfter('password', 400),
    ],
  }),
  ...conditions('request_deletion', {
    'a retry sends no second email': [
      `v_requested_at > now\\(\\) - interval '1 minute'`,
      'false',
      me(ask, 'done', { before: [PASSED, requested('30 seconds')], reads: asked }),
    ],
    'a confirmed one sends no email': [
      'v_person.deletes_at is not null or',
      '',
      me(ask, 'done', { before: [PASSED, requested('1 hour'), confirmed], reads: asked }),
    ],
  }),
  ...conditions('confirm_deletion', {
    'only its own token confirms a deletion': [
      'or p_token is distinct from private.deletion_token\\(v_request.id\\)',
      '',
      me(`select confirm_deletion('x')`, 'deletion_not_found', { before: [requested()] }),
    ],
    'the link works for a day': [
      `interval '1 day'`,
      `interval '2 days'`,
      me(confirm, 'deletion_not_found', { before: [requested('25 hours'), TOKEN] }),
    ],
    'a deletion waits for 14 days': [
      `perform private.set_deletion\\(v_person.id, now\\(\\) \\+ interval '14 days'\\)`,
      `perform private.set_deletion(v_person.id, now() + interval '1 day')`,
      me(confirm, 'done', {
        before: [requested(), TOKEN],
        reads: [`select deletes_at = now() + interval '14 days' from profiles where id = :me`, true],
      }),
    ],
  }),
  ...conditions('keep_account', {
    'an earlier link confirms nothing': [
      'delete from private.deletion_requests as r where r.user_id = v_person.id;',
      '',
      me('select keep_account()', 'done', {
        before: [requested()],
        reads: ['select count(*)::int from private.deletion_requests where user_id = :me', 0],
      }),
    ],
  }),
  ...conditions('carry_out_deletion', {
    'open orders are cancelled first': [
      'perform private.set_order_status[\\s\\S]*?as o;',
      '',
      owner(carryOut, 'done', {
        before: [confirmed],
        reads: ['select status from orders where id = :order', 'cancelled'],
      }),
    ],
    'a kept account stays': [
      'and p.deletes_at <= p_now',
      '',
      owner(carryOut, 'done', { reads: ['select count(*)::int from profiles where id = :me', 1] }),
    ],
  }),
  ...conditions('my_data_query', {
    'what was not read yet is only named': [
      'case when d.read_at is not null then coalesce\\(k.secret, d.content\\) end',
      'coalesce(k.secret, d.content)',
      me(`select my_data('deliveries') -> 0 ->> 'content'`, undefined, {
        before: [
          `insert into private.deliveries (order_id, method, kind, content)
           values (:order, 'link', 'link', 'https://x.test/')`,
        ],
        returns: null,
      }),
    ],
    'the token entries are the own ones': [
      'from public.token_transactions as t where t.account_id = \\$1',
      'from public.token_transactions as t where t.account_id is not null',
      me(
        `select bool_and(e ->> 'account_id' = (select id::text from profiles where id = :me)) as own
         from jsonb_array_elements(my_data('token_entries')) as e`,
        undefined,
        { returns: true },
      ),
    ],
  }),
]
