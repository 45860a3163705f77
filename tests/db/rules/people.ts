import { delivered, LEAVE, reported, stocked } from './scene'
import { table } from './table'

const guess = `select private.check_attempts('invite_code', 'x')`
const PASSED = `create or replace function private.signed_in_with_password(p_within interval) returns boolean language sql set search_path = '' as 'select true'`
const misses = (age: string) =>
  `insert into private.attempts (kind, caller, at) select 'invite_code', 'x', now() - interval '${age}' from generate_series(1, 10)`
const EDITS = `select count(*) from private.audit_log where row_id = :me and action = 'update'`
const requestDeletion = (who: string) =>
  `insert into private.deletion_requests (user_id, id, requested_at) values (${who}, :xf1, now() - interval '86399 seconds'); select set_config('test.token', private.deletion_token(:xf1), true)`
const confirm = `select confirm_deletion(current_setting('test.token', true))`
const ask = `select request_deletion()`
/** The owner's claims as an admin who has presented the second factor. */
const asAdmin = `select set_config('request.jwt.claims', json_build_object('sub', :admin, 'aal', 'aal2')::text, true)`
const asMe = `select set_config('request.jwt.claims', json_build_object('sub', :me)::text, true)`
/** Something of the member in each part of the archive. */
const ARCHIVED = `${delivered()};
    update redeem_codes set uses = 1, used_at = now(), used_by = :me where code = :token;
    insert into invite_codes (id, code, uses, used_at, used_by) values (:xf1, 'CAME', 1, now(), :me); insert into invitations (code_id, source) values (:xf1, 'admin');
    insert into operations (id, kind, actor_id) values (:xf2, 'membership', :admin); insert into private.operation_rows (operation_id, position, row_id, changed_at) values (:xf2, 1, :me, now());
    insert into private.referrals (invited_id, referrer_id, code_id, bonus, joined_at) values (:me, :other, :xf1, 5, now());
    insert into private.favourites values (:me, :benefit); insert into private.waiting_members values (:benefit, :me); insert into private.attempts (kind, caller) values ('redeem_code', :me);
    insert into private.deletion_requests (user_id) values (:me);
    insert into private.audit_log (actor_id, table_name, row_id, action, after) values (:me, 'profiles', :me, 'update', '{}')`
const device = (id: string, agent: string, seen: string) =>
  `insert into auth.sessions (id, user_id, user_agent, created_at, refreshed_at) values (${id}, :me, '${agent}', now() - interval '1 day', ${seen})`
const factor = (status: string, who = ':admin') =>
  `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at) values (gen_random_uuid(), ${who}, '${status}', 'totp', '${status}', now(), now())`
const REQUIRE = `insert into app_settings (key, value) values ('require_second_factor', '1')`
const asOther = `select set_config('request.jwt.claims', json_build_object('sub', :other, 'aal', 'aal2')::text, true)`
/** Where a factor is required, and one admin has it, another admin adds one. */
const FURTHER = `${factor('verified')}; ${REQUIRE}; update profiles set role = 'admin' where id = :other; ${factor('verified', ':other')}`
/** A session of the member, and ten wrong codes by one. */
const guessing = (session: string) =>
  `select set_config('request.jwt.claims', json_build_object('sub', :me, 'session_id', :xf1)::text, true); insert into private.attempts (kind, caller) select 'recovery_code', ${session}::text from generate_series(1, 10)`

/** Nobody is an admin, as before the first one. */
const NO_ADMIN = `set local session_replication_role = replica; update profiles set role = 'user' where true; set local session_replication_role = origin`
const PLACES = `select launch_places_left from public_settings()`
/** So many accounts were ever created, one of which has bought tokens. */
const accounts = (
  count: number,
  offered = 50,
) => `set local session_replication_role = replica; delete from token_transactions;
    update app_settings set value = '${offered}' where key = 'launch_places';
    insert into token_transactions (account_id, transaction_type, amount, description, balance_after, created_at, hash)
      select gen_random_uuid(), case n when 0 then 'purchase' else 'signup_bonus' end, 25, 'Tokens', 25, now(), '' from generate_series(0, ${count}) as n`
/** The invitation with which the member came. */
const came = (email: string) => `
    insert into invite_codes (id, code, uses, used_at, used_by) values (:xf1, 'CAME', 1, now(), :me);
    insert into invitations (code_id, source, inviter_id, email, sends) values (:xf1, 'admin', :admin, ${email}, 1)`

const LAST = '(select id from operations order by created_at desc limit 1)'
const INACTIVE = 'update profiles set membership_start_date = null, membership_end_date = null where id = :me'
const extend = (who: string) => `select extend_memberships(null, array[${who}]::uuid[], 1, false)`

