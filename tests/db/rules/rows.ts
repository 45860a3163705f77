import { BALANCE, CANCEL, LEAVE, LOCKS, logged, REVOKED, reported } from './scene'
import { table } from './table'

/** What the log calls a row. */
const subject = (table: string, row: string, before = 'null', after = 'null') =>
  `insert into private.audit_log (table_name, row_id, action, before, after) values ('${table}', ${row}, 'update', ${before}, ${after}) returning subject`

const LIVE = (on = true) =>
  `select public.report_payment_mode(${on}); insert into app_settings (key, value) values ('payments_on', '1') on conflict (key) do update set value = '1'`
const never = (who = ':me') =>
  `update profiles set membership_start_date = null, membership_end_date = null where id = ${who}`
const payment = (values: string, columns = 'paid_at') =>
  `insert into payments (id, user_id, account_id, kind, tokens, amount, state, ${columns}) values (:xf1, :me, :me, ${values})`
const year = (columns: string, values: string, state = 'paid') =>
  payment(`'membership', null, 9900, '${state}', ${values}`, columns)
const settle = (more = '') => `select private.settle_payment([[:xf1${more}]])`
const opens = (tokens: string, who = ':me', live = true) =>
  `from open_payment(${who}, ${tokens === 'null' ? `'membership'` : `'tokens'`}, ${tokens}, ${live})`
const found = (reverse: boolean) =>
  `select string_agg(amount::text, ' ') from search_payments(p_key_value => now() + interval '2 minutes', p_key_id => :xf2, p_reverse => ${reverse})`
const FOUR = `insert into payments (id, user_id, account_id, kind, amount, created_at) select v.id::uuid, :me, :me, 'membership', 100 + n, now() + n * interval '1 minute' from unnest(array[:xf1, :xf2, :xf3, :xf4]) with ordinality as v (id, n)`
const SOLD = `insert into payments (user_id, account_id, kind, tokens, amount, is_test, state, refunded, created_at, paid_at) values (:me, :me, 'membership', null, 100, true, 'paid', 0, now(), now()),
      (:me, :me, 'tokens', 5, 200, false, 'paid', 50, now() + interval '1 hour', now() + interval '1 hour'), (:me, :me, 'membership', null, 400, false, 'paid', 0, now() + interval '2 hours', now() + interval '2 hours'), (:me, :me, 'membership', null, 800, false, 'opened', 0, now() + interval '3 hours', null)`
const problems = (problem: string) =>
  `${year('refund_failed_at', 'now()')}; insert into private.payment_events (id, type, at, facts, outcome, problem, payment_id) values ('evt_b', 'x', now(), '{}', 'refused', '${problem}', :xf1), ('evt_a', 'x', now() - interval '1 hour', '{}', 'refused', '${problem}', :xf1)`
const note = (type: string, facts: string[]) =>
  `select private.record_payment_facts(:xf1, '${type}', '[[${facts.join(' ;; ')}]]', now())`
const DISPUTED = `select dispute_status from private.payment_facts where payment_id = :xf1`
const UNTIL = `select membership_end_date from profiles where id = :me`

