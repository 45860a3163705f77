import { admin, me, owner } from '../support/attempt'
import { BATCH, pool } from './delivery-scene'
import { CANCEL, constraints, LEAVE, type Rule, refusals, rules, stocked } from './rule'

const notice = (kind: string, more = '', values = '') =>
  `insert into notifications (id, user_id, kind${more}) values (gen_random_uuid(), :me, '${kind}'${values})`
const choice = (kind: string, inApp: boolean, byEmail: boolean, person = ':me') =>
  `insert into notification_preferences values (${person}, '${kind}', ${inApp}, ${byEmail})`
const told = (kind: string, person = ':me'): [string, unknown] => [
  `select count(*)::int from notifications where kind = '${kind}' and user_id = ${person} and created_at >= now()`,
  1,
]
const untold = (kind: string, person?: string): [string, unknown] => [told(kind, person)[0], 0]
const count = (table: string) => `select count(*)::int from ${table} where user_id = :me`
const LOCKS = `select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`
const AT_COMMIT = 'set constraints all immediate'
const deliver = `insert into private.deliveries (order_id, method, message) values (:order, 'manual', 'Here.')`
const report = `insert into private.reports (order_id, account_id, delivery_id, reason, outcome)
  select :order, :me, (select id from private.deliveries where order_id = :order), 'Broken', 'open'`
const answer = (word: string) =>
  `update private.reports set answer = '${word}', answer_text = 'Sorry', answered_at = now() where order_id = :order`
const lower = 'update private.benefit_delivery set low_since = now() where benefit_id = :benefit'
const grant = `select private.post_tokens(:me, 'adjustment', 1001, 'Prize')`
const email = `insert into private.outbox (id, kind, recipient_id) values ('00000000-0000-4000-8000-0000000000e2', 'order_placed', :me)`
const asMe = `select set_config('request.jwt.claims', json_build_object('sub', :me)::text, true)`
const asAdmin = `select set_config('request.jwt.claims', json_build_object('sub', :admin)::text, true)`
const notifyMe = (kind: string) => `select private.notify('${kind}', :me, :order, :order, null, '{}')`
const notifyAdmins = `select private.notify_admins('stock_low', 1, null, :benefit, '{}')`
const read = me(`update notifications set read_at = '2001-01-01' where user_id = :me`, 'done', {
  before: [notice('order_status')],
  reads: ['select read_at = now() from notifications where user_id = :me and created_at = now()', true],
})
const chosenByTheDeleted = me(choice('orders', true, true), 'not_signed_in', { before: [LEAVE] })
export const notificationRules: Rule[] = [
  ...constraints({
    notifications_valid: notice('newsletter'),
    notification_preferences_kind_check: choice('newsletter', true, true),
    notification_preferences_always_in_app: choice('tokens', false, true),
  }),
  ...constraints({ notifications_group_idx: notice('pool_low') }, [notice('pool_low')]),
  ...rules({
    notifications_read: read,
    notifications_lock: admin('update notifications set read_at = now() where false', 'done', {
      reads: [LOCKS, 1],
    }),
    'members do not hold up those who notify admins': me(
      'update notifications set read_at = now() where false',
      'done',
      { reads: [LOCKS, 0] },
    ),
    'members do not hold up changes of others': me('update profiles set role = role where false', 'done', {
      reads: [LOCKS, 0],
    }),
  }),
  ...refusals({
    not_signed_in: chosenByTheDeleted,
  }),
  ...rules({
    orders_notification: admin(CANCEL, 'done', { reads: told('order_cancelled') }),
    benefit_stock_notification: owner([stocked(9), AT_COMMIT], 'done', {
      before: [stocked(10)],
      reads: told('stock_low', ':admin'),
    }),
    token_transactions_notification: owner(grant, 'done', { reads: told('tokens_adjusted') }),
    token_transactions_admin_notification: owner([grant, AT_COMMIT], 'done', {
      reads: told('large_grant', ':admin'),
    }),
    reports_admin_notification: owner([report, AT_COMMIT], 'done', {
      before: [deliver],
      reads: told('reports_open', ':admin'),
    }),
    reports_notification: owner(answer('replied'), 'done', {
      before: [deliver, report],
      reads: told('report_answered'),
    }),
    key_batches_notification: owner(
      [`update private.key_batches set quarantined_at = now() where id = '${BATCH}'`, AT_COMMIT],
      'done',
      { before: pool(1), reads: told('reports_open', ':admin') },
    ),
    benefit_delivery_first_notification: owner(
      ['insert into private.benefit_delivery (benefit_id, low_since) values (:benefit, now())', AT_COMMIT],
      'done',
      { reads: told('pool_low', ':admin') },
    ),
    benefit_delivery_notification: owner([lower, AT_COMMIT], 'done', {
      before: ['insert into private.benefit_delivery (benefit_id) values (:benefit)'],
      reads: told('pool_low', ':admin'),
    }),
    outbox_notification: owner(
      [
        `update private.outbox set outcome = 'given_up', finished_at = now() where kind = 'order_placed'`,
        AT_COMMIT,
      ],
      'done',
      { before: ['delete from private.outbox', email], reads: told('emails_given_up', ':admin') },
    ),
    'nobody is told of what they did': owner(notifyMe('order_status'), 'done', {
      before: [asMe],
      reads: untold('order_status'),
    }),
    'nothing that was not wanted in the app': owner(notifyMe('membership_ending'), 'done', {
      before: [choice('membership', false, true)],
      reads: untold('membership_ending'),
    }),
    'an event is told once': owner([notifyMe('order_status'), notifyMe('order_status')], 'done', {
      reads: told('order_status'),
    }),
    'no admin is told of what they did': owner(notifyAdmins, 'done', {
      before: [asAdmin],
      reads: untold('stock_low', ':admin'),
    }),
    'no admin is told what was not wanted in the app': owner(notifyAdmins, 'done', {
      before: [choice('stock', false, true, ':admin')],
      reads: untold('stock_low', ':admin'),
    }),
    'events are counted': owner([notifyAdmins, notifyAdmins], 'done', {
      before: ['delete from notifications'],
      reads: [`select count from notifications where user_id = :admin`, 2],
    }),
    'a refund is told by the answer to the report': owner(
      `update orders set status = 'cancelled' where id = :order`,
      'done',
      {
        before: [deliver, report, answer('refunded')],
        reads: untold('order_cancelled'),
      },
    ),
    'notifications go with the person': owner(LEAVE, 'done', {
      before: [notice('order_status')],
      reads: [count('notifications'), 0],
    }),
    'preferences go with the person': owner(LEAVE, 'done', {
      before: [choice('orders', true, true)],
      reads: [count('notification_preferences'), 0],
    }),
  }),
]