export const people = table(String.raw`
-- refusals
  me estimate_forbidden | select api_guard.before_request() | - | select set_config('request.headers', '{"prefer": "count=planned"}', true)
  owner audit_log_is_immutable | update private.audit_log set after = '{}' ;; delete from private.audit_log | -
    | insert into private.audit_log (table_name, row_id, action) values ('benefits', gen_random_uuid(), 'update')
  admin unknown_sort | select search_profiles(p_sort => 'phone')
  admin invalid_rows | select save_token_packs('[]', [['{}' ;; null]])
  admin unknown_step | select token_flow('year', 1, 'UTC')
  me profile_column_forbidden | update profiles set [[role = 'admin' ;; adjustment_reason = 'Mine' ;; adjustment_type = 'purchase']] where id = :me
  admin insufficient_tokens | update profiles set current_tokens = -1 where id = :me
  admin invalid_grant_type | update profiles set current_tokens = [[5, adjustment_type = 'purchase' ;; 50, adjustment_type = 'referral_bonus' ;; 50, adjustment_type = '']], adjustment_reason = 'Why' where id = :me
  owner admin_exists | select make_first_admin('nobody@x.test')
  owner = null | select make_first_admin(' ' || (select upper(email) from profiles where id = :other)) | the first admin is made by email (D11) | ${NO_ADMIN} | select concat(array_agg(id) = array[:other]::uuid[], (select concat(actor_id, before, after) from private.audit_log order by id desc limit 1)) from profiles where role = 'admin' => "t{\"role\": \"user\"}{\"role\": \"admin\"}"
  owner done | select make_first_admin('nobody@x.test') | a first admin without an account joins with a code of an hour (D11) | ${NO_ADMIN} | select bool_and(not is_used and expires_at = now() + interval '1 hour') from invite_codes where created_at = now() => true
  owner = 38 | ${PLACES} | every account ever created takes a launch place (D66) | ${accounts(12)}
  owner = 40 | ${PLACES} | launch places are as many as the owner offers (D66) | ${accounts(60, 100)}
  owner = 0 | ${PLACES} | no fewer than no launch places are left | ${accounts(60)}
  owner not_admin | delete from profiles where id = :other | - | select set_config('request.jwt.claims', '{"sub": "' || :me || '"}', true)
  owner invalid_email
    | update auth.users set [[email = 'a<b>@x.test' ;; email = 'a b@x.test' ;; email = 'a@b@x.test' ;; email = 'a\u202e@x.test' ;; email = 'a\u00ad@x.test' ;; email = 'a\u0430@x.test' ;; email = 'a\u000d\nBcc: b@x.test' ;; email_change = 'a@bücher.test']] where id = :me
  owner invalid_invite_code | insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'n@x.test', '{"name": [["N"}' ;; "N", "invite_code": null}' ;; "N", "invite_code": "NONE"}']])
  owner invalid_profile
    | insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'n@x.test', jsonb_build_object('invite_code', :invite, 'name', [[' ', 'phone', '1' ;; 'N', 'phone', repeat('1', 41) ;; '\u200b', 'phone', '1' ;; 'N', 'phone', '\u200b' ;; '\u3164', 'phone', '1' ;; 'N', 'phone', '\u3164' ;; '\u2800', 'phone', '1' ;; 'N', 'phone', '\u2800' ;; '\u0301', 'phone', '1' ;; 'N', 'phone', '\u0301' ;; 'Nora\u202eN', 'phone', '1' ;; 'N', 'phone', 'Nora\u202eN' ;; 'No\u00adra', 'phone', '1' ;; 'N', 'phone', 'No\u00adra' ;; 'No\nra', 'phone', '1' ;; 'N', 'phone', 'No\nra' ;; '\u2764\ufe0f', 'phone', '1' ;; 'N', 'phone', '\u2764\ufe0f']]))
  owner insufficient_tokens | select private.post_tokens(:me, 'redemption', -16, 'Too much')
  owner ledger_mismatch | select private.post_tokens(:me, 'purchase', 10, 'Stated', p_balance => 24)
  service 42501 | insert into orders (user_id, benefit_id, redemption_email) select :other, :benefit, 'a@b.test'
  me too_many_orders | insert into orders (user_id, benefit_id, redemption_email) select :me, :benefit, 'a@b.test' from generate_series(1, 101)
  me not_signed_in | insert into orders (user_id, benefit_id, redemption_email) select :me, :benefit, 'a@b.test' | - | ${LEAVE}
  me invalid_redemption_email | insert into orders (user_id, benefit_id, redemption_email) select :me, :benefit, [[null ;; '  ' ;; 'somebody' ;; 'some body@x.test' ;; '<a@b.test>' ;; repeat('a', 250) || '@b.test']]
  service order_is_immutable | update orders set [[benefit_token_value = 1 ;; user_id = :other]] where id = :order
  service not_admin | update orders set status = 'processing' where id = :order
  owner 25006 | ${guess} | a guess counts, so not in a transaction that only reads | set transaction read only
  owner undoable_guess | ${guess} | - | select set_config('request.headers', '{"prefer": "max-affected=0"}', true)
  owner rate_limited | ${guess} | ten misses in a minute are enough | ${misses('50 seconds')}
  owner done | ${guess} | after a minute there are others | ${misses('61 seconds')}
  owner = 65 | select length(private.normalize_code(repeat('x', 66))) | a code that is too long is not cut to one that exists
  service 42501 | insert into redeem_codes (code, token_value) values ('MINE', 1)
  me not_signed_in | select redeem_code(:token) | - | ${LEAVE}
  me request_id_reused | select redeem_code('ANOTHER', :xc1) | - | insert into private.redemption_requests (user_id, request_id, redeem_code_id, balance) select :me, :xc1, id, 1 from redeem_codes where code = :token
  owner unknown_kind | select private.code_table('gift')
-- people-conditions
  other = 0 | select count(*)::int from profiles where id = :me | an admin is one by role
  me = 0 | select count(*)::int from benefits | a member has a profile | ${LEAVE}
  owner invalid_invite_code | insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), null, jsonb_build_object('invite_code', :invite, 'name', 'N')) | an account has an email
  owner audit_log_is_immutable | update private.audit_log set before = before - private.personal_columns(), after = after - private.personal_columns() where table_name = 'profiles' and row_id = :me
    | the log of the living stays | insert into private.audit_log (table_name, row_id, action, before) values ('profiles', :me, 'update', '{"phone": "1"}')
  owner audit_log_is_immutable | update private.audit_log set [[actor_id = :me ;; before = '{}' ;; after = '{}' ;; subject = 'x']] where row_id = :xf1 | the log of who has left loses personal data alone
    | insert into private.audit_log (table_name, row_id, action, before, after) values ('profiles', :xf1, 'update', '{"role": "user"}', '{"role": "admin"}')
  owner = "lost \u00e1 b" | select translate(private.audit_text('Lost', '{"id": 1, "made_at": 1, "made_by": 1, "end_date": 1, "note": "A\u0301"}', '{"paid": "B"}'), E'\n', ' ') | a search of the log finds no ids and times
  admin = "1 1" | select concat_ws(' ', (select count(*) from activity(p_from => '2001-01-01', p_to => '2001-01-02')), count_activity(p_from => '2001-01-01', p_to => '2001-01-02')) | a day of the log ends before the next
    | insert into private.audit_log (table_name, row_id, action, at) values ('app_settings', 'x', 'update', '2001-01-01'), ('app_settings', 'x', 'update', '2001-01-02')
  admin done | update profiles set name = name where id = :me | what changes nothing is not logged | - | ${EDITS.replace('(*)', '(*)::int')} => 0
  me done | update profiles set name = 'Mia M', phone = ' ' where id = :me | what members change of themselves is not logged, and an empty telephone is none | - | select concat((${EDITS}), phone is null) from profiles where id = :me => "0t"
  admin done | update orders set status = 'delivered' where id = :order | the log has of a delivery its status alone
    | update orders set due_at = now() - interval '2 hours', credit_rate = 1, credit_cap = 5 where id = :order
    | select after - 'updated_at' from private.audit_log where row_id = :order and actor_id = :admin => {"status": "delivered"}
  admin done | update profiles set role = 'admin' where id = :admin | the last admin stays one | update profiles set role = 'user' where role = 'admin' and id <> :admin
  owner done | insert into auth.users (id, email, raw_user_meta_data) values (:xf1, 'n@x.test', jsonb_build_object('invite_code', :invite, 'name', 'N')) | each use of a code of several is noted | update invite_codes set max_uses = 2 where code = :invite
    | select concat(count(*), bool_and(account_id = :xf1 and user_id = :xf1)) from code_uses => "1t"
  admin done | update profiles set current_tokens = 20, adjustment_reason = ' Why ' where id = :me | an adjustment states its amount, and its reason trimmed | -
    | select concat_ws(' ', amount, reason) from token_transactions where account_id = :me order by seq desc limit 1 => "5 Why"
  admin done | update profiles set current_tokens = 20 where id = :me | a new balance needs neither type nor reason (D60) | -
    | select concat_ws('|', transaction_type, description, amount, reason, actor_id = :admin) from token_transactions where account_id = :me order by seq desc limit 1 => "adjustment|From Guildhall|5|t"
  admin = "25 1 0 0" | select concat_ws(' ', received, received_count, spent, spent_count) from my_totals() | totals are the own ones, also an admin's (D21)
  me = "25 1 0 0, 0 0 0 0" | select string_agg(concat_ws(' ', received, received_count, spent, spent_count), ', ') from unnest('{signup_bonus,refund}'::text[]) as t, my_totals(t) | totals are those of one type
  me = "26 2 11 2" | select concat_ws(' ', received, received_count, spent, spent_count) from my_totals() | one token counts | select private.post_tokens(:me, 'adjustment', 1, 'x'); select private.post_tokens(:me, 'adjustment', -1, 'x')
  owner = "Too many tries. Wait 1380 minutes, then try again." | select private.before_user_created('{"metadata": {"ip_address": "203.0.113.50"}, "user": {"email": "a@x.test"}}') #>> '{error,message}' | fifty misses in a day
    | insert into private.attempts (kind, caller, at) select 'sign_up', '203.0.113.50', now() - interval '1 hour' from generate_series(1, 50)
  owner = "Bought 1 token" | select private.grant_description('purchase', 1)
  owner = "Bought 2 tokens" | select private.grant_description('purchase', 2)
  owner done | select private.like_pattern(repeat('a', 100)) | a term has a hundred characters
  owner search_too_long | select private.like_pattern(repeat('a', 101))
  owner = "%ab c%" | select private.like_pattern([['\u200e A\u200b\u2060B\u00ad c \ufeff' ;; ' a\u200d\u200cb\u0009c\u2066']]) | a search ignores what is invisible (D59)
  owner = "%a_b%" | select private.like_pattern([['a\u00a0b' ;; 'a\u2009b']]) | a search takes any space for one
-- people-operations
  admin = 1 | select changed from extend_memberships('{"search": "100% unus"}', null, 1) | the people whom a search finds, and no others (D45) | update profiles set name = case id when :me then 'Ivo 100% Unusual' else 'Ivo 100 Unusual' end
  admin invalid_months | select extend_memberships(null, '{}', [[61 ;; null]])
  admin invalid_rows | select grant_tokens('{}', 'adjustment', 'Why', false)
  admin import_too_large | select grant_tokens((select jsonb_agg(1) from generate_series(1, 10001)), 'adjustment', 'Why', false)
  admin numbers_differ
    | select grant_tokens((select jsonb_agg(jsonb_build_object('email', p.email, 'tokens', 5)) from profiles as p where p.id = :me), 'adjustment', 'Why', false, (select jsonb_build_object('operation_id', o.id) from operations as o where o.actor_id = :admin and o.state = 'planned'))
    | - | insert into operations (kind, actor_id, parameters) values ('token_grant', :admin, '{"type": "adjustment"}')
  admin done | select extend_memberships(null, array[:me]::uuid[], [[1 ;; 60]], false) | a membership is extended by months or years
  admin = [] | select skipped from grant_tokens((select jsonb_build_array(jsonb_build_object('email', p.email, 'tokens', 1000000)) from profiles as p where p.id = :me), 'adjustment', 'Why') | a million tokens are granted, up to a balance of a thousand million | select private.post_tokens(:me, 'purchase', 998999985, 'x')
  owner done | update operations set settled_at = now() ;; set constraints all immediate | nobody is notified of a thousand tokens | insert into operations (kind, actor_id, state, tokens) values ('token_grant', :me, 'done', 1000)
    | select count(*)::int from notifications where user_id = :admin and kind = 'large_grant' and created_at >= now() => 0
  owner done | update operations set settled_at = now() ;; set constraints all immediate | what an undo kept was granted | insert into operations (kind, actor_id, state, tokens, changed, kept) values ('token_grant', :me, 'done', 1001, 2, 1)
    | select data from notifications where user_id = :admin and kind = 'large_grant' and created_at >= now() => {"tokens": 1001, "members": 3}
  admin = true | select changed > 0 from extend_memberships('{"group": "admins"}', null, 1) | the memberships of a group are extended
  admin done | ${extend(':me')} | somebody who has not paid becomes a member | ${INACTIVE} | select membership_start_date = now() and membership_end_date > now() from profiles where id = :me => true
  admin done | ${extend(':me')} ;; select undo_operation(${LAST}) | and is none after the undo | ${INACTIVE} | select num_nonnulls(membership_start_date, membership_end_date) from profiles where id = :me => 0
  owner done | select private.due_operations(clock_timestamp() + interval '11 minutes') | nobody is notified of what they gave themselves
    | insert into notification_preferences values (:admin, 'tokens', true, true), (:admin, 'membership', true, true); set local role authenticated; select set_config('request.jwt.claims', json_build_object('sub', :admin)::text, true);
    ${extend(':admin')}; select grant_tokens((select jsonb_build_array(jsonb_build_object('email', p.email, 'tokens', 5)) from profiles as p where p.id = :admin), 'adjustment', 'Why', false); reset role
    | select concat_ws(' ', count(*), sum(emails), (select count(*) from notifications where user_id = :admin), (select count(*) from private.outbox where recipient_id = :admin)) from operations where actor_id = :admin => "2 0 0 0"
  admin = 0 | select changed from grant_tokens((select jsonb_agg(1) from generate_series(1, 10000)), 'adjustment', 'Why') | a file has ten thousand lines
  admin unknown_filter | select extend_memberships('{"group": "x"}', null, 1, false)
  admin invalid_months | select extend_memberships('{}', null, 0, false)
  admin unknown_filter | select extend_memberships('{"role": "admin"}', null, 1, false)
  admin filter_or_ids | select extend_memberships(null, null, 1, false)
  admin too_many_rows | select extend_memberships(null, array(select gen_random_uuid() from generate_series(1, 20001)), 1, false)
  owner done | update operations set settled_at = now() ;; set constraints all immediate | operations_notification | insert into operations (kind, actor_id, state, tokens) values ('token_grant', :me, 'done', 1001)
    | select count(*)::int from notifications where user_id = :admin and kind = 'large_grant' and created_at >= now() => 1
-- privacy
  owner done | update private.outbox set outcome = 'sent', finished_at = now() where cause_id = :xf1 | the address of a farewell is forgotten once it was sent
    | insert into private.farewells (id, email) values (:xf1, 'gone@x.test'); insert into private.outbox (id, kind, cause_id) values (gen_random_uuid(), 'account_deleted', :xf1)
    | select count(*)::int from private.farewells where id = :xf1 => 0
  me not_signed_in | ${ask} | - | ${LEAVE}; ${PASSED}
  me password_required | ${ask}
  me rate_limited | ${ask} | - | ${PASSED}; insert into private.attempts (kind, caller, at) select 'deletion', (:me)::text, now() - interval '23 hours' from generate_series(1, 5)
  me done | ${ask} | a deletion is asked for five times a day | ${PASSED}; insert into private.attempts (kind, caller, at) select 'deletion', (:me)::text, now() - interval '23 hours' from generate_series(1, 4)
  me done | ${ask} | after a day it is asked for again | ${PASSED}; insert into private.attempts (kind, caller, at) select 'deletion', (:me)::text, now() - interval '25 hours' from generate_series(1, 5)
  admin last_admin | ${ask} | - | ${PASSED}; update profiles set role = 'user' where role = 'admin' and id <> :admin
  me not_signed_in | ${confirm} | - | ${LEAVE}
  owner done | ${LEAVE} | the dates of a membership go with the person | insert into private.membership_changes (account_id, at) values (:me, now()) | select count(*)::int from private.membership_changes where account_id = :me => 0
  me not_signed_in | select keep_account() | - | ${LEAVE}
  me not_signed_in | select my_data('profile') | - | ${LEAVE}
  me unknown_kind | select my_data('users')
  owner done | ${asMe} | what the archive says of what has no table of its own | ${ARCHIVED}
    | select jsonb_object_agg(p, (select string_agg(k, ' ' order by k) from jsonb_object_keys(my_data(p) -> 0) as k)) from unnest('{deliveries,codes,invited_with,operations,referrals,emails,favourites,awaited,attempts,deletion,changes,activity}'::text[]) as p
      => {"activity": "action at table", "attempts": "at kind", "awaited": "benefit benefit_id", "changes": "after at before by_yourself", "codes": "code kind tokens used_at", "deletion": "deletes_at requested_at",
      "deliveries": "content delivered_at file_name file_size file_type instructions kind message method order_id order_number read_at withdrawn_at", "emails": "finished_at kind outcome queued_at to_another_address",
      "favourites": "benefit benefit_id", "invited_with": "code created_at email last_sent_at membership_ends_at message name opened_at opening_balance opens sends source",
      "operations": "after at before kind tokens undone_at", "referrals": "bonus joined_at received role settled_at"}
  owner done | ${asMe} | the archive has nothing of admins and of searches | ${reported()}; insert into invite_codes (id, code, email) values (:xf1, 'ASKED', 'a@b.test'); insert into invitations (code_id, source, inviter_id, email) values (:xf1, 'member', :me, 'a@b.test');
    insert into notifications (id, user_id, kind) values (:xf1, :me, 'order_status'); insert into admin_views (admin_id, name) values (:me, 'Mine')
    | select string_agg(k, ' ') from unnest('{profile,orders,reports,invitations,notices,views}'::text[]) as p, jsonb_object_keys(my_data(p) -> 0) as k
      where k ~ 'adjustment|search_text|batch_id|answered_by|delivery_id|email_|inviter_id|last_sent|admin_id' or p = 'notices' and k = 'user_id' => null
  me not_signed_in | select * from my_data_counts() | - | ${LEAVE}
  me password_required
    | do $$ begin perform set_config('request.jwt.claims', jsonb_build_object('sub', :me, 'amr', jsonb_build_array(jsonb_build_object( 'method', 'otp', 'timestamp', floor(extract(epoch from now())) - 1)))::text, true); perform request_deletion(); end $$
    | the link of an email is no password
  me password_required
    | do $$ begin perform set_config('request.jwt.claims', jsonb_build_object('sub', :me, 'amr', jsonb_build_array(jsonb_build_object( 'method', 'password', 'timestamp', floor(extract(epoch from now())) - 400)))::text, true); perform request_deletion(); end $$
    | a password counts for five minutes
  me done | ${ask} | a retry sends no second email | ${PASSED}; insert into private.deletion_requests (user_id, id, requested_at) values (:me, :xf1, now() - interval '59 seconds')
    | select count(*)::int from private.outbox where recipient_id = :me and kind = 'deletion_requested' => 0
  me done | ${ask} | a confirmed one sends no email
    | ${PASSED}; insert into private.deletion_requests (user_id, id, requested_at) values (:me, :xf1, now() - interval '1 hour'); update profiles set deletes_at = now() where id = :me
    | select count(*)::int from private.outbox where recipient_id = :me and kind = 'deletion_requested' => 0
  me done | ${ask} | after a minute another link is sent, and counted | ${PASSED}; insert into private.deletion_requests (user_id, id, requested_at) values (:me, :xf1, now() - interval '1 minute')
    | select concat_ws(' ', r.id <> :xf1 and r.requested_at = now(), (select count(*) from private.attempts where kind = 'deletion' and caller = :me), (select count(*) from private.outbox where recipient_id = :me and kind = 'deletion_requested')) from private.deletion_requests as r => "t 1 1"
  me deletion_not_found | ${confirm} | the link works for a day
    | insert into private.deletion_requests (user_id, id, requested_at) values (:me, :xf1, now() - interval '1 day'); select set_config('test.token', private.deletion_token(:xf1), true)
  me = true | ${confirm} = now() + interval '14 days' | and all of that day, which is logged | ${requestDeletion(':me')} | select concat(p.deletes_at = now() + interval '14 days', (l.after ->> 'deletes_at')::timestamptz = p.deletes_at) from profiles as p, private.audit_log as l where p.id = :me and l.row_id = p.id::text => "tt"
  admin last_admin | ${confirm} | the only admin confirms nothing | ${requestDeletion(':admin')}; update profiles set role = 'user' where role = 'admin' and id <> :admin
  me = true | select keep_account() | an earlier link confirms nothing, which is logged | update profiles set deletes_at = now() where id = :me; insert into private.deletion_requests (user_id, id, requested_at) values (:me, :xf1, now() - interval '0')
    | select concat((select count(*) from private.deletion_requests), after) from private.audit_log where row_id = :me::text and after ? 'deletes_at' => "0{\\"deletes_at\\": null}"
  owner done | select private.due_deletions(now()) | an admin is deleted beside another, also where nobody else is
    | update profiles set role = 'admin' where id = :other; update profiles set deletes_at = now() - interval '1 day' where id = :admin; ${LEAVE} | select count(*)::int from profiles where id = :admin => 0
  owner done | select private.delete_account(:me, now()) | a kept account stays | - | select count(*)::int from profiles where id = :me => 1
  owner done | select private.due_deletions(now()) | the last admin stays until there is another | update profiles set role = 'user' where role = 'admin' and id <> :admin; update profiles set deletes_at = now() where id = :admin
    | select count(*)::int from profiles where id = :admin => 1
  owner done | select private.due_deletions(now()) | a failed deletion does not delay another | create table private.stuck as select id from profiles where id = :me; alter table private.stuck add foreign key (id) references profiles;
    update profiles set deletes_at = now() where id in (:me, :other) | select array_agg(id) = array[:me]::uuid[] from profiles where id in (:me, :other) => true
  admin done | delete from profiles where id = :me | the open orders of who is deleted are cancelled, which frees their stock (D55) | update orders set from_stock = true where id = :order; ${stocked(0)}
    | select concat_ws(' ', o.status, o.user_id, s.stock, l.after, l.actor_id = :admin) from orders as o join private.benefit_stock as s using (benefit_id), private.audit_log as l where o.id = :order and l.row_id = o.id::text order by l.id desc limit 1 => "cancelled 1 {\\"status\\": \\"cancelled\\"} t"
  admin done | delete from profiles where id = :me | an order that was delivered stays so when its member is deleted | update orders set status = 'delivered' where id = :order | select concat(status, user_id) from orders where id = :order => "delivered"
  me = "guest@x.test" | select my_data('invited_with') #>> '{0,email}' | an invitation that was passed on with its code is that of its address | ${came(`'guest@x.test'`)}; update profiles set email = 'guest@x.test' where id = :me
  me = [] | select my_data('invited_with') | an invitation that was sent to somebody else is not shown | ${came(`'passed-on@x.test'`)}
  me = null | select my_data('deliveries') #>> '{0,content}' | what was not opened is only named, and stays unread (D53) | ${delivered()}; update private.deliveries set read_at = null | select read_at from private.deliveries where order_id = :x01 => null
  me = "MUTANT-1" | select my_data('deliveries') #>> '{0,content}' | what was opened is shown | ${delivered()}
  me = [] | select my_data('deliveries') | what was taken back is not in the archive | ${delivered()}; update orders set status = 'cancelled' where id = :x01
  me = "token" | select my_data('codes') #>> '{1,kind}' | a code that somebody else used last | update redeem_codes set max_uses = 3, uses = 2, used_by = :other, used_at = now() where code = :token;
    insert into code_uses (code_id, account_id, user_id, used_at) select id, :me, :me, now() from redeem_codes where code = :token
  me = "invited 5, inviting 5" | select string_agg(concat_ws(' ', e ->> 'role', e ->> 'received'), ', ' order by e ->> 'role') from jsonb_array_elements(my_data('referrals')) as e | what came in by inviting and by being invited
    | insert into private.referrals (invited_id, referrer_id, code_id, bonus, joined_at, settled_at, invited_received, referrer_received) values (:me, :other, :xf1, 5, now(), now(), 5, 0), (:other, :me, :xf1, 5, now(), now(), 0, 5)
  me = "2 1 10 2 1 1 1 0 t" | select concat_ws(' ', orders, open_orders, open_tokens, entries, payments, notices, invitations, invitations_left, requested_at = now() - interval '86399 seconds') from my_data_counts() | how much there is of one's own data
    | insert into orders (user_id, status, benefit_token_value) values (:me, 'cancelled', 7); insert into payments (user_id, account_id, kind, amount, paid_at) values (:me, :me, 'membership', 9900, now()), (:me, :me, 'membership', 9900, null);
    insert into notifications (id, user_id, kind) values (:xf1, :me, 'order_status'), (:xf2, :me, 'waitlist'), (:xf3, :other, 'order_status'); insert into invite_codes (id, code) values (:xf1, 'ASKED'); insert into invitations (code_id, source, inviter_id) values (:xf1, 'admin', :me);
    insert into private.deletion_requests (user_id, requested_at) values (:me, now() - interval '86399 seconds')
  me = [1000, 201, 1201, 1201, null] | select jsonb_build_array(jsonb_array_length(a), jsonb_array_length(b), (select count(distinct e ->> 'id') from jsonb_array_elements(a || b) as e), (select entries from my_data_counts()), (select requested_at from my_data_counts()))
      from my_data('token_entries') as a, my_data('token_entries', 1000) as b | long parts come a thousand rows at a time
    | set local session_replication_role = replica; insert into token_transactions (account_id, user_id, transaction_type, amount, description, balance_after, created_at, hash) select :me, :me, 'purchase', 1, 'x', n, now(), '' from generate_series(1, 1199) as n; insert into private.deletion_requests (user_id, requested_at) values (:me, now() - interval '1 day')
  me = true | select bool_and(e ->> 'account_id' = (select id::text from profiles where id = :me)) as own from jsonb_array_elements(my_data('token_entries')) as e | the token entries are the own ones
-- second-factors
  admin done | update orders set status = 'processing' where id = :order | a second factor is needed only when it is required | insert into app_settings (key, value) values ('require_second_factor', '0')
  me second_factor_required | select set_config('request.path', '/rpc/my_totals', true), api_guard.before_request() | no request passes without the second factor (D54) | ${factor('verified', ':me')}
  me estimate_forbidden | select set_config('request.headers', '{"prefer": "count=[[Planned ;; estimated]]"}', true), api_guard.before_request() | members get no estimated number
  admin done | select set_config('request.headers', '{"prefer": "count=planned"}', true), api_guard.before_request() | admins are
  me done | select set_config('request.path', '/rpc/[[public_settings ;; use_recovery_code]]', true), api_guard.before_request() | what visitors may ask and recovery codes pass without the second factor (D54) | ${factor('verified', ':me')}
  owner admins_lack_second_factor (Mia Member) | ${REQUIRE} | - | update profiles set role = 'admin' where id = :other; ${factor('verified')}; ${asAdmin}
  owner done | ${REQUIRE} | a factor is required once every admin has one | update profiles set role = 'admin' where id = :other; ${factor('verified')}; ${factor('verified', ':other')}; ${asAdmin}
    | select count(*)::int from private.approved_factors => 2
  admin not_admin | select pending_orders() | who has not the factor that is required is a member | ${REQUIRE}
  admin not_admin | select pending_orders() | nor does an approval count without the factor | ${REQUIRE}; insert into private.approved_factors values (:admin)
  owner done | update app_settings set value = '0' where key = 'require_second_factor' | the requirement is turned off whoever has no factor | ${REQUIRE}; update profiles set role = 'admin' where id = :other; ${asAdmin}
  owner done | update app_settings set value = '1' where key = 'require_second_factor' | to save the requirement again approves nobody | ${FURTHER}; ${asAdmin} | select count(*)::int from private.approved_factors where user_id = :other => 0
  admin cannot_approve_own_factor | select approve_second_factor(:admin)
  admin profile_not_found | select approve_second_factor(:me) | only admins have a factor to approve | ${factor('verified', ':me')}
  admin no_second_factor | select approve_second_factor(:other) | - | update profiles set role = 'admin' where id = :other
  owner = "(1,t)" | select second_factors_of(:other)::text | the factor of a further admin awaits approval | ${FURTHER}; ${asAdmin}
  owner not_admin | select pending_orders() | a factor that is not approved counts for nothing | ${FURTHER}; ${asOther}
  owner done | select pending_orders() | an approved factor counts | ${FURTHER}; ${asAdmin}; select approve_second_factor(:other); ${asOther}
    | select concat(actor_id = :admin, after) from private.audit_log where row_id = :other::text order by id desc limit 1 => "t{\"second_factor_approved\": true}"
  owner = "(1,f)" | select second_factors_of(:other)::text | an approved factor awaits no approval | ${FURTHER}; ${asAdmin}; select approve_second_factor(:other)
  owner = "(1,f)" | select second_factors_of(:me)::text | the factor of a member awaits no approval | ${FURTHER}; ${factor('verified', ':me')}; ${asAdmin}
  owner = "(1,f)" | select second_factors_of(:other)::text | nor does one while none is required | ${FURTHER}; update app_settings set value = '0' where key = 'require_second_factor'; ${asAdmin}; insert into private.approved_factors values (:admin) on conflict do nothing
  owner = "(0,f)" | select second_factors_of(:other)::text | nor does an admin without one | ${FURTHER}; delete from auth.mfa_factors where user_id = :other; ${asAdmin}
  owner = "t t 1" | select concat_ws(' ', required, approved, recovery_codes) from my_second_factor() | what an admin sees of the own factor | ${FURTHER}; insert into private.recovery_codes values (:admin, 'a'), (:other, 'b'); ${asAdmin}
  owner done | select approve_second_factor(:other) ;; select approve_second_factor(:other) | an approval is logged once | ${FURTHER}; ${asAdmin} | select count(*)::int from private.audit_log where after ? 'second_factor_approved' => 1
  owner done | delete from auth.mfa_factors where friendly_name = 'first' | an approval stays with another factor | ${FURTHER}; insert into private.approved_factors values (:other); update auth.mfa_factors set friendly_name = 'first' where user_id = :other; ${factor('verified', ':other')} | select count(*)::int from private.approved_factors where user_id = :other => 1
  owner = true | select private.recovery_hash(:me, ' \uff21b-2') = private.recovery_hash(:me, 'AB2') | a recovery code is typed in any way
  owner done | select private.owner_approves_second_factor((select email from profiles where id = :other)) | the owner of the database approves one | ${FURTHER} | select count(*)::int from private.approved_factors where user_id = :other => 1
  owner done | delete from auth.mfa_factors where user_id = :other | an approval ends with the last factor | ${FURTHER}; insert into private.approved_factors values (:other) | select count(*)::int from private.approved_factors where user_id = :other => 0
  owner done | update profiles set role = 'user' where id = :other | an approval ends with the role | ${FURTHER}; insert into private.approved_factors values (:other) | select count(*)::int from private.approved_factors where user_id = :other => 0
  owner done | update profiles set role = 'admin' where id = :me | who is made an admin with a factor needs no approval, and approves nobody else | ${FURTHER}; ${factor('verified', ':me')} | select array_agg(user_id) @> array[:me]::uuid[] and count(*) = 2 from private.approved_factors => true
  owner second_factor_required | select create_recovery_codes() | recovery codes are created after a factor | select set_config('request.jwt.claims', json_build_object('sub', :me, 'aal', 'aal2')::text, true)
  owner second_factor_required | select create_recovery_codes() | recovery codes are created by a session that has presented the factor | ${factor('verified', ':me')}; ${asMe}
  owner rate_limited | select use_recovery_code('X') | a session has ten guesses of a recovery code | ${factor('verified', ':me')}; ${guessing(':xf1')}
  owner done | select use_recovery_code('X') | another session can still guess a recovery code | ${factor('verified', ':me')}; ${guessing(':xf2')} | select count(*)::int from private.attempts where caller = :xf1 => 1
  owner no_second_factor | select private.owner_resets_second_factor((select email from profiles where id = :me))
  owner profile_not_found | select private.owner_resets_second_factor('nobody@b.test')
  owner done | select private.owner_resets_second_factor((select ' ' || upper(email) from profiles where id = :me)) | the owner of the database resets a factor | ${factor('verified', ':me')}
    | select concat(actor_id, before, after) from private.audit_log where row_id = :me order by id desc limit 1 => "{\"second_factors\": 1}{\"second_factors\": 0}"
  admin done | delete from profiles where id = :me | whoever is deleted with a factor is notified of nothing | ${factor('verified', ':me')}; insert into private.recovery_codes values (:me, 'x')
    | select (select count(*) from private.recovery_codes)::int + (select count(*) from private.outbox where recipient_id = :me)::int + (select count(*) from private.audit_log where after ? 'second_factors')::int => 0
  admin second_factor_required | insert into app_settings (key, value) values ('require_second_factor', [['1') ;; '0') on conflict (key) do update set value = excluded.value]]
  owner 42501 | update app_settings set key = 'require_second_factor', value = '1' where key = 'sla_credit_cap' | app_settings_key_fixed
    | insert into app_settings (key, value) values ('sla_credit_cap', '1') on conflict (key) do nothing
  admin profile_not_found | select reset_second_factor(gen_random_uuid())
  admin cannot_reset_own_factor | select reset_second_factor(:admin)
  admin no_second_factor | select reset_second_factor(:me) | - | ${factor('unverified', ':me')}
  me = "Firefox" | select user_agent from my_devices() | where one is signed in is one's own | delete from auth.sessions where user_id = :me; insert into auth.sessions (id, user_id, user_agent) values (gen_random_uuid(), :me, 'Firefox'), (gen_random_uuid(), :admin, 'Chrome')
  me = 0 | select count(*)::int from my_devices() | a session that has ended is no device | delete from auth.sessions where user_id = :me; insert into auth.sessions (id, user_id, not_after) values (gen_random_uuid(), :me, now())
  owner done | ${asAdmin} ;; select reset_second_factor(:me) | a reset ends the sessions, and is logged and emailed | ${factor('verified', ':me')}; insert into auth.sessions (id, user_id) values (gen_random_uuid(), :me)
    | select concat_ws(' ', (select count(*) from auth.sessions where user_id = :me), (select string_agg(kind, ' ') from private.outbox where recipient_id = :me and kind = 'second_factor_reset'), actor_id = :admin, after) from private.audit_log where row_id = :me order by id desc limit 1
      => "0 second_factor_reset t {\"second_factors\": 0}"
  owner done | ${asAdmin} | the admins with their factors | ${factor('verified')}; ${factor('unverified')} | select concat_ws(' ', name, authenticators, since is not null) from admin_second_factors() => "Ada Admin 1 t"
  owner done | select set_config('request.jwt.claims', json_build_object('sub', :me, 'aal', 'aal2')::text, true) ;; select create_recovery_codes() | new codes are logged | ${factor('verified', ':me')}; insert into private.recovery_codes values (:me, 'old'), (:other, 'other')
    | select concat((select count(*) from private.recovery_codes), after) from private.audit_log where row_id = :me::text order by id desc limit 1 => "11{\\"recovery_codes\\": 10}"
  owner done | ${asAdmin} | an admin without one | - | select concat_ws(' ', name, authenticators, since is not null) from admin_second_factors() => "Ada Admin 0 f"
  owner done | select set_config('request.jwt.claims', json_build_object('sub', :me, 'session_id', :xf1)::text, true) | this session comes first, then the last seen
    | delete from auth.sessions where user_id = :me; ${device(':xf1', 'This', `now() - interval '3 hours'`)}; ${device(':xf2', 'Older', 'null')}; ${device(':xf3', 'Newer', `now() - interval '1 hour'`)}
    | select string_agg(concat_ws(' ', user_agent, is_current, now() - seen_at), ', ') from my_devices() => "This t 03:00:00, Newer f 01:00:00, Older f 1 day"
`)