export const rows = table(String.raw`
-- rows
  owner profiles_no_overdraft | update profiles set current_tokens = -1 where id = :me
  owner benefits_name_check | update benefits set name = repeat('a', 121) where id = :benefit
  owner benefits_description_check | update benefits set description = ' ' where id = :benefit
  owner benefits_image_url_check | update benefits set image_url = '/' || repeat('a', 2048) where id = :benefit
  owner benefits_image_url_valid | update benefits set image_url = [['javascript:alert(1)' ;; 'data:text/html,x' ;; '//x.test/a.png' ;; '/\\x.test/a' ;; '/\u0009/x' ;; 'a.png']] where id = :benefit
  owner benefits_token_value_check | update benefits set token_value = 0 where id = :benefit
  owner benefit_stock_stock_check | insert into private.benefit_stock values (:benefit, [[-1 ;; 1000001]]) on conflict (benefit_id) do update set stock = excluded.stock
  owner benefits_per_member_limit_check | update benefits set per_member_limit = [[0 ;; 1001]] where id = :benefit
  owner benefits_estimated_value_check | update benefits set estimated_value = 0 where id = :benefit
  owner benefits_what_you_get_check | update benefits set what_you_get = repeat('a', 2001) where id = :benefit
  owner benefits_conditions_check | update benefits set conditions = repeat('a', 2001) where id = :benefit
  owner benefits_maker_check | update benefits set maker = repeat('a', 301) where id = :benefit
  owner benefits_maker_link_check | update benefits set maker_link = 'https://x.test/' || repeat('a', 2048) where id = :benefit
  owner benefits_maker_link_valid | update benefits set maker_link = [['javascript:alert(1)' ;; '/path' ;; 'https:///x' ;; 'https://x.test/a b' ;; 'x.test']] where id = :benefit
  owner benefits_opens_at_check | update benefits set opens_at = 'infinity' where id = :benefit
  owner benefits_closes_at_check | update benefits set closes_at = '2200-01-01' where id = :benefit
  owner benefits_times | update benefits set opens_at = now(), closes_at = now() where id = :benefit
  owner payments_valid | insert into payments (user_id, account_id, kind, tokens, amount, currency) values [[(:me, :me, 'gift', null, 1, 'usd') ;; (:me, :me, 'tokens', null, 1, 'usd') ;; (:me, :me, 'membership', 5, 1, 'usd') ;; (:me, :me, 'tokens', 0, 1, 'usd') ;; (:me, :me, 'membership', null, 0, 'usd') ;; (:me, :me, 'membership', null, 1, 'USD')]]
  owner payment_events_outcome_check | insert into private.payment_events (id, type, at, facts, outcome) values ('evt_1', 'x', now(), '{}', 'lost')
  owner payment_facts_intent_id_key | insert into private.payment_facts (payment_id, intent_id) values (gen_random_uuid(), 'pi_1'), (gen_random_uuid(), 'pi_1')
  owner done | select begin_refund(:admin, :xf1, null, 'Sorry, Mia') | a refund to somebody who was deleted keeps no reason (D12) | insert into payments (id, account_id, kind, amount, state) values (:xf1, :xf2, 'membership', 9900, 'paid') | select refund_reason from payments where id = :xf1 => null
  owner refund_refused | select begin_refund(:admin, :xf1, [[0 ;; -1 ;; 901]], 'x') | no more is refunded than is left | ${year('refunded', '9000')}
  owner payment_not_found | select begin_refund(:admin, :xf2, 1, 'x')
  owner done | select begin_refund(:admin, :xf1, null, 'x') | a refund is logged with what is left and whose it is | ${year('refunded', '9000')} | select concat(actor_id = :admin, after ->> 'refund', after ->> 'person_id' = :me::text, y.refund_reason) from private.audit_log as l join payments as y on y.id::text = l.row_id => "t900tx"
  owner done | ${settle()} | what is unspent of a refunded pack is taken back | ${payment(`'tokens', 1, 100, 'paid', now(), 100`, 'paid_at, refunded')} | select concat_ws('|', amount, description, reason) from token_transactions where account_id = :me order by seq desc limit 1 => "-1|Refund of 1 token|The payment was refunded"
  owner done | ${settle()} | nothing is taken back of what was spent | ${payment(`'tokens', 5, 100, 'paid', now(), 100`, 'paid_at, refunded')}; select private.post_tokens(:me, 'adjustment', -15, 'x'); insert into private.payment_facts (payment_id, entry_id) values (:xf1, :xf2) | select tokens_returned from payments where id = :xf1 => 0
  owner done | ${settle(' ;; :xf2 ;; :xf3')} | a year that was paid late notifies | ${never()}; ${year('paid_at', 'now()', 'expired')}; ${year('paid_at', 'now()', 'processing').replace(':xf1', ':xf2')}; ${year('paid_at', 'now()', 'failed').replace(':xf1', ':xf3')} | select concat_ws(' ', (select count(*) from notifications where user_id = :me and kind = 'membership_extended'), (select count(*) from private.outbox where kind = 'membership_extended')) => "3 3"
  owner = "paid paid paid disputed disputed" | select string_agg(private.payment_state(p, jsonb_populate_record(null::private.payment_facts, jsonb_build_object('dispute_status', s))), ' ' order by n) from payments as p, unnest('{won,warning_closed,prevented,lost,needs_response}'::text[]) with ordinality as u (s, n) where p.id = :xf1 | a payment is disputed until the dispute is won | ${year('paid_at', 'now()')}
  owner done | ${note('refund.updated', ['{"status": "canceled"}'])} | a refund that was canceled has failed | ${year('paid_at', 'now()')} | select concat(refund_failed_at = now(), private.payment_event_problem('refund.updated', '{"status": "canceled", "refund": "re_1"}')) from payments where id = :xf1 => "trefund_failed"
  owner done | ${note('charge.refunded', ['{"amount_refunded": 1}'])} | a part of a refund has no time | ${year('paid_at', 'now()')} | select concat_ws(' ', refunded, refunded_at) from payments where id = :xf1 => "1"
  owner done | ${note('charge.dispute.created', ['{"dispute": "a", "status": "lost"}', '{"dispute": "b", "status": "needs_response"}'])} | a dispute that is open matters more than a lost one | ${year('paid_at', 'now()')} | ${DISPUTED} => "needs_response"
  owner done | ${note('charge.dispute.created', ['{"dispute": "a", "status": "prevented"}', '{"dispute": "b", "status": "lost"}', '{"dispute": "c", "status": "won"}', '{"dispute": "d", "status": "warning_closed"}'])} | and that more than one that was prevented | ${year('paid_at', 'now()')} | ${DISPUTED} => "lost"
  owner done | select apply_payment_event(jsonb_build_object('id', 'evt_1', 'type', 'checkout.session.completed', 'created', 1, 'livemode', [[true ;; true]], 'data', jsonb_build_object('object', jsonb_build_object('id', 'cs_1', 'client_reference_id', :xf1, 'payment_status', 'unpaid', 'amount_total', 9900, 'currency', 'usd'))))
    | a checkout names its payment in one of two places, and each time it is reported counts | ${year('created_at', 'now()', 'opened')} | select concat(times, payment_id = :xf1) from private.payment_events where id = 'evt_1' => "2t"
  owner done | select private.set_membership(:me) | a membership without an end has none after a payment | ${year('paid_at', 'now()')}; update profiles set membership_start_date = '2020-01-01', membership_end_date = null where id = :me | ${UNTIL} => null
  owner done | select private.set_membership(:me) | a refund that seems older than its payment takes the year | ${never()}; ${year('paid_at, refunded, refunded_at', `now(), 9900, now() - interval '1 day'`)} | ${UNTIL} => null
  owner done | select private.set_membership(:me) | a refund of a year that was over takes nothing | ${never()}; ${year('paid_at, refunded, refunded_at', `now() - interval '3 years', 9900, now()`)}; ${year('paid_at', `now() - interval '1 day'`).replace(':xf1', ':xf2')} | select membership_end_date > now() + interval '360 days' from profiles where id = :me => true
  owner done | select private.set_membership(:me) | what an admin gave stays when the year is refunded | ${never()}; ${year('paid_at', `now() - interval '1 day'`)}; select private.set_membership(:me); update profiles set membership_end_date = membership_end_date + interval '3 months' where id = :me; update payments set refunded = 9900, refunded_at = clock_timestamp() where id = :xf1
    | select membership_end_date > now() + interval '80 days' from profiles where id = :me => true
  owner = null | select private.unpaid_state(:me) | who has a year that ends soon can order | ${LIVE()}; update profiles set membership_end_date = now() + interval '1 day' where id = :me
  me = "t 0 9900 0" | select concat_ws(' ', sells_tokens, m.launch_places_left, full_price, s.launch_places_left) from my_membership() as m, public_settings() as s | and buy tokens; no places are left when more are taken | ${LIVE()}; update profiles set membership_end_date = now() + interval '1 day' where id = :me; insert into token_packs (tokens, price, is_on_sale) values (25, 1200, true);
    update app_settings set value = '0' where key = 'launch_places'; update app_settings set value = '9900' where key = 'membership_price'; ${year('is_launch', 'true')}
  me = false | select sells_tokens from my_membership() | no tokens are sold that are not on sale | ${LIVE()}; insert into token_packs (tokens, price, is_on_sale) values (25, 1200, false)
  admin = true | select sells_tokens from my_membership() | admins test packs without a membership | ${LIVE(false)}; ${never(':admin')}; insert into token_packs (tokens, price, is_on_sale) values (25, 1200, true)
  owner = 0 | select private.launch_places_taken()::int | what expired or failed takes no place | ${year('is_launch', 'true', 'failed')}; ${year('is_launch', 'true', 'expired').replace(':xf1', ':xf2')}
  owner = false | select is_launch from private.membership_price(:me) | a year that is disputed does not | insert into app_settings (key, value) values ('launch_places', '9') on conflict (key) do update set value = '9'; ${year('paid_at', 'now()', 'disputed')}
  owner = true | select is_launch from private.membership_price(:me) | tests and packs leave the launch price | insert into app_settings (key, value) values ('launch_places', '9') on conflict (key) do update set value = '9'; insert into payments (user_id, account_id, kind, tokens, amount, is_test, state) values (:me, :me, 'tokens', 5, 100, false, 'paid'), (:me, :me, 'membership', null, 100, true, 'paid')
  owner = true | select id = :xf1 ${opens('null')} | the newest checkout of less than half an hour is opened again | ${LIVE()}; ${never()}; ${year('created_at', `now() - interval '29 minutes'`, 'opened')}; ${year('created_at', `now() - interval '30 minutes'`, 'opened').replace(':xf1', ':xf2')}; update payments set amount = (select amount from private.membership_price(:me))
  owner = true | select id <> :xf1 and tokens = 50 ${opens('50')} | another pack of the same price is another payment | ${LIVE()}; insert into token_packs (tokens, price, is_on_sale) values (25, 1200, true), (50, 1200, true); ${payment(`'tokens', 25, 1200, 'opened', now()`, 'created_at')}
  owner = true | select id <> :xf1 ${opens('25')} | nor is a test | ${LIVE()}; insert into token_packs (tokens, price, is_on_sale) values (25, 1200, true); ${payment(`'tokens', 25, 1200, 'opened', true`, 'is_test')}
  owner done | select id ${opens('25', ':admin', false)} | a pack that is bought with a test key is a test | ${LIVE(false)}; insert into token_packs (tokens, price, is_on_sale) values (25, 1200, true) | select is_test from payments => true
  owner done | select id ${opens('null')} | packs that are processed and payments of an hour ago delay no year | ${LIVE()}; ${never()}; insert into payments (user_id, account_id, kind, tokens, amount, state, created_at) select :me, :me, 'tokens', 25, 1200, 'processing', now() - interval '1 hour' from generate_series(1, 20)
  admin = "103 104" | ${found(true)} | payments before one | ${FOUR}
  admin = "101" | ${found(false)} | payments after one | ${FOUR}
  admin = 15 | select tokens_unspent from search_payments() | no more is unspent than there is | ${payment(`'tokens', 50, 1200, 'paid', now()`)}
  owner = 2 | select finish_payment_check() | what waits for three hours, or at a bank for thirty days, is released
    | insert into payments (user_id, account_id, kind, amount, state, created_at) select :me, :me, 'membership', 100, state, now() - s * interval '1 second' from (values ('opened', 10800), ('opened', 10801), ('processing', 2592000), ('processing', 2592001)) as v (state, s)
  owner = "f f f t" | select string_agg(left(private.is_renewal(p)::text, 1), ' ' order by created_at) from payments as p | a renewal follows a year that was paid | ${SOLD}
  admin = "(1,400,0,0,1,200,1,50,550), (0,0,0,0,1,200,1,50,150), (0,0,0,0,0,0,0,0,0)" | select string_agg(s::text, ', ' order by n) from (values (1, null, null), (2, now() + interval '1 hour', now() + interval '2 hours'), (3, now() + interval '3 hours', null)) as v (n, since, until), payment_sums(since, until) as s | what was sold, in all and in an hour | ${SOLD}
  admin = "evt_a evt_b" | select string_agg(id, ' ') from payment_problems() | the oldest problem that nobody settled comes first | ${problems('amount_differs')}; insert into private.payment_events (id, type, at, facts, outcome, problem, settled_at) values ('evt_c', 'x', now(), '{}', 'refused', 'amount_differs', now())
  admin = true | select settle_payment_problem('evt_a') | a problem that was settled is logged, and leaves a failed refund | ${problems('amount_differs')}
    | select concat(e.settled_by = :admin, y.refund_failed_at = now(), (select after from private.audit_log where row_id = 'evt_a')) from private.payment_events as e join payments as y on y.id = e.payment_id where e.id = 'evt_a' => "tt{\\"settled\\": true}"
  owner done | select private.due_payments(now()) | what was applied is kept, and what waits waits for a day | insert into private.payment_events (id, type, at, facts, outcome, received_at) values ('evt_1', 'x', now(), '{}', 'applied', now() - interval '91 days'), ('evt_2', 'x', now(), '{}', 'waiting', now() - interval '1 day'), ('evt_3', 'x', now(), '{}', 'ignored', now() - interval '90 days'), ('evt_4', 'x', now(), '{}', 'ignored', now() - interval '2161 hours')
    | select string_agg(outcome, ' ' order by id) from private.payment_events => "applied waiting ignored"
  owner = "f t f" | select concat_ws(' ', private.is_available(:benefit, now() - interval '2 seconds'), private.is_available(:benefit, now() - interval '1 second'), private.is_available(:benefit)) | a benefit can be ordered from its first moment on, until it closes | update benefits set opens_at = now() - interval '1 second', closes_at = now() where id = :benefit
  owner payment_service_one_row | insert into private.payment_service (live) values (false), (true)
  owner categories_name_check | insert into categories (name) values ([['' ;; repeat('a', 61) ;; 'a\u200bb']])
  owner order_desk_notes_check | insert into order_desk (order_id, notes) values (:order, -1)
  owner order_desk_assigned | insert into order_desk (order_id, assignee_id) values (:order, :admin)
  owner order_notes_body_check | insert into order_notes (order_id, author_id, body) values (:order, :admin, [['' ;; ' \u200b' ;; repeat('a', 2001)]])
  owner admin_views_name_check | insert into admin_views (admin_id, name) values (:admin, [['' ;; ' x' ;; 'a\u200bb' ;; repeat('a', 41)]])
  owner admin_views_filter_check | insert into admin_views (admin_id, name, filter) values (:admin, 'Mine', jsonb_build_object('search', repeat('a', 2000)))
  owner admin_views_sort_check | insert into admin_views (admin_id, name, sort) values (:admin, 'Mine', 'oldest')
  owner redeem_codes_token_value_check | insert into redeem_codes (code, token_value) values ('TOO-MUCH', 1001)
  owner redeem_codes_uses | update redeem_codes set used_by = :me where code = :token
  owner redeem_codes_max_uses_check | update redeem_codes set max_uses = 10001 where code = :token
  owner redeem_codes_expires_at_check | update redeem_codes set expires_at = 'infinity' where code = :token
  owner redeem_codes_code_check | insert into redeem_codes (code, token_value) values ([['abc' ;; '' ;; 'A\u200bB' ;; 'A\u0009B' ;; 'A\u00a0B' ;; repeat('X', 65) ;; repeat('SS', 33)]], 5)
  owner redeem_codes_note_check | insert into redeem_codes (code, note, token_value) values ('NOTED', repeat('a', 201), 5)
  owner redeem_codes_revoked_with_reason | update redeem_codes set [[revoked_at = now() ;; uses = 1, used_at = now(), ${REVOKED}]] where code = :token
  owner redeem_codes_revoked_reason_check | update redeem_codes set revoked_at = now(), revoked_by = gen_random_uuid(), revoked_reason = ' ' where code = :token
  owner invite_codes_uses | update invite_codes set used_by = :me where code = :invite
  owner invite_codes_max_uses_check | update invite_codes set max_uses = 10001 where code = :invite
  owner invite_codes_expires_at_check | update invite_codes set expires_at = 'infinity' where code = :invite
  owner invite_codes_email_check | update invite_codes set email = 'Nora@x.test' where code = :invite
  owner invite_codes_code_check | insert into invite_codes (code) values ([['abc' ;; '' ;; 'A\u200bB' ;; 'A\u0009B' ;; 'A\u00a0B' ;; repeat('X', 65) ;; repeat('SS', 33)]])
  owner invite_codes_note_check | insert into invite_codes (code, note) values ('NOTED', repeat('a', 201))
  owner invite_codes_revoked_with_reason | update invite_codes set [[revoked_at = now() ;; uses = 1, used_at = now(), ${REVOKED}]] where code = :invite
  owner invite_codes_revoked_reason_check | update invite_codes set revoked_at = now(), revoked_by = gen_random_uuid(), revoked_reason = ' ' where code = :invite
  owner app_settings_key_check | insert into app_settings (key, value) values ('colour', '/red')
  owner app_settings_value_check | insert into app_settings (key, value) values ('email_logo_in_mails', '/' || repeat('a', 2048))
  owner app_settings_value_valid | insert into app_settings (key, value) values ('email_logo_in_mails', [['javascript:alert(1)' ;; 'data:text/html,x' ;; '//x.test/a.png' ;; '/\\x.test/a' ;; '/\u0009/x' ;; 'a.png']])
  owner app_settings_value_valid | insert into app_settings (key, value) values ('sla_credit_cap', [['-1' ;; '1.5' ;; '1000' ;; '/1' ;; '01' ;; '1e2' ;; '١']])
  owner app_settings_value_valid | insert into app_settings (key, value) values ('contact_address', [['club' ;; 'Club <a@b.test>' ;; repeat('a', 250) || '@b.test' ;; 'ü@b.test']])
  owner app_settings_value_valid | insert into app_settings (key, value) values [[('payments_on', '2') ;; ('payments_on', 'true') ;; ('require_second_factor', '2')]]
  owner app_settings_value_valid | update app_settings set value = [['49' ;; '1000001' ;; '-100' ;; '9.99' ;; '99999999999']] where key in ('membership_price', 'launch_price')
  owner app_settings_value_valid | update app_settings set value = [['1001' ;; '-1']] where key = 'launch_places'
  owner announcements_title_check | insert into announcements (title, body, audience, by_email, in_app, send_at) values ([['' ;; 'a\u200bb' ;; repeat('a', 121)]], 'Text', 'members', true, true, now())
  owner announcements_body_check | insert into announcements (title, body, audience, by_email, in_app, send_at) values ('Title', [['' ;; ' ' ;; repeat('a', 5001) ;; 'a\u0007b' ;; '[x](javascript:alert(1))' ;; '[x](//evil.test)' ;; '[x](mailto:a@b.test)' ;; '[x](evil.test)']], 'members', true, true, now())
  owner announcements_audience_check | insert into announcements (title, body, audience, by_email, in_app, send_at) values ('Title', 'Text', 'strangers', true, true, now())
  owner announcements_channels | insert into announcements (title, body, audience, by_email, in_app, send_at) values ('Title', 'Text', 'members', false, false, now())
  owner announcements_benefit | insert into announcements (title, body, audience, by_email, in_app, send_at, benefit_id) values [[('Title', 'Text', 'members', true, true, now(), :benefit) ;; ('Title', 'Text', 'benefit', true, true, now(), null)]]
  owner announcements_once | insert into announcements (title, body, audience, by_email, in_app, send_at, sent_at, called_back_at) values ('Title', 'Text', 'members', true, true, now(), now(), now())
  owner token_packs_tokens_check | insert into token_packs (tokens, price) values ([[0 ;; 100001]], 100)
  owner token_packs_price_check | insert into token_packs (tokens, price) values (50, [[49 ;; 1000001]])
  owner token_packs_tokens_key | insert into token_packs (tokens, price) values (50, 1000), (50, 2000)
  owner audit_log_action_check | insert into private.audit_log (table_name, row_id, action) values ('x', 'x', 'x')
  owner profiles_email_key | update profiles set email = upper((select email from profiles where id = :other)) where id = :me
  owner token_transactions_one_signup_bonus | select private.post_tokens(:me, 'signup_bonus', 25, 'Again')
  owner token_transactions_redeem_code_id_key | select private.post_tokens(:me, 'redemption', 50, 'Code', p_code => id) from redeem_codes, generate_series(1, 2) where code = :token
  owner token_transactions_seq_key | update token_transactions set seq = (select seq from token_transactions where account_id = :other limit 1) where account_id = :me | -
    | set local session_replication_role = replica; alter table token_transactions alter column seq drop identity
  owner orders_order_number_key | insert into orders (user_id, order_number) values (:me, 'ORD-1'), (:other, 'ORD-1')
  owner token_transactions_one_credit | select private.post_tokens(:me, 'adjustment', 1, 'Late credit', p_order => :order) from generate_series(1, 2)
  owner admin_views_name_key | insert into admin_views (admin_id, name) values (:admin, 'Mine'), (:admin, 'MINE')
  owner categories_name_key | insert into categories (name) values ('Of us'), ('OF US')
  owner invite_codes_code_key | insert into invite_codes (code) select code from invite_codes limit 1
  owner redeem_codes_code_key | insert into redeem_codes (code, token_value) select code, token_value from redeem_codes limit 1
-- limits: what is just within them is accepted
  owner done | update benefits set token_value = 1, per_member_limit = 1 where id = :benefit
      ;; update benefits set name = repeat('a', 120), description = repeat('a', 2000), token_value = 1000000, per_member_limit = 1000,
        image_url = '/' || repeat('a', 2047), opens_at = '2000-01-01', closes_at = '2199-12-31', estimated_value = 0.01,
        what_you_get = repeat('a', 2000), conditions = repeat('a', 2000), maker = repeat('a', 300), maker_link = 'https://x.test/' || repeat('a', 2033) where id = :benefit | a benefit has long texts
  owner done | insert into private.benefit_stock values (:benefit, 1000000) ;; update private.benefit_stock set stock = 0 where benefit_id = :benefit | a stock is large or none
  owner done | insert into categories (name) values (repeat('a', 60)) | a category has a long name
  owner done | insert into order_notes (order_id, author_id, body) values (:order, :admin, repeat('a', 2000)) | a note is long
  owner done | insert into admin_views (admin_id, name) values (:admin, repeat('a', 40)) | a view has a long name
  owner done | insert into redeem_codes (code, token_value, max_uses, note, expires_at) values (repeat('X', 64), 1000, 10000, repeat('a', 200), '2199-12-31'), ('X', 1, 1, null, null) | token codes are long and short
  owner done | insert into invite_codes (code, max_uses, note, expires_at) values (repeat('X', 64), 10000, repeat('a', 200), '2199-12-31'), ('X', 1, null, null) | invite codes are long and short
  owner done | insert into announcements (title, body, audience, by_email, in_app, send_at) values (repeat('a', 120), repeat('a', 5000), 'members', true, true, now()) | an announcement is long
  owner done | insert into token_packs (tokens, price) values (1, 50), (100000, 1000000) | packs are small and large
  owner done | update app_settings set value = [['50' ;; '1000000']] where key in ('membership_price', 'launch_price') | prices are low and high
  owner done | update profiles set name = repeat('a', 120), phone = repeat('1', 40) where id = :me | a person has a long name
  owner done | select private.post_tokens(:me, 'adjustment', 1, repeat('x', 300), p_reason => repeat('a', 200)) | an entry says much
  owner done | insert into private.deliveries (order_id, method, kind, content, message) values (:order, 'manual', 'text', repeat('a', 5000), repeat('a', 2000)) | a delivery says much
  owner done | insert into private.outbox (id, recipient_id, kind, template, last_error) values (gen_random_uuid(), :me, 'test', repeat('a', 40), repeat('a', 40)) | an email has a long name
  owner done | insert into orders (user_id, benefit_name, benefit_token_value, redemption_email) values (:me, 'x', 0, repeat('a', 249) || '@b.co') | an order goes to a long address
  owner done | update profiles set email = repeat('a', 315) || '@b.co' where id = :me | a person has a long address
  owner done | insert into app_settings (key, value) values ('sla_credit_cap', '999'), ('referral_bonus', '0') on conflict (key) do update set value = excluded.value ;; update app_settings set value = '1000' where key = 'launch_places'
      ;; insert into app_settings (key, value) values ('contact_address', repeat('a', 249) || '@b.co'), ('email_logo_in_mails', '/' || repeat('a', 2047)), ('email_logo_url', 'https://x.test/a.png') | settings are large and small
  owner = "benefits t 1048576 {image/png,image/jpeg,image/gif,image/webp}, branding t 524288 {image/png,image/jpeg,image/gif,image/webp}, deliveries f 52428800"
    | select string_agg(concat_ws(' ', id, public, file_size_limit, allowed_mime_types), ', ' order by id) from storage.buckets | files are as large as they may be
  owner = 24 | select round(extract(epoch from due_at - created_at) / 3600)::int from private.reports | a report is due in a day | ${reported()}
-- subjects of the log
  owner = "Of us" | ${subject('categories', 'gen_random_uuid()', `'{"name": "Of us"}'`, 'null')} | a category that is gone
  owner = "50" | ${subject('token_packs', 'gen_random_uuid()', `'{"tokens": 50}'`, 'null')} | a pack that is gone
  owner = "T" | ${subject('announcements', ':xe1')} | an announcement | insert into announcements (id, title, body, audience, by_email, in_app, send_at) values (:xe1, 'T', 'B', 'members', true, true, now())
  owner = "Test Benefit" | [[${subject('benefits', ':benefit')} ;; ${subject('key_batches', 'gen_random_uuid()', 'null', `jsonb_build_object('benefit_id', :benefit::uuid)`)}]] | a benefit or a batch of its keys
  owner = "••••" | ${subject('delivery_keys', `'1'`, 'null', `'{"key": "••••"}'`)} | a masked key
  owner = "New" | [[${subject('benefits', ':benefit', `'{"name": "Old"}'`, `'{"name": "New"}'`)} ;; ${subject('categories', ':xe2', `'{"name": "Old"}'`, `'{"name": "New"}'`)} ;; ${subject('announcements', ':xe2', `'{"title": "Old"}'`, `'{"title": "New"}'`)}]] | what gets another name has the new one
  owner = "Cat" | ${subject('categories', ':xe2')} | a category | insert into categories (id, name) values (:xe2, 'Cat')
  owner = "60" | ${subject('token_packs', ':xe2')} | a pack | insert into token_packs (id, tokens, price) values (:xe2, 60, 100)
  owner = "x" | ${subject('[[app_settings ;; pictures]]', `'x'`)} | a setting or a picture
  owner = "f.txt" | ${subject('files', `'deliveries/a/b/f.txt'`)} | a file
  owner = "R-0007" | ${subject('reports', ':xe1')} | a report | alter table private.reports alter column number restart with 7; ${reported()}
-- valid-rows
  owner orders_valid | insert into orders (user_id, [[status) values (:me, 'lost') ;; delivery_method) values (:me, 'post') ;; benefit_name, benefit_token_value) values (:me, 'x', -1) ;; redemption_email) values (:me, 'x') ;; redemption_email) values (:me, repeat('a', 253) || '@b')]]
  owner orders_valid | update orders set unit = 'lost' where id = :order
  owner token_transactions_valid
    | select private.post_tokens(:me, [['gift', 1, 'A gift' ;; 'purchase', 0, 'Nothing' ;; 'purchase', -30, 'Below', p_balance => -15 ;; 'purchase', 1, '' ;; 'purchase', 1, repeat('x', 301) ;; 'referral_bonus', 1, 'Bonus', p_reason => 'x']])
  owner token_transactions_valid | select private.post_tokens(:me, 'adjustment', 1, 'Adjustment', p_reason => [[' x' ;; repeat('a', 201) ;; 'a\u200bb' ;; 'two\nlines']])
  owner outbox_valid | insert into private.outbox (id, kind) values (gen_random_uuid(), 'order_placed')
  owner outbox_valid
    | insert into private.outbox (id, recipient_id, kind[[) values (gen_random_uuid(), :me, 'newsletter' ;; , template) values (gen_random_uuid(), :me, 'order_placed', 'order_placed' ;; , template) values (gen_random_uuid(), :me, 'test', '<b>' ;;
      , template) values (gen_random_uuid(), :me, 'test', repeat('a', 41) ;; , template, last_error) values (gen_random_uuid(), :me, 'test', 'a', repeat('a', 41) ;; , last_error) values (gen_random_uuid(), :me, 'order_placed', '550 <mia@x.test>' ;; ) values (gen_random_uuid(), :me, 'invitation' ;; ) values (gen_random_uuid(), :me, 'test' ;;
      , finished_at) values (gen_random_uuid(), :me, 'order_placed', now() ;;
      , outcome) values (gen_random_uuid(), :me, 'order_placed', 'sent' ;; , outcome, finished_at) values (gen_random_uuid(), :me, 'order_placed', 'lost', now()]])
  owner deliveries_valid
    | insert into private.deliveries (order_id, method[[) values (:order, 'post' ;; , kind) values (:order, 'manual', 'text' ;; , kind) values (:order, 'manual', 'file' ;; , kind) values (:order, 'manual', 'key' ;; , content) values (:order, 'manual', 'x' ;;
      , kind, content) values (:order, 'manual', 'post', 'x' ;; , kind, content) values (:order, 'manual', 'text', '' ;; , kind, content) values (:order, 'manual', 'text', repeat('a', 5001) ;; , message) values (:order, 'manual', '' ;; , message) values (:order, 'manual', repeat('a', 2001) ;;
      , kind, file_path, content) values (:order, 'manual', 'file', 'a', 'x' ;; , kind, content, file_path) values (:order, 'manual', 'key', 'x', 'a' ;; , kind, content, file_path) values (:order, 'manual', 'link', 'x', 'a']])
  owner notifications_valid | insert into notifications (id, user_id, kind, count) values (gen_random_uuid(), :me, [['order_status', 0 ;; 'newsletter', 1]])
  owner invalid_profile | update profiles set [[name = repeat('a', 121) ;; name = ' ' ;; name = 'No\u00adra' ;; name = '\u3164' ;; name = '\u2800' ;; email = repeat('a', 319) || '@b' ;; email = 'x' ;; phone = repeat('a', 41) ;; phone = '\u200b' ;;
      role = 'root' ;; adjustment_type = 'purchase' ;; adjustment_reason = 'x']] where id = :me
-- triggers
  me profile_column_forbidden | update profiles set current_tokens = 99 where id = :me | profiles_guard
  owner last_admin | update profiles set role = 'user' where role = 'admin' | the last admin is not demoted
  owner last_admin | delete from profiles where role = 'admin' ;; delete from auth.users using profiles p where p.id = users.id and p.role = 'admin' | profiles_keep_last_admin
  admin cannot_delete_self | delete from profiles where id = :admin | profiles_before_delete
  owner ledger_mismatch | set constraints all immediate | profiles_balance | update profiles set current_tokens = 26 where id = :me
  owner ledger_mismatch | set constraints all immediate | a new profile has the balance of the ledger
    | set local session_replication_role = replica; insert into auth.users (id, email) values (:xd1, 'born@x.test'); set local session_replication_role = origin; insert into profiles (id, name, email, current_tokens) values (:xd1, 'Born', 'born@x.test', 5)
  owner done | update profiles set [[name = 'Renamed Person' ;; email = 'moved@x.test']] where id = :me | profiles_record_rename | - | select search_text from private.renamed_people where user_id = :me => "renamed person\\nmoved@x.test"
  owner done | select private.post_tokens(:me, 'adjustment', 5, 'Thanks') | profiles_sort_balance | -
    | select b.tokens = p.current_tokens from private.sorted_balances as b join profiles as p on p.id = b.user_id where p.id = :me => true
  admin done | update profiles set phone = '7' where id in (:me, :admin) | profiles_audit_update | - | select count(*)::int from private.audit_log where row_id in (:me, :admin) and at >= now() => 2
  admin done | ${LEAVE} | profiles_audit_delete | - | select concat(actor_id, before ->> 'current_tokens', before ? 'invite_code_used') = concat(:admin, 15, false) from private.audit_log where row_id = :me and action = 'delete' => true
  owner done | delete from profiles where false | profiles_serialize | - | ${LOCKS} => 1
  owner done | select private.post_tokens(:me, 'purchase', 1, 'One') | token_transactions_apply
  owner ledger_mismatch | set constraints all immediate | token_transactions_balance | select private.post_tokens(:me, 'purchase', 10, 'Stated', p_balance => 25)
  owner ledger_is_append_only | update token_transactions set [[amount = 26 ;; description = 'x' ;; user_id = null ;; balance_after = 26 ;; created_at = now() ;; hash = '']] where account_id = :me
    | token_transactions_guard
  owner ledger_is_append_only | delete from token_transactions where account_id = :me
  owner ledger_is_append_only | truncate token_transactions | token_transactions_no_truncate
  service 42501 | insert into token_transactions (user_id, transaction_type, amount, description) values (:me, 'purchase', 5, 'x') | token_transactions_refuse_writes
    | grant usage on schema private to service_role; grant execute on all functions in schema private to service_role
  me done
    | insert into orders (user_id, benefit_id, redemption_email, status, benefit_name, benefit_image_url, benefit_description) values (:me, :benefit, '  gift@x.test ', 'delivered', 'Forged', '/forged.svg', 'Forged.')
    | orders_insert | -
    | select concat_ws('|', status, benefit_name, benefit_image_url, benefit_description, redemption_email, customer_name, customer_email = (select email from profiles where id = :me)) from orders where redemption_email like '%gift@x.test%' => "pending|Test Benefit|/benefits/test.svg|What it is.|gift@x.test|Mia Member|t"
  owner done | insert into orders (user_id, order_number, status, updated_at) values (:me, 'ORD-FILLED', 'delivered', '2001-01-01') ;; insert into orders (account_id) values (:me) | orders_defaults | -
    | select concat_ws(' ', due_at - created_at, account_id = user_id, unit, extract(year from fulfilled_at)) from orders where order_number = 'ORD-FILLED' => "2 days t spent 2001"
  admin done | ${CANCEL} | orders_after | - | ${BALANCE} => 25
  admin done | update orders set status = 'processing', updated_at = '2001-01-01' where id = :order | orders_change_by_client | - | select updated_at > '2026-01-01' from orders where id = :order => true
  admin done | ${CANCEL} | orders_audit | - | ${logged('orders', ':order')}
  owner 42501 | delete from orders where id = :order | orders_refuse_writes
  owner 42501 | truncate orders cascade | orders_no_truncate
  owner done | update orders set status = 'pending' where false | orders_serialize | - | ${LOCKS} => 1
  admin done | insert into benefits (name, description, token_value) values (' Space\u0301d ', ' e\u0301 ', 1) | benefits_before_insert | - | select count(*)::int from benefits where name = 'Spac\u00e9d' and description = '\u00e9' => 1
  admin done | update benefits set name = ' Space\u0301d ' where id = :benefit | benefits_before_update | - | select name from benefits where id = :benefit => "Spac\u00e9d"
  owner done | delete from benefits where id = :benefit | benefits_after_delete | - | select benefit_id from orders where id = :order => null
  admin done | update benefits set token_value = [[11 ;; 12 ;; 12]] where id = :benefit | each change of a benefit has a later time, also within one transaction (D7) | - | select (updated_at - now())::text from benefits where id = :benefit => "00:00:00.000002"
  admin done | update benefits set token_value = 13 where id = :benefit | benefits_audit | - | ${logged('benefits', ':benefit')}
  owner done | delete from benefits where false | benefits_serialize | - | ${LOCKS} => 1
  admin done | insert into redeem_codes (code, note, token_value) values (' spelt one way\u00a0', ' For Ann ', 1) | redeem_codes_before | -
    | select concat(note, created_by = :admin) from redeem_codes where code = 'SPELT ONE WAY' => "For Annt"
  service 42501 | update redeem_codes set uses = 1, used_at = now() | redeem_codes_refuse_writes
  owner done | insert into redeem_codes (code) select code from redeem_codes where false | redeem_codes_serialize_batches | - | ${LOCKS} => 1
  admin done | insert into redeem_codes (code, note, batch_id, token_value) values ('B2', 'Fair', :xd1, 1), ('B1', 'Fair', :xd1, 1) | redeem_codes_audit | -
    | select concat(subject, after - '{expires_at}'::text[]) from private.audit_log where row_id = :xd1 => "Fair{\\"note\\": \\"Fair\\", \\"codes\\": [\\"B1\\", \\"B2\\"], \\"count\\": 2, \\"batch_id\\": \\"00000000-0000-4000-8000-0000000000d1\\", \\"max_uses\\": 1, \\"token_value\\": 1}"
  admin done | insert into invite_codes (code, note) values (' spelt one way\u00a0', ' For Ann ') | invite_codes_before | - | select concat(note, created_by = :admin) from invite_codes where code = 'SPELT ONE WAY' => "For Annt"
  service 42501 | update invite_codes set uses = 1, used_at = now() | invite_codes_refuse_writes
  owner done | insert into invite_codes (code) select code from invite_codes where false | invite_codes_serialize_batches | - | ${LOCKS} => 1
  admin done | insert into invite_codes (code, note, batch_id) values ('B2', 'Fair', :xd1), ('B1', 'Fair', :xd1) | invite_codes_audit | -
    | select concat(subject, after - '{expires_at}'::text[]) from private.audit_log where row_id = :xd1 => "Fair{\\"note\\": \\"Fair\\", \\"codes\\": [\\"B1\\", \\"B2\\"], \\"count\\": 2, \\"batch_id\\": \\"00000000-0000-4000-8000-0000000000d1\\", \\"max_uses\\": 1, \\"token_value\\": null}"
  admin done | insert into app_settings (key, value) values ('email_logo_in_mails', ' /logo.png ') | app_settings_before | -
    | select value = '/logo.png' and updated_by = :admin from app_settings where key = 'email_logo_in_mails' => true
  owner audit_log_is_immutable | update private.audit_log set [[subject = 'x' ;; actor_id = null ;; at = now() ;; before = '{}' ;; row_id = 'x']] | audit_log_guard
    | insert into private.audit_log (table_name, row_id, action) values ('benefits', gen_random_uuid(), 'update')
  owner audit_log_is_immutable | truncate private.audit_log | audit_log_no_truncate
  owner invalid_email | update auth.users set email_change = 'a@\u200bb' where id = :me | guildhall_check_email
  owner done | update auth.users set email = 'moved@x.test' where id = :me | guildhall_changed | - | select email from profiles where id = :me => "moved@x.test"
  owner done | delete from auth.users where false | guildhall_serialize | - | ${LOCKS} => 1
`)
