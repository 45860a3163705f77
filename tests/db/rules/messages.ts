import { CANCEL, LEAVE, LOCKS, noticed, pool, queued, reported, stocked } from './scene'
import { table } from './table'

const report = `insert into private.reports (order_id, account_id, delivery_id, reason, outcome) select :order, :me, (select id from private.deliveries where order_id = :order), 'Broken', 'open'`
const deliver = `insert into private.deliveries (order_id, method, message) values (:order, 'manual', 'Here.')`
const adjust = (tokens: number) =>
  `update profiles set current_tokens = ${tokens}, adjustment_reason = 'Thanks' where id = :me`
const AT_COMMIT = `set constraints all immediate`
const RETENTION = `update private.due_items set done_until = '-infinity' where item = 'retention'`
const waiting = `insert into private.waiting_members (benefit_id, user_id) values (:benefit, :me)`
const opens = `${waiting}; update benefits set opens_at = now() + interval '1 hour' where id = :benefit`
const notifyWaiting = `select private.notify_waiting_members(:benefit, now(), now())`
const announce = (at: string) =>
  `select send_announcement(gen_random_uuid(), 'News', 'Text', 'test', null, true, true, 0, ${at})`
const tests = (count: number, at = 'now()', by = ':admin') =>
  `insert into announcements (title, body, audience, by_email, in_app, send_at, created_at, created_by) select 'T', 'B', 'test', true, true, now(), ${at}, ${by} from generate_series(1, ${count})`
const email = (kind: string, cause = 'null') =>
  `insert into private.outbox (id, kind, recipient_id, cause_id) values (:xe9, '${kind}', :me, ${cause})`
const emailData = (part = '') =>
  `select private.email_data(o) ${part} as shown from private.outbox as o where o.id = :xe9`
const NEWEST = '(select id from token_transactions where account_id = :me order by seq desc limit 1)'
const ends = (time: string) =>
  `update profiles set membership_end_date = now() + interval '${time}' where id = :me`
const grant = (changed: number, kept = 0) =>
  `insert into operations (id, kind, actor_id, tokens, changed, kept) values (:xe1, 'token_grant', :admin, 1200, ${changed}, ${kept})`
const REACHED = `select coalesce(bool_or(by_email), false) from private.announcement_audience('ending', null, true, true) where id = :me`
const reached = (audience: string, email: boolean, app: boolean) =>
  `select concat_ws(' ', by_email, in_app, reason) from private.announcement_audience('${audience}', null, ${email}, ${app}) where id = :me`
const givenUp = (count: number) =>
  `insert into private.outbox (id, kind, recipient_id, outcome, finished_at) select gen_random_uuid(), 'order_placed', :me, 'given_up', now() from generate_series(1, ${count})`
const FIGURES = `select concat_ws(' ', failed, opened, unsubscribed) from announcement_figures(array[:xe1::uuid])`
const announced = (outcome: string, read: string, email: boolean) => `
    insert into announcements (id, title, body, audience, by_email, in_app, send_at) values (:xe1, 'T', 'B', 'members', true, true, now());
    insert into private.outbox (id, kind, cause_id, recipient_id, outcome, finished_at) values (:xe2, 'announcement', :xe1, :me, ${outcome});
    insert into notifications (id, user_id, kind, read_at) values (:xe2, :me, 'announcement', ${read});
    insert into notification_preferences values (:me, 'announcements', true, ${email})`

/** An email of the order, and two of its status, the first of which is a minute older. */
const changes = `update orders set status = 'processing' where id = :order; delete from private.outbox;
    insert into private.outbox (id, kind, cause_id, recipient_id, created_at) values (:xe1, 'order_placed', :order, :me, now() - interval '1 minute'),
      (:xe2, 'order_status', :order, :me, now() - interval '1 minute'), (:xe3, 'order_status', :order, :me, now())`

/** The one email, of which an attempt is under way. */
const failing = (attempt: number, age: string) =>
  `delete from private.outbox; insert into private.outbox (id, kind, recipient_id, attempts, first_attempted_at) values (:xe1, 'order_placed', :me, ${attempt}, now() - interval '${age}')`
const STATE = `select concat_ws(' ', outcome, last_error, round(extract(epoch from next_attempt_at - now()) / 60)) from private.outbox`
/** Emails of a day to addresses that are not the member's own, and one of another member. */
const gifts = (count: number) =>
  `delete from private.outbox; insert into private.outbox (id, kind, recipient_id, elsewhere, outcome, finished_at, created_at) select gen_random_uuid(), 'order_delivered', case n when 0 then :other else :me end::uuid, true, 'sent', now(), now() - interval '86399 seconds' from generate_series(0, ${count}) as n`
const GIFT = `select concat_ws(' ', elsewhere, outcome, finished_at = now()) from private.outbox where cause_id = :order`
const HUNDRED = `update profiles set membership_end_date = now() + interval '100 days' where id = :me; update private.due_items set done_until = '-infinity' where item = 'memberships'`
const WARNED = `select string_agg(data ->> 'days', ' ' order by created_at) from notifications where user_id = :me and kind = 'membership_ending'`
const memberships = (days: string) => `select private.due_memberships(now() + interval '1 day' * [[${days}]])`
const LATE = `update private.due_items set done_until = now() where item = 'late'; insert into orders (user_id, due_at) values (:me, now() + interval '47.5 hours')`
const late = (hours: string) => `select private.due_late(now() + interval '1 hour' * [[${hours}]])`
const NIGHT = `update private.due_items set done_until = date_trunc('day', now(), 'UTC') + interval '27 hours' where item = 'reconcile'; update orders set benefit_id = gen_random_uuid() where id = :order;
    insert into notification_preferences values (:admin, 'grants', true, true)`
const reconcile = (hours: string) =>
  `select private.due_reconcile(date_trunc('day', now(), 'UTC') + interval '1 hour' * [[${hours}]])`
/** A benefit was sold out and is back, for which a member waits, and which is a favourite of two. */
const BACK = `${waiting}; insert into private.favourites (benefit_id, user_id, created_at) select :benefit, p, now() - interval '1 day' from unnest(array[:me, :other]::uuid[]) as p;
    ${stocked(0)}; select private.due_benefits(now()); ${stocked(5)}`
const benefits = (minutes: string) =>
  `select private.due_benefits(now() + interval '1 minute' * [[${minutes}]])`
const stock = (left: string) =>
  `update private.benefit_stock set stock = [[${left}]] where benefit_id = :benefit`

