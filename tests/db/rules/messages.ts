import { CANCEL, LEAVE, LOCKS, notificationCount, pool, queued, stocked } from './scene'
import { table } from './table'

const report = `insert into private.reports (order_id, account_id, delivery_id, reason, outcome) select :order, :me, (select id from private.deliveries where order_id = :order), 'Broken', 'open'`
const deliver = `insert into private.deliveries (order_id, method, message) values (:order, 'manual', 'Here.')`
const AT_COMMIT = `set constraints all immediate`
const waiting = `insert into private.waiting_members (benefit_id, user_id) values (:benefit, :me)`
const tell = `select private.tell_waiting_members(:benefit, now(), now())`

/** An email of the order, and two of its status, the first of which is a minute older. */
const changes = `update orders set status = 'processing' where id = :order; delete from private.outbox;
    insert into private.outbox (id, kind, cause_id, recipient_id, created_at) values (:xe1, 'order_placed', :order, :me, now() - interval '1 minute'),
      (:xe2, 'order_status', :order, :me, now() - interval '1 minute'), (:xe3, 'order_status', :order, :me, now())`

export const messages = table(`
-- notifications
  owner notifications_valid | insert into notifications (id, user_id, kind) values (gen_random_uuid(), :me, 'newsletter')
  owner notification_preferences_kind_check | insert into notification_preferences values (:me, 'newsletter', true, true)
  owner notification_preferences_always_in_app | insert into notification_preferences values (:me, 'tokens', false, true)
  owner notifications_group_idx | insert into notifications (id, user_id, kind) values (gen_random_uuid(), :me, 'pool_low') | -
    | insert into notifications (id, user_id, kind) values (gen_random_uuid(), :me, 'pool_low')
  me done | update notifications set read_at = '2001-01-01' where user_id = :me | notifications_read
    | insert into notifications (id, user_id, kind) values (gen_random_uuid(), :me, 'order_status')
    | select read_at = now() from notifications where user_id = :me and created_at = now() => true
  admin done | update notifications set read_at = now() where false | notifications_lock | - | ${LOCKS} => 1
  me done | update notifications set read_at = now() where false | members do not hold up those who notify admins | - | ${LOCKS} => 0
  me done | update profiles set role = role where false | members do not hold up changes of others | - | ${LOCKS} => 0
  me not_signed_in | insert into notification_preferences values (:me, 'orders', true, true) | - | ${LEAVE}
  owner done | ${stocked(9)} ;; ${AT_COMMIT} | benefit_stock_notification | ${stocked(10)} | ${notificationCount('stock_low', ':admin')} => 1
  owner done | ${report} ;; ${AT_COMMIT} | reports_admin_notification | ${deliver} | ${notificationCount('reports_open', ':admin')} => 1
  owner done | update private.reports set answer = 'replied', answer_text = 'Sorry', answered_at = now() where order_id = :order | an answer is told in the app | ${deliver}; ${report} | ${notificationCount('report_answered')} => 1
  owner done | update private.key_batches set quarantined_at = now() where id = :xb1 ;; ${AT_COMMIT} | key_batches_notification | ${pool(1)} | ${notificationCount('reports_open', ':admin')} => 1
  owner done | insert into private.benefit_delivery (benefit_id, low_since) values (:benefit, now()) ;; ${AT_COMMIT} | the first shortage is told in the app | - | ${notificationCount('pool_low', ':admin')} => 1
  owner done | update private.benefit_delivery set low_since = now() where benefit_id = :benefit ;; ${AT_COMMIT} | benefit_delivery_notification
    | insert into private.benefit_delivery (benefit_id) values (:benefit) | ${notificationCount('pool_low', ':admin')} => 1
  owner done | update private.outbox set outcome = 'given_up', finished_at = now() where kind = 'order_placed' ;; ${AT_COMMIT} | outbox_notification
    | delete from private.outbox; insert into private.outbox (id, kind, recipient_id) values (:xe2, 'order_placed', :me) | ${notificationCount('emails_given_up', ':admin')} => 1
  owner done | select private.notify('order_status', :me, :order, :order, null, '{}') | nobody is told of what they did
    | select set_config('request.jwt.claims', json_build_object('sub', :me)::text, true) | ${notificationCount('order_status')} => 0
  owner done | select private.notify('membership_ending', :me, :order, :order, null, '{}') | nothing that was not wanted in the app
    | insert into notification_preferences values (:me, 'membership', false, true) | ${notificationCount('membership_ending')} => 0
  owner done | select private.notify('order_status', :me, :order, :order, null, [['{}') ;; '{}')]] | an event is told once | - | ${notificationCount('order_status')} => 1
  owner done | select private.notify_admins('stock_low', 1, null, :benefit, '{}') | no admin is told of what they did
    | select set_config('request.jwt.claims', json_build_object('sub', :admin)::text, true) | ${notificationCount('stock_low', ':admin')} => 0
  owner done | select private.notify_admins('stock_low', 1, null, :benefit, '{}') | no admin is told what was not wanted in the app
    | insert into notification_preferences values (:admin, 'stock', false, true) | ${notificationCount('stock_low', ':admin')} => 0
  owner done | ${CANCEL} | a refund is told by the answer to the report
    | ${deliver}; ${report}; update private.reports set answer = 'refunded', answer_text = 'Sorry', answered_at = now() where order_id = :order | ${notificationCount('order_cancelled')} => 0
  owner done | ${LEAVE} | notifications go with the person | insert into notifications (id, user_id, kind) values (gen_random_uuid(), :me, 'order_status')
    | select count(*)::int from notifications where user_id = :me => 0
  owner done | ${LEAVE} | preferences go with the person | insert into notification_preferences values (:me, 'orders', true, true) | select count(*)::int from notification_preferences where user_id = :me => 0
-- outbox
  owner done | ${deliver} | deliveries_events | - | ${queued('order_delivered')} => 1
  owner done | update private.deliveries set message = 'Enjoy.' where order_id = :order | deliveries_message_events | ${deliver}; delete from private.outbox | ${queued('order_delivered')} => 1
  owner done | ${report} ;; ${AT_COMMIT} | a report is told to admins by email | ${deliver} | ${queued('report_opened', ':admin')} => 1
  owner done | update private.reports set answer = 'replied', answer_text = 'Sorry', answered_at = now() where order_id = :order | reports_emails_answered | ${deliver}; ${report}
    | ${queued('report_answered')} => 1
  owner done | insert into private.benefit_delivery (benefit_id, low_since) values (:benefit, now()) ;; ${AT_COMMIT} | the first shortage is told by email | - | ${queued('pool_low', ':admin')} => 1
  owner done | update private.benefit_delivery set low_since = now() where benefit_id = :benefit ;; ${AT_COMMIT} | a shortage is told by email | insert into private.benefit_delivery (benefit_id) values (:benefit)
    | ${queued('pool_low', ':admin')} => 1
  owner done | update private.outbox set outcome = 'given_up', finished_at = now() where id = :xe1 ;; ${AT_COMMIT} | emails given up are told by email
    | insert into private.outbox (id, recipient_id, kind) values (:xe1, :me, 'order_placed') | ${queued('email_given_up', ':admin')} => 1
  admin rate_limited | select send_test_email('order_placed') | -
    | insert into private.outbox (id, kind, recipient_id, template) select gen_random_uuid(), 'test', :admin, 'order_placed' from generate_series(1, 20)
  owner done | ${deliver} | emails to others are counted one after the other | update orders set redemption_email = 'moved@example.test' where id = :order
    | select xmax::text::bigint >= pg_current_xact_id()::text::bigint from profiles where id = :me => true
  owner = null | select private.order_email_data('order_delivered', :order) | a cancelled order is not reported as delivered
  owner = "Here." | select private.order_email_data('order_delivered', :order) ->> 'message' | a replacement is sent while an order is processed again | ${deliver}
  owner = null | select private.order_email_data('order_delivered', :order) | but not once it is cancelled | ${deliver}; ${CANCEL}
  owner done | ${LEAVE} | the outbox forgets a deleted person | insert into private.outbox (id, recipient_id, kind) values (gen_random_uuid(), :me, 'order_placed')
    | select count(*)::int from private.outbox where recipient_id = :me => 0
  owner = 2 | select count(private.email_data(o))::int from private.outbox as o where o.id <> :xe2 | an order and its newest status are told | ${changes}
  owner = null | select private.email_data(o) from private.outbox as o where o.id = :xe2 | of two changes the newer email shows what both would | ${changes}
  owner done | select public.mark_email_sent(:xe1) | one email is marked as sent, and no other
    | insert into private.outbox (id, recipient_id, kind) values (:xe1, :me, 'order_placed'), (:xe2, :me, 'order_status')
    | select count(*)::int from private.outbox where outcome = 'sent' => 1
  owner done | select public.mark_email_failed(:xe1, 1, 'smtp_550', true) | one email is given up, and no other
    | insert into private.outbox (id, recipient_id, kind, attempts, first_attempted_at) values (:xe1, :me, 'order_placed', 1, now()), (:xe2, :me, 'order_status', 1, now())
    | select count(*)::int from private.outbox where outcome = 'given_up' => 1
-- due
  owner done | select private.queue_email('order_status', :order, :me, now()) | nothing that was not wanted by email | insert into notification_preferences values (:me, 'orders', true, false)
    | select count(*)::int from private.outbox where recipient_id = :me and kind = 'order_status' and outcome is null and created_at = now() => 0
  owner = 0 | select count(*)::int from public.lease_emails(50) | nothing that is not wanted any more
    | delete from private.outbox; select private.queue_email('order_placed', :order, :me, now()); insert into notification_preferences values (:me, 'orders', true, false)
  owner done | select private.queue_admin_email('large_grant', :order, now(), :admin) | no email to the admin who caused it
    | insert into notification_preferences values (:admin, 'grants', true, true)
    | select count(*)::int from private.outbox where recipient_id = :admin and kind = 'large_grant' and outcome is null and created_at = now() => 0
  owner done | select private.queue_admin_email('large_grant', :order, now()) | no email to the admin who calls
    | insert into notification_preferences values (:admin, 'grants', true, true); select set_config('request.jwt.claims', json_build_object('sub', :admin)::text, true)
    | select count(*)::int from private.outbox where recipient_id = :admin and kind = 'large_grant' and outcome is null and created_at = now() => 0
  owner done | select private.run_due(now() + interval '0') | one item that takes too long stops no other
    | alter function private.due_memberships rename to away; create function private.due_memberships(timestamptz) returns void language sql as 'select pg_sleep(60)'; set local statement_timeout = '2s'
  owner done | select private.run_due(now() + interval '20 minutes') | what is gone again starts anew
    | ${waiting}; ${stocked(0)}; insert into private.absent_benefits values (:benefit, now(), true)
    | select count(*)::int from notifications where user_id = :me and kind = 'benefit_available' => 0
  owner done | ${tell} | once a week | ${waiting}; insert into private.told_members values (:me, :benefit, now() - interval '6 days 23 hours')
    | select count(*)::int from notifications where user_id = :me and kind = 'benefit_available' => 0
  owner done | ${tell} | a favourite is told of a return, not of a mark | insert into private.favourites (benefit_id, user_id, created_at) values (:benefit, :me, now() + interval '1 second')
    | select count(*)::int from notifications where user_id = :me and kind = 'benefit_available' => 0
  owner done | ${LEAVE} | who was told goes with the person | insert into private.told_members values (:me, :benefit, now() - interval '1 day')
    | select count(*)::int from private.told_members where user_id = :me => 0
`)