export const messages = table(`
-- notifications
  owner done | select private.post_tokens(:me, 'purchase', 5000, 'Imported', p_at => now() - interval '1 day') ;; ${AT_COMMIT} | nobody is notified of what was imported (D40) | delete from notifications | select count(*)::int from notifications => 0
  owner done | update orders set status = 'completed', updated_at = now() - interval '1 day' where id = :order ;; ${AT_COMMIT} | nor is an imported status (D40) | delete from notifications | select count(*)::int from notifications => 0
  owner notification_preferences_kind_check | insert into notification_preferences values (:me, 'newsletter', true, true)
  owner notification_preferences_always_in_app | insert into notification_preferences values (:me, 'tokens', false, true)
  owner notifications_group_idx | insert into notifications (id, user_id, kind) values (gen_random_uuid(), :me, 'pool_low') | - | insert into notifications (id, user_id, kind) values (gen_random_uuid(), :me, 'pool_low')
  me done | update notifications set read_at = '2001-01-01' where user_id = :me | notifications_read | insert into notifications (id, user_id, kind) values (gen_random_uuid(), :me, 'order_status')
    | select read_at = now() from notifications where user_id = :me and created_at = now() => true
  admin done | update notifications set read_at = now() where false | notifications_lock | - | ${LOCKS} => 1
  me done | update notifications set read_at = now() where false | members do not hold up those who notify admins | - | ${LOCKS} => 0
  me done | update profiles set role = role where false | members do not hold up changes of others | - | ${LOCKS} => 0
  me not_signed_in | insert into notification_preferences values (:me, 'orders', true, true) | - | ${LEAVE}
  owner done | ${stocked(9)} ;; ${AT_COMMIT} | benefit_stock_notification | ${stocked(10)} | ${noticed('stock_low', ':admin')} => [[null, true, 1, {"benefit": "Test Benefit", "left": 9}]]
  admin done | ${[20, 1020, 2021].map(adjust).join(' ;; ')} ;; ${AT_COMMIT} | a balance change notifies with its reason, and a large grant the other admins (D40) | update profiles set role = 'admin' where id = :other
    | select jsonb_build_array((${noticed('tokens_adjusted')}), (${noticed('large_grant', ':other')}), (${noticed('large_grant', ':admin')}))
    => [[[null, null, 1, {"tokens": 5, "reason": "Thanks"}], [null, null, 1, {"tokens": 1000, "reason": "Thanks"}], [null, null, 1, {"tokens": 1001, "reason": "Thanks"}]], [[null, null, 1, {"tokens": 1001}]], null]
  owner done | ${report} ;; ${AT_COMMIT} | reports_admin_notification | ${deliver} | ${noticed('reports_open', ':admin')} => [[true, true, 1, {"benefit": "Test Benefit"}]]
  admin done | select answer_report(id, 'replied', 'Sorry') from search_reports() | an answer notifies in the app | ${deliver}; ${report} | ${noticed('report_answered')} => [[true, true, 1, {"answer": "replied", "benefit": "Test Benefit"}]]
  owner done | update private.key_batches set quarantined_at = now() where id = :xb1 ;; update private.key_batches set number = 2 ;; ${AT_COMMIT} | key_batches_notification | ${pool(1)} | ${noticed('reports_open', ':admin')} => [[null, true, 1, {"benefit": "Test Benefit"}]]
  owner done | insert into private.benefit_delivery (benefit_id, low_since) values (:benefit, now()) ;; ${AT_COMMIT} | the first shortage notifies in the app | - | ${noticed('pool_low', ':admin')} => [[null, true, 1, {"benefit": "Test Benefit", "left": 0}]]
  owner done | update private.benefit_delivery set low_since = now() where benefit_id = :benefit ;; ${AT_COMMIT} | benefit_delivery_notification
    | insert into private.benefit_delivery (benefit_id) values (:benefit) | ${noticed('pool_low', ':admin')} => [[null, true, 1, {"benefit": "Test Benefit", "left": 0}]]
  owner done | update private.outbox set outcome = 'given_up', finished_at = now(), last_error = 'smtp_550' where kind = 'order_placed' ;; ${AT_COMMIT} | outbox_notification
    | delete from private.outbox; insert into private.outbox (id, kind, recipient_id) values (:xe2, 'order_placed', :me) | ${noticed('emails_given_up', ':admin')} => [[null, null, 1, {"error": "smtp_550"}]]
  owner done | select private.notify('order_status', :me, :order, :order, null, '{}') | nobody is notified of what they did
    | select set_config('request.jwt.claims', json_build_object('sub', :me)::text, true) | ${noticed('order_status')} => null
  owner done | select private.notify('membership_ending', :me, :order, :order, null, '{}') | nothing that was not wanted in the app
    | insert into notification_preferences values (:me, 'membership', false, true) | ${noticed('membership_ending')} => null
  owner done | select private.notify('membership_ending', :me, :order, :order, null, '{}') | who wants no email is notified in the app
    | insert into notification_preferences values (:me, 'membership', true, false) | ${noticed('membership_ending')} => [[true, null, 1, {}]]
  owner done | select private.notify('order_status', :me, :order, :order, :benefit, [['{}') ;; '{}')]] | an event notifies once | - | ${noticed('order_status')} => [[true, true, 1, {}]]
  owner done | select private.notify_admins('stock_low', 1, null, :benefit, '{}') | no admin is notified of what they did
    | select set_config('request.jwt.claims', json_build_object('sub', :admin)::text, true) | ${noticed('stock_low', ':admin')} => null
  owner done | select private.notify_admins('stock_low', 1, null, :benefit, '{}') | no admin is notified of what was not wanted in the app
    | insert into notification_preferences values (:admin, 'stock', false, true) | ${noticed('stock_low', ':admin')} => null
  owner done | select private.notify_admins('[[stock_low ;; waitlist ;; reconcile_found]]', 3, :order, :benefit, '{"b": 2}') | events of a kind are added up, what is counted anew is not, and the last is shown
    | insert into notifications (id, user_id, kind, count, data, created_at) select gen_random_uuid(), :admin, k, 2, '{"a": 1}', now() - interval '1 day' from unnest('{stock_low,waitlist,reconcile_found}'::text[]) as k
    | select string_agg(concat_ws(' ', kind, count, order_id = :order, benefit_id = :benefit, data ->> 'a', created_at >= now()), ', ' order by kind) from notifications where user_id = :admin and data = '{"b": 2}' => "reconcile_found 3 t t t, stock_low 5 t t t, waitlist 3 t t t"
  owner done | update private.outbox set outcome = 'given_up', finished_at = now() where id = :xe1 ;; ${AT_COMMIT} | nobody is notified of a test that was given up
    | insert into private.outbox (id, recipient_id, kind, template) values (:xe1, :me, 'test', 'order_placed') | ${noticed('emails_given_up', ':admin')} => null
  owner done | ${CANCEL} | a refund is announced by the answer to the report
    | ${deliver}; ${report}; update private.reports set answer = 'refunded', answer_text = 'Sorry', answered_at = now() where order_id = :order | select jsonb_build_array((${noticed('order_cancelled')}), (${queued('order_cancelled')})) => [null, [false]]
  owner done | ${CANCEL} | a cancellation after one is announced | ${deliver}; ${report}; update private.reports set answer = 'refunded', answer_text = 'Sorry', answered_at = now() - interval '1 second' where order_id = :order
    | select jsonb_build_array((${noticed('order_cancelled')}), (${queued('order_cancelled')})) => [[[true, true, 1, {"benefit": "Test Benefit", "tokens": 10}]], [true]]
  owner done | ${LEAVE} | notifications go with the person | insert into notifications (id, user_id, kind) values (gen_random_uuid(), :me, 'order_status')
    | select count(*)::int from notifications where user_id = :me => 0
  owner done | ${LEAVE} | preferences go with the person | insert into notification_preferences values (:me, 'orders', true, true) | select count(*)::int from notification_preferences where user_id = :me => 0
-- outbox
  admin done | select send_test_email('order_placed') | a test of a template goes to its author (D37) | - | select concat_ws(' ', recipient_id = :admin, private.email_data(o) ->> 'template') from private.outbox as o where kind = 'test' => "t order_placed"
  admin done | update orders set status = 'processing' where id = :order | a new status is emailed | - | ${queued('order_status')} => [true]
  admin done | update orders set status = [['delivered' ;; 'delivered']] where id = :order | a delivery notifies once | - | ${queued('order_delivered')} => [true]
  admin done | ${CANCEL} | a cancellation is emailed | - | ${queued('order_cancelled')} => [true]
  me done | insert into orders (user_id, benefit_id, redemption_email) values (:me, :benefit, 'a@b.test') | an order is confirmed by email | - | ${queued('order_placed')} => [true]
  owner done | insert into orders (user_id, created_at) values (:me, now() - interval '1 day') | an imported order is not confirmed by email | - | ${queued('order_placed')} => null
  owner done | ${deliver} | deliveries_events | - | ${queued('order_delivered')} => [true]
  owner done | insert into private.deliveries (order_id, method[[, message, delivered_at) values (:order, 'manual', 'Here.', now() - interval '1 day' ;; ) values (:x01, 'manual']]) | nobody is notified of what was imported or is empty | insert into orders (id, user_id) values (:x01, :me)
    | select count(*)::int from private.outbox where kind = 'order_delivered' => 0
  owner done | select private.post_tokens(:me, 'adjustment', 5, 'x') | nobody is emailed of their own tokens
    | insert into notification_preferences values (:me, 'tokens', true, true); select set_config('request.jwt.claims', json_build_object('sub', :me)::text, true) | ${queued('tokens_adjusted')} => null
  owner done | select private.post_tokens(:me, [['purchase', 4, 'x') ;; 'referral_bonus', 5, 'x')]] | a purchase and a bonus notify, by email if wanted, and a bonus is called so | insert into notification_preferences values (:me, 'tokens', true, true) | select jsonb_build_array((${noticed('tokens_adjusted')}), (${queued('tokens_adjusted')})) => [[[null, null, 1, {"tokens": 4}], [null, null, 1, {"tokens": 5, "referral": true}]], [true, true]]
  owner done | update private.deliveries set message = 'Enjoy.' where order_id = :order | deliveries_message_events | insert into private.deliveries (order_id, method, kind, content) values (:order, 'manual', 'text', 'x'); delete from private.outbox | ${queued('order_delivered')} => [true]
  owner done | ${report} ;; ${AT_COMMIT} | a report is emailed to admins | ${deliver} | ${queued('report_opened', ':admin')} => [true]
  admin done | select answer_report(id, 'replied', 'Sorry', p_content => ' ') from search_reports() | an answer is emailed | ${deliver}; ${report} | ${queued('report_answered')} => [true]
  owner done | insert into private.benefit_delivery (benefit_id, low_since) values (:benefit, now()) ;; ${AT_COMMIT} | the first shortage is emailed | - | ${queued('pool_low', ':admin')} => [true]
  owner done | update private.benefit_delivery set low_since = now() where benefit_id = :benefit ;; ${AT_COMMIT} | a shortage is emailed | insert into private.benefit_delivery (benefit_id) values (:benefit)
    | ${queued('pool_low', ':admin')} => [true]
  owner done | update private.outbox set outcome = 'given_up', finished_at = now() where id = :xe1 ;; ${AT_COMMIT} | emails that were given up are reported by email
    | insert into private.outbox (id, recipient_id, kind) values (:xe1, :me, 'order_placed') | ${queued('email_given_up', ':admin')} => [true]
  owner done | select public.mark_email_failed(:xe1, 1, 'unreachable', false) | a failed email is tried again after a minute | ${failing(1, '0')} | ${STATE} => "unreachable 1"
  owner done | select public.mark_email_failed(:xe1, 5, 'unreachable', false) | the fifth attempt is followed by one 16 minutes later | ${failing(5, '23 hours')} | ${STATE} => "unreachable 16"
  owner done | select public.mark_email_failed(:xe1, 12, 'unreachable', false) | the last attempt is a day after the first | ${failing(12, '23 hours 54 minutes')} | ${STATE} => "unreachable 6"
  owner done | select public.mark_email_failed(:xe1, 60, 'unreachable', false) | so is the next after many attempts within hours | ${failing(60, '3 hours')} | ${STATE} => "unreachable 1260"
  owner done | select public.mark_email_failed(:xe1, 13, 'unreachable', false) | an email that has failed for a day is given up | ${failing(13, '24 hours')} | select concat_ws(' ', outcome, last_error, finished_at = now()) from private.outbox => "given_up unreachable t"
  owner done | select public.mark_email_failed(:xe1, 1, 'unreachable', true) | a late report changes nothing | ${failing(2, '1 hour')} | select concat(outcome, last_error) from private.outbox => ""
  owner done | select public.mark_email_failed(:xe1, 1, 'unreachable', true) | a failure changes nothing of what was sent | ${failing(1, '0')}; update private.outbox set outcome = 'sent', finished_at = now() | select concat_ws(' ', outcome, last_error) from private.outbox => "sent"
  owner done | select public.lease_emails(50) | an email is leased for ten minutes | delete from private.outbox; insert into private.outbox (id, kind, recipient_id, template, attempts, first_attempted_at) values (:xe1, 'test', :me, 'order_placed', 1, now() - interval '2 hours')
    | select concat_ws(' ', attempts, now() - first_attempted_at, next_attempt_at - now()) from private.outbox => "2 02:00:00 00:10:00"
  owner = 50 | select count(*)::int from public.lease_emails(51) | at most fifty are leased at once | delete from private.outbox; insert into private.outbox (id, kind, recipient_id, template) select gen_random_uuid(), 'test', :me, 'order_placed' from generate_series(1, 51)
  owner = 0 | select count(*)::int from public.lease_emails(50) | an email without an address is skipped | update orders set redemption_email = null, status = 'delivered' where id = :order; delete from private.outbox; ${email('order_delivered', ':order')}
  owner done | select private.queue_email('order_delivered', :order, :me, now(), 'gift@x.test') | the tenth delivery a day goes to another address (D37) | ${gifts(9)} | ${GIFT} => "t"
  owner done | select private.queue_email('order_delivered', :order, :me, now(), 'gift@x.test') | the eleventh delivery a day goes to no other address (D37) | ${gifts(10)} | ${GIFT} => "t over_limit t"
  owner done | select private.queue_email('order_delivered', :order, :me, now(), 'gift@x.test') | deliveries of the day before do not count (D37) | ${gifts(10)}; update private.outbox set created_at = now() - interval '1 day' | ${GIFT} => "t"
  owner done | select private.queue_email('order_delivered', :order, :me, now(), 'gift@x.test') | nor what was over the limit, old invitations and those of an admin (D37) | ${gifts(10)}; update private.outbox set outcome = 'over_limit' where id = (select id from private.outbox where recipient_id = :me limit 1);
    insert into invite_codes (id, code) values (:xc1, 'C1'), (:xc2, 'C2'); insert into invitations (code_id, source, inviter_id) values (:xc1, 'member', :me), (:xc2, 'admin', :me);
    insert into private.outbox (id, kind, cause_id, created_at) values (:xc3, 'invitation', :xc1, now() - interval '1 day'), (:xc4, 'invitation', :xc2, now()) | ${GIFT} => "t"
  owner done | select private.queue_email('order_delivered', :order, :me, now(), (select upper(email) from profiles where id = :me)) | deliveries to the own address are not counted (D37) | ${gifts(10)} | ${GIFT} => "f"
  admin = "waiting unreachable 00:05:00" | select concat_ws(' ', state, error, next_attempt_at - now()) from test_email(:xe1) | a test email returns its result | insert into private.outbox (id, kind, recipient_id, template, last_error, next_attempt_at) values (:xe1, 'test', :admin, 'order_placed', 'unreachable', now() + interval '5 minutes')
  admin = 0 | select count(*)::int from test_email(:xe1) | no other email is a test | insert into private.outbox (id, kind, recipient_id) values (:xe1, 'order_placed', :admin)
  admin = 0 | select count(*)::int from test_email(:xe1) | a test email returns its result to nobody else | insert into private.outbox (id, kind, recipient_id, template) values (:xe1, 'test', :me, 'order_placed')
  admin rate_limited (3600) | select send_test_email('order_placed') | -
    | insert into private.outbox (id, kind, recipient_id, template) select gen_random_uuid(), 'test', :admin, 'order_placed' from generate_series(1, 20)
  owner done | ${deliver} | emails to others are counted one after the other | update orders set redemption_email = 'moved@example.test' where id = :order
    | select xmax::text::bigint >= pg_current_xact_id()::text::bigint from profiles where id = :me => true
  owner = [{"order_id": true, "benefit": "Test Benefit", "tokens": 10, "completed": false, "reason": null}, true] | select jsonb_build_array(d - '{order_number,redemption_email}'::text[] || jsonb_build_object('order_id', d ->> 'order_id' = :order), private.order_email_data('order_status', :xe1) -> 'completed') from private.order_email_data('order_status', :order) as d | an order is shown, and a completed one is called so
    | update orders set status = 'processing' where id = :order; insert into orders (id, user_id, status) values (:xe1, :me, 'completed')
  owner = null | select private.order_email_data(k, :order) from unnest('{[[order_placed ;; order_status ;; order_cancelled]]}'::text[]) as k | an order that was delivered is not confirmed any more, nor anything else | update orders set status = 'delivered' where id = :order
  owner = null | select private.order_email_data('order_delivered', :order) | what was withdrawn is not sent | ${deliver}; update private.deliveries set withdrawn_at = now()
  owner = "" | select concat(d ->> 'text', d ->> 'message') from private.order_email_data('order_delivered', :order) as d | nor in the email of a delivery | insert into private.deliveries (order_id, method, kind, content, message, withdrawn_at) values (:order, 'manual', 'text', 'x', 'M', now()); update orders set status = 'delivered' where id = :order
  owner = null | select private.order_email_data('order_delivered', :order) | a cancelled order is not reported as delivered
  owner = "Here." | select private.order_email_data('order_delivered', :order) ->> 'message' | a replacement is sent while an order is processed again | ${deliver}
  owner = null | select private.order_email_data('order_delivered', :order) | but not once it is cancelled | ${deliver}; ${CANCEL}
  owner done | ${LEAVE} | the outbox forgets a deleted person | insert into private.outbox (id, recipient_id, kind) values (gen_random_uuid(), :me, 'order_placed')
    | select count(*)::int from private.outbox where recipient_id = :me => 0
  owner = 2 | select count(private.email_data(o))::int from private.outbox as o where o.id <> :xe2 | an order and its newest status are emailed | ${changes}
  owner = null | select private.email_data(o) from private.outbox as o where o.id = :xe2 | of two changes the newer email shows what both would | ${changes}
  owner done | select public.mark_email_sent([[:xe1 ;; :xe3]]) | one email is marked as sent, once, and no other
    | insert into private.outbox (id, recipient_id, kind, last_error, outcome, finished_at) values (:xe1, :me, 'order_placed', 'smtp_450', null, null), (:xe2, :me, 'order_status', 'smtp_450', null, null), (:xe3, :me, 'order_status', null, 'sent', now() - interval '1 day')
    | select string_agg(concat_ws(' ', outcome, last_error, now() - finished_at), ', ' order by id) from private.outbox where id in (:xe1, :xe2, :xe3) => "sent 00:00:00, smtp_450, sent 1 day"
  owner done | select public.mark_email_failed(:xe1, 1, 'smtp_550', true) | one email is given up, and no other
    | insert into private.outbox (id, recipient_id, kind, attempts, first_attempted_at) values (:xe1, :me, 'order_placed', 1, now()), (:xe2, :me, 'order_status', 1, now())
    | select count(*)::int from private.outbox where outcome = 'given_up' => 1
  owner = ["announcement", "benefit_available", "invitation_joined", "membership_ending", "order_delivered", "order_status", "pool_low", "report_opened"]
    | select jsonb_agg(k order by k) from unnest('{order_status,order_delivered,tokens_adjusted,benefit_available,membership_ending,invitation_joined,announcement,pool_low,orders_late,report_opened,large_grant}'::text[]) as k
      where private.wants_email(:me, k) | who chose nothing gets these
  owner = null | select jsonb_agg(k) from unnest('{order_delivered,message,invitation,test,deletion_requested,deletion_scheduled,account_deleted,second_factor_reset,second_factor_added,second_factor_removed,recovery_code_used,password_changed}'::text[]) as k
      where private.wants_email(:me, k) is not true | what concerns the account is sent to everybody
    | insert into notification_preferences select :me, k, true, false from unnest('{orders,tokens,favourites,membership,invitations,announcements,stock,late,reports,emails,grants}'::text[]) as k
  owner = {"emails": 2, "grants": 3, "invitations": 1, "late": 1, "membership": 3, "orders": 5, "reports": 2, "stock": 2, "tokens": 1, "favourites": 1, "announcements": 1}
    | select jsonb_object_agg(g, n) from (select private.notification_group(k) as g, count(*) as n from unnest('{order_placed,order_status,order_delivered,order_cancelled,report_answered,tokens_adjusted,benefit_available,membership_ending,membership_extended,membership_refunded,invitation_joined,announcement,pool_low,stock_low,orders_late,reports_open,report_opened,emails_given_up,email_given_up,large_grant,reconcile_found,payment_problem,test}'::text[]) as k group by 1) as f
      where g is not null | each kind has its group
  owner = null | select jsonb_agg(k) from unnest('{pool_low,stock_low,orders_late,reports_open,emails_given_up,large_grant,reconcile_found,waitlist,payment_problem}'::text[]) as k where not private.is_admin_notification(k) | admins have these
  owner = "order_placed" | select kind from public.lease_emails(1) | what goes to many waits for what goes to one
    | delete from private.outbox; insert into private.outbox (id, kind, cause_id, recipient_id, next_attempt_at) values (:xe1, 'order_placed', :order, :me, now()), (:xe2, 'benefit_available', :benefit, :me, now() - interval '1 hour'), (:xe4, 'announcement', :benefit, :me, now() - interval '1 hour');
    insert into private.outbox (id, kind, cause_id, next_attempt_at) values (:xe3, 'invitation', :order, now() - interval '1 hour')
  owner = "gift@x.test gone@x.test" | select string_agg(email, ' ' order by email) from public.lease_emails(50) | a delivery goes to the address of its order, and the last email to that of who has left
    | update orders set redemption_email = 'gift@x.test', status = 'delivered' where id = :order; delete from private.outbox; ${email('order_delivered', ':order')}; insert into private.farewells (id, email) values (:xf1, 'gone@x.test'); insert into private.outbox (id, kind, cause_id) values (:xe1, 'account_deleted', :xf1)
  owner = 1 | select count(*)::int from public.lease_emails(50) | an email is tried thirty times | delete from private.outbox; insert into private.outbox (id, kind, cause_id, recipient_id, attempts) values (:xe1, 'order_placed', :order, :me, 29)
  owner done | select public.lease_emails(50) | an email that crashes its sender is given up | delete from private.outbox; insert into private.outbox (id, kind, cause_id, recipient_id, attempts) values (:xe1, 'order_placed', :order, :me, 30)
    | select concat_ws(' ', outcome, last_error, attempts) from private.outbox => "given_up no_result 30"
  owner = true | select public.email_sender_ran_at() = now() | a call of the sender is noted | update private.email_sender set ran_at = now() - interval '21 seconds'; select public.lease_emails(0)
  owner = false | select public.email_sender_ran_at() = now() | not each second | update private.email_sender set ran_at = now() - interval '20 seconds'; select public.lease_emails(0)
  admin done | select send_test_email('order_placed') | twenty tests an hour | insert into private.outbox (id, kind, recipient_id, template) select gen_random_uuid(), 'test', :admin, 'order_placed' from generate_series(1, 19)
  admin done | select send_test_email('order_placed') | tests of another admin and hour do not count
    | insert into private.outbox (id, kind, recipient_id, template, created_at) select gen_random_uuid(), 'test', case n % 2 when 0 then :admin else :me end::uuid, 'order_placed', now() - (1 - n % 2) * interval '1 hour' from generate_series(1, 60) as n
-- what emails show
  owner = {"report_id": "00000000-0000-4000-8000-0000000000e1", "order_id": "00000000-0000-4000-8000-000000000001", "benefit": "Keys", "tokens": 0, "reason": "Refused", "text": null, "replaced": null, "refunded": null} | ${emailData("- 'order_number'")} | a report is shown to admins | ${reported()}; ${email('report_opened', ':xe1')}
  owner = {"benefit": "Keys", "tokens": 0, "reason": "Refused", "text": "Sorry", "replaced": false, "refunded": true} | ${emailData("- '{report_id,order_id,order_number}'::text[]")} | an answer is shown
    | ${reported()}; update private.reports set answer = 'refunded', answer_text = 'Sorry', answered_at = now(); ${email('report_answered', ':xe1')}
  owner = null | ${emailData()} | an answered report is opened no more | ${reported()}; update private.reports set answer = 'replied', answered_at = now(); ${email('report_opened', ':xe1')}
  owner = {"benefit": "Test Benefit", "tokens": 10, "count": 11} | ${emailData("- 'benefit_id'")} | how many keys are left | ${pool(11)}; update private.benefit_delivery set low_since = now(); ${email('pool_low', ':benefit')}
  owner = null | ${emailData()} | enough keys are left | ${pool(1)}; ${email('pool_low', ':benefit')}
  owner = {"benefit": "Test Benefit", "tokens": 10, "count": 9} | ${emailData("- 'benefit_id'")} | how much stock is left | ${stocked(9)}; ${email('stock_low', ':benefit')}
  owner = null | ${emailData()} | enough stock is left | ${stocked(10)}; ${email('stock_low', ':benefit')}
  owner = {"benefit_id": true, "benefit": "Test Benefit", "tokens": 10, "count": null} | ${emailData("|| jsonb_build_object('benefit_id', private.email_data(o) ->> 'benefit_id' = :benefit)")} | what is available | ${email('benefit_available', ':benefit')}
  owner = null | ${emailData()} | what is not available any more | update benefits set closes_at = now() where id = :benefit; ${email('benefit_available', ':benefit')}
  owner = 7 | ${emailData("-> 'count'")} | a membership ends in so many days | ${ends('6 days 1 hour')}; ${email('membership_ending')}
  owner = null | ${emailData()} | a membership that was extended | ${ends('30 days 1 hour')}; ${email('membership_ending')}
  owner = null | ${emailData()} | nobody is warned of what has ended | ${ends('0')}; ${email('membership_ending')}
  owner = 0 | ${emailData("-> 'count'")} | but where years are paid for, on the day (D62) | ${ends('-23 hours')}; ${email('membership_ending')}; select public.report_payment_mode(true); insert into app_settings (key, value) values ('payments_on', '1')
  owner = null | ${emailData()} | nor notified that it was extended | ${ends('0')}; ${email('membership_extended')}
  owner = 41 | ${emailData("-> 'count'")} | an extended membership | ${ends('40 days 1 hour')}; ${email('membership_extended')}
  owner = "January 5, 2199" | ${emailData("-> 'ends_on'")} | the day on which it ends | update profiles set membership_end_date = '2199-01-05 23:00+00' where id = :me; ${email('membership_extended')}
  owner = {"tokens": 5, "taken": true, "reason": "Why", "balance": 10, "name": "Mia Member"} | ${emailData()} | tokens are taken | select private.post_tokens(:me, 'adjustment', -5, 'x', p_reason => 'Why'); ${email('tokens_adjusted', NEWEST)}
  owner = {"tokens": 5, "taken": false, "reason": null, "balance": 20, "name": "Mia Member"} | ${emailData()} | tokens are granted | select private.post_tokens(:me, 'purchase', 5, 'x'); ${email('large_grant', NEWEST)}
  owner = {"tokens": 1200, "name": "1 member"} | ${emailData()} | a grant to one | ${grant(1)}; ${email('large_grant', ':xe1')}
  owner = {"tokens": 1200, "name": "3 members"} | ${emailData()} | a grant to three, one of which an undo kept | ${grant(2, 1)}; ${email('large_grant', ':xe1')}
  owner = {"name": "The owner"} | ${emailData()} | the owner reset a factor | ${email('second_factor_reset')}
  owner = {"name": "Ada Admin"} | ${emailData()} | an admin reset a factor | ${email('second_factor_reset', ':admin')}
  owner = {"name": "An admin"} | ${emailData()} | somebody who has left reset a factor | ${email('second_factor_reset', ':xe1')}
  owner = {"count": 2} | ${emailData()} | recovery codes are left | insert into private.recovery_codes values (:me, 'a'), (:me, 'b'), (:other, 'c'); ${email('recovery_code_used')}
  owner = {"count": 1, "error": "smtp_550"} | ${emailData()} | emails of a day were given up
    | delete from private.outbox; insert into private.outbox (id, kind, recipient_id, outcome, finished_at, last_error) values (:xe1, 'order_placed', :me, 'given_up', now() - interval '86399 seconds', 'smtp_550'), (:xe2, 'order_placed', :me, 'given_up', now() - interval '1 day', 'old'); ${email('email_given_up')}
  owner = {"count": 3} | ${emailData()} | what the nightly check found | update private.due_items set found = 3 where item = 'reconcile'; ${email('reconcile_found')}
  owner = null | ${emailData()} | it found nothing | ${email('reconcile_found')}
  owner = {"count": 1} | ${emailData()} | orders are late | update orders set due_at = now() where id = :order; ${email('orders_late')}
  owner = null | ${emailData()} | no order is late | ${email('orders_late')}
  owner = {"name": "Ada Admin"} | ${emailData()} | who joined | ${email('invitation_joined', ':admin')}
  owner = 0 | select count(private.email_data(o))::int from private.outbox as o where kind like 'deletion%' | no deletion is announced that was not confirmed within a day, or was withdrawn
    | ${email('deletion_requested')}; insert into private.outbox (id, kind, recipient_id) values (:xe8, 'deletion_scheduled', :me); insert into private.deletion_requests (user_id, requested_at) values (:me, now() - interval '1 day')
  owner = {"deletes_on": "January 5, 2199"} | ${emailData()} | when an account is deleted | update profiles set deletes_at = '2199-01-05 23:00+00' where id = :me; ${email('deletion_scheduled')}
  owner = {"title": "T", "body": "B", "name": "Mia Member"} | ${emailData()} | an announcement names its reader | ${announced('null, null', 'null', true)}; ${email('announcement', ':xe1')}
-- announcements
  admin numbers_differ | select send_announcement(:xe1, 'News', 'Text', 'admins', null, true, true, 2)
  admin done | select send_announcement(:xe1, ' News ', 'Text', 'admins', null, true, true, 1) ;; select send_announcement(:xe1, 'Again', 'Text', 'admins', null, true, true, 1, now() + interval '1 hour') | an announcement is sent once (D46) | - | select string_agg(title, ', ') from announcements => "News"
  admin done | ${announce('null')} | a test goes to its author alone, at once | - | select string_agg((recipient_id = :admin)::text, ' ') from private.outbox where kind = 'announcement' => "true"
  admin done | select send_message(:xe1, :me, ' Your workspace ', E'Which one?\\n') ;; select send_message(:xe1, :me, 'Your workspace', 'Again') | a message to one person is sent by email and in the app, once, whatever that person chose, and logged without its text
    | delete from private.outbox; insert into notification_preferences values (:me, 'announcements', false, false)
    | select jsonb_build_array(n.data, e.data, e.own, e.unsubscribe, l.after) from notifications as n, public.lease_emails(50) as e, private.audit_log as l where n.kind = 'message' and l.row_id = :me::text and l.actor_id = :admin
    => [{"title": "Your workspace", "text": "Which one?"}, {"title": "Your workspace", "text": "Which one?"}, true, null, {"message": true}]
  admin invalid_change | select send_message(:xe1, :me, [[' ', 'x' ;; repeat('a', 121), 'x' ;; null, 'x' ;; 'x', '\u200b' ;; 'x', repeat('a', 2001)]])
  admin profile_not_found | select send_message(:xe1, :xe2, 'x', 'x')
  admin done | select send_message(:xe1, :me, repeat('a', 120), repeat('a', 2000)) | a message says much
  admin = true | select array_agg(id) = array[:me]::uuid[] from announcement_recipients('benefit', :benefit, true, true) | an audience has an order that was not cancelled | insert into orders (user_id, benefit_id, status) values (:other, :benefit, 'cancelled'), (:other, :xe1, 'pending');
    update profiles set membership_end_date = now() - interval '1 day'
  admin = true | select array_agg(id) = array[:admin]::uuid[] from announcement_recipients('admins', null, true, true) | another is the admins | update profiles set membership_end_date = now() - interval '1 day'
  admin done | ${announce('null')} | a test is not logged | - | select count(*)::int from private.audit_log where table_name = 'announcements' => 0
  owner = true | ${REACHED} | a membership ends within 30 days | ${ends('30 days')}
  owner = false | ${REACHED} | a membership ends later | ${ends('30 days 1 second')}
  owner = false | ${REACHED} | a membership has ended | ${ends('0')}
  owner = "t t" | ${reached('members', true, true)} | who has a year that ends soon is a member | ${ends('1 day')}
  owner = "f t" | ${reached('members', false, true)} | what was chosen of emails is no reason against a notice | insert into notification_preferences values (:me, 'announcements', true, false)
  owner = "f t" | ${reached('members', false, true)} | nor are emails that were given up | ${givenUp(3)}
  owner = "t f unsubscribed" | ${reached('members', true, true)} | who wants no notice gets an email | insert into notification_preferences values (:me, 'announcements', false, true)
  admin = "leaving, Ada Admin" | select string_agg(coalesce(reason, name), ', ') from announcement_recipients('members', null, true, true, 2) | who is not written to comes first | update profiles set name = 'Zoe', deletes_at = now() where id = :me
  admin done | select send_announcement(:xe1, 'News', 'Text', 'admins', null, true, true, 1) ;; select call_back_announcement(:xe1) | an announcement and its calling back are logged | - | select string_agg(concat_ws(' ', action, actor_id = :admin), ', ' order by id) from private.audit_log where row_id = :xe1::text => "insert t, update t"
  owner = true | ${REACHED} | two emails were given up | ${ends('1 day')}; ${givenUp(2)}
  owner = false | ${REACHED} | three emails were given up | ${ends('1 day')}; ${givenUp(3)}
  admin invalid_change | ${announce(`[[now() - interval '1 second' ;; now() + interval '366 days']]`)}
  admin done | ${announce('[[null ;; now()]]')} | the last two of twenty tests in an hour | ${tests(18)}
  admin rate_limited (3600) | ${announce('null')} | - | ${tests(20)}
  admin done | ${announce('null')} | tests of another hour and admin do not count | ${tests(20, `now() - interval '1 hour'`)}; ${tests(20, 'now()', ':me')}
  admin = "1 1 1" | ${FIGURES} | what became of an announcement | ${announced(`'given_up', now()`, 'now()', false)}
  admin = "0 0 0" | ${FIGURES} | an announcement that nobody opened or left | ${announced('null, null', 'null', true)}; insert into notification_preferences values (:me, 'orders', true, false)
-- due
  owner done | ${memberships('69.9')} | nobody is warned of an end that is more than 30 days away (D40) | ${HUNDRED} | ${WARNED} => null
  owner done | ${memberships('70 ;; 71 ;; 80 ;; 94 ;; 99.9 ;; 100.1')} | members are warned 30 and 7 days before the end, once each (D40) | ${HUNDRED} | ${WARNED} => "30 7"
  owner done | ${memberships('70.01 ;; 94')} | members are warned by email (D40) | ${HUNDRED} | ${queued('membership_ending')} => [false, false]
  owner done | ${memberships('92.9')} | more than 7 days before the end it is the first warning (D40) | ${HUNDRED} | ${WARNED} => "30"
  owner done | ${memberships('93')} | after weeks without a run the nearer warning is enough (D40) | ${HUNDRED} | ${WARNED} => "7"
  owner done | ${memberships('195')} | what was extended ends another time (D40) | ${HUNDRED}; select private.due_memberships(now() + interval '94 days'); update profiles set membership_end_date = now() + interval '200 days' where id = :me
    | ${WARNED} => "7 7"
  owner done | ${memberships('70.01')} | who wants no warning gets none (D40) | ${HUNDRED}; insert into notification_preferences values (:me, 'membership', false, false)
    | select (select count(*) from notifications where user_id = :me and kind = 'membership_ending')::int + (select count(*) from private.outbox where kind = 'membership_ending')::int => 0
  owner done | ${late('47')} | orders are late from their time on (D40) | ${LATE} | ${noticed('orders_late', ':admin')} => null
  owner done | ${late('47 ;; 47.5 ;; 48 ;; 49 ;; 72')} | admins are notified once of the orders that became late (D40) | ${LATE} | select concat(count, data ->> 'benefit', order_id = :order) from notifications where user_id = :admin and kind = 'orders_late' => "2Test Benefitt"
  owner done | ${late('48')} | what was delivered is not late (D40) | ${LATE}; update orders set status = 'delivered' where true | ${noticed('orders_late', ':admin')} => null
  owner done | ${late('48')} | admins who chose it are emailed of late orders (D25) | ${LATE}; insert into notification_preferences values (:admin, 'late', true, true) | ${queued('orders_late', ':admin')} => [false]
  owner done | ${reconcile('50.9')} | everything is recomputed at three at night (D40) | ${NIGHT} | ${noticed('reconcile_found', ':admin')} => null
  owner done | ${reconcile('51 ;; 52')} | admins are notified of what the night found, once (D40) | ${NIGHT} | select concat(count, (select count(*) from private.outbox where kind = 'reconcile_found' and recipient_id = :admin)) from notifications where user_id = :admin and kind = 'reconcile_found' => "11"
  owner done | ${reconcile('51')} | a check that fails has found something (D40) | ${NIGHT}; alter function private.reconcile rename to away; create function private.reconcile() returns table (account_id uuid) language plpgsql as 'begin raise exception ''x''; end' | ${noticed('reconcile_found', ':admin')} => [[null, null, 1, {}]]
  owner done | ${benefits('1 ;; 10.9')} | nobody is notified of a return before ten minutes (D39) | ${BACK} | ${noticed('benefit_available')} => null
  owner done | ${benefits('1 ;; 11 ;; 12 ;; 11530 ;; 11541')} | who asked and whose favourite it is are notified once, and asking is over (D39) | ${BACK}
    | select concat_ws(' ', (select count(*) from notifications where kind = 'benefit_available' and benefit_id = :benefit), (select count(*) from private.outbox where kind = 'benefit_available'), (select count(*) from private.waiting_members)) => "2 2 0"
  owner done | ${benefits('2 ;; 12')} | what is sold out again before that returns to all of them (D39) | ${BACK}; delete from private.awaited_benefits; select private.due_benefits(now()); ${stocked(0)}; ${benefits('1').replace(/\[\[|]]/g, '')}; ${stocked(5)} | select count(*)::int from notifications where kind = 'benefit_available' => 2
  owner done | ${benefits('1 ;; 11')} | what is a favourite alone is followed as well (D39) | ${BACK}; delete from private.waiting_members; delete from private.awaited_benefits; ${stocked(0)}; select private.due_benefits(now()); ${stocked(5)} | select count(*)::int from notifications where kind = 'benefit_available' => 2
  owner done | ${benefits('1 ;; 11')} | who wants nothing of favourites is not notified (D39) | ${BACK}; insert into notification_preferences values (:me, 'favourites', false, false)
    | select (select count(*) from notifications where kind = 'benefit_available' and user_id = :me)::int + (select count(*) from private.outbox where kind = 'benefit_available' and recipient_id = :me)::int => 0
  owner done | ${stock('10 ;; 9 ;; 8 ;; 30 ;; 3')} | admins are notified of each fall of a stock below its mark, by one email an hour (D38) | ${stocked(11)}; set constraints all immediate
    | select concat_ws(' ', count, data ->> 'left', (select count(*) from private.outbox where kind = 'stock_low' and recipient_id = :admin)) from notifications where user_id = :admin and kind = 'stock_low' => "2 3 1"
  owner done | ${stock('2 ;; 1')} | nobody is notified of units below the mark (D38) | ${stocked(3)}; set constraints all immediate | ${noticed('stock_low', ':admin')} => null
  owner done | ${stock('9 ;; 0')} | that nothing is left is another email (D38) | ${stocked(11)}; set constraints all immediate | ${queued('stock_low', ':admin')} => [true, true]
  owner done | ${stock('1 ;; 0')} | who set no mark is notified of no stock (D38) | ${stocked(3)}; insert into private.benefit_delivery (benefit_id, low_stock) values (:benefit, 0); set constraints all immediate | ${noticed('stock_low', ':admin')} => null
  owner done | ${stock('1 ;; 0')} | admins are notified that nothing is left (D38) | ${stocked(3)}; set constraints all immediate | ${noticed('stock_low', ':admin')} => [[null, true, 1, {"benefit": "Test Benefit", "left": 0}]]
  owner done | select private.due_memberships(now()) ;; select private.due_retention(now()) | memberships end and things are forgotten each hour | update private.due_items set done_until = now() - interval '1 hour' where item in ('memberships', 'retention'); insert into private.attempts (kind, caller, at) values ('invite_code', 'x', now() - interval '2 days')
    | select concat_ws(' ', (select count(*) from private.due_items where done_until = now() and item in ('memberships', 'retention')), (select count(*) from private.attempts where caller = 'x')) => "2 0"
  owner done | select private.due_retention(now()) | notifications are kept for 180 days and finished emails for 90 (D40)
    | ${RETENTION}; insert into notifications (id, user_id, kind, created_at) select gen_random_uuid(), :me, 'order_status', now() - n * interval '1 hour' from unnest('{4320,4321}'::int[]) as n;
    insert into private.outbox (id, kind, recipient_id, outcome, finished_at, created_at) select gen_random_uuid(), 'order_status', :me, o, case when o is not null then now() end, now() - n * interval '1 hour' from unnest('{2160,2161}'::int[]) as n, unnest('{sent,null}'::text[]) as o
    | select concat_ws(' ', (select count(*) from notifications where kind = 'order_status'), (select count(*) from private.outbox where kind = 'order_status')) => "1 3"
  owner done | ${benefits('59 ;; 60 ;; 69.9')} | nobody is notified of a benefit that has just opened (D39) | ${opens} | ${noticed('benefit_available')} => null
  owner done | ${benefits('59 ;; 60 ;; 70')} | who asked for a benefit is notified ten minutes after it has opened (D39) | ${opens} | ${noticed('benefit_available')} => [[null, true, 1, {"benefit": "Test Benefit"}]]
  owner done | select private.due_retention(now()) | who was notified is kept for a week
    | ${RETENTION}; insert into private.notified_members values (:me, :benefit, now() - interval '7 days'), (:other, :benefit, now() - interval '169 hours') | select count(*)::int from private.notified_members => 1
  owner = false | select private.queue_email('order_status', :order, :me, now()) | nothing that was not wanted by email | insert into notification_preferences values (:me, 'orders', true, false)
    | select count(*)::int from private.outbox where recipient_id = :me and kind = 'order_status' and outcome is null and created_at = now() => 0
  owner = 0 | select count(*)::int from public.lease_emails(50) | nothing that is not wanted any more
    | delete from private.outbox; select private.queue_email('order_placed', :order, :me, now()); insert into notification_preferences values (:me, 'orders', true, false)
  owner done | select private.queue_admin_email('large_grant', :order, now(), :admin) | no email to the admin who caused it | insert into notification_preferences values (:admin, 'grants', true, true)
    | select count(*)::int from private.outbox where recipient_id = :admin and kind = 'large_grant' and outcome is null and created_at = now() => 0
  owner done | select private.queue_admin_email('large_grant', :order, now()) | no email to the admin who calls
    | insert into notification_preferences values (:admin, 'grants', true, true); select set_config('request.jwt.claims', json_build_object('sub', :admin)::text, true)
    | select count(*)::int from private.outbox where recipient_id = :admin and kind = 'large_grant' and outcome is null and created_at = now() => 0
  owner done | select private.run_due(now() + interval '0') | one item that takes too long stops no other
    | alter function private.due_memberships rename to away; create function private.due_memberships(timestamptz) returns void language sql as 'select pg_sleep(60)'; set local statement_timeout = '2s'
  owner done | select private.run_due(now() + interval '20 minutes') | what is gone again starts anew | ${waiting}; ${stocked(0)}; insert into private.awaited_benefits values (:benefit, now(), true)
    | select count(*)::int from notifications where user_id = :me and kind = 'benefit_available' => 0
  owner done | ${notifyWaiting} | once a week | ${waiting}; insert into private.notified_members values (:me, :benefit, now() - interval '6 days 23 hours')
    | select count(*)::int from notifications where user_id = :me and kind = 'benefit_available' => 0
  owner done | ${notifyWaiting} | and again after a week, whatever else is wanted; who is not notified goes on waiting | ${waiting}, (:benefit, :other); insert into private.notified_members values (:me, :benefit, now() - interval '7 days'), (:other, :benefit, now() - interval '6 days');
    insert into notification_preferences values (:me, 'orders', true, false)
    | select jsonb_build_array(n.data, (select count(*) from private.outbox where kind = 'benefit_available'), (select bool_and(user_id = :other) from private.waiting_members)) from notifications as n where kind = 'benefit_available' => [{"benefit": "Test Benefit"}, 1, true]
  owner done | ${notifyWaiting} | a favourite notifies of a return, not of a mark | insert into private.favourites (benefit_id, user_id, created_at) values (:benefit, :me, now() + interval '1 second')
    | select count(*)::int from notifications where user_id = :me and kind = 'benefit_available' => 0
  owner done | ${LEAVE} | who was notified goes with the person | insert into private.notified_members values (:me, :benefit, now() - interval '1 day') | select count(*)::int from private.notified_members where user_id = :me => 0
`)
