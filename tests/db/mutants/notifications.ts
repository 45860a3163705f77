import { admin, me, other, owner } from '../support/attempt'
import { disableRls, dropConstraint, dropIndex, widenPolicy } from '../support/mutation'
import { BATCH, pool } from './delivery-scene'
import { CANCEL, conditions, LEAVE, mutant, refusals, type SchemaMutant, triggers } from './mutant'
import { policies } from './policies'

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

const CHECKS: Record<string, Record<string, string>> = {
  notifications: {
    notifications_valid: notice('newsletter'),
  },
  notification_preferences: {
    notification_preferences_kind_check: choice('newsletter', true, true),
    notification_preferences_always_in_app: choice('tokens', false, true),
  },
}

const read = me(`update notifications set read_at = '2001-01-01' where user_id = :me`, 'done', {
  before: [notice('order_status')],
  reads: ['select read_at = now() from notifications where user_id = :me and created_at = now()', true],
})
const chosenByTheDeleted = me(choice('orders', true, true), 'not_signed_in', { before: [LEAVE] })
const seen = other(count('notifications'), undefined, { returns: 0, before: [notice('order_status')] })
const known = other(count('notification_preferences'), undefined, {
  returns: 0,
  before: [choice('orders', true, true)],
})

export const notificationMutants: SchemaMutant[] = [
  ...Object.entries(CHECKS).flatMap(([table, checks]) =>
    Object.entries(checks).map(([name, sql]) =>
      mutant(`check: ${name}`, dropConstraint(table, name), owner(sql, '23514')),
    ),
  ),
  mutant(
    'unique: notifications_group_idx',
    dropIndex('notifications_group_idx'),
    owner(notice('pool_low'), '23505', { before: [notice('pool_low')] }),
  ),
  mutant('RLS of notifications', disableRls('notifications'), seen),
  mutant('RLS of notification_preferences', disableRls('notification_preferences'), known),
  ...policies('notifications', {
    'people read their own': seen,
    'people mark their own as read': other(`update notifications set read_at = now()`, 'done', {
      before: [notice('order_status'), widenPolicy('notifications: people read their own').apply],
      reads: ['select count(*)::int from notifications where user_id = :me and read_at = now()', 0],
    }),
  }),
  ...policies('notification_preferences', {
    'people read their own': known,
    'people choose their own': other(choice('orders', true, true), '42501'),
    'people change their own': other('update notification_preferences set by_email = false', 'done', {
      before: [
        choice('orders', true, true),
        widenPolicy('notification_preferences: people read their own').apply,
      ],
      reads: ['select by_email from notification_preferences where user_id = :me', true],
    }),
  }),
  ...triggers('notifications', {
    notifications_read: read,
    notifications_lock: admin('update notifications set read_at = now() where false', 'done', {
      reads: [LOCKS, 1],
    }),
  }),
  ...conditions('notifications_lock', {
    'members do not hold up those who notify admins': [
      'private.is_admin\\(\\)',
      'true',
      me('update notifications set read_at = now() where false', 'done', { reads: [LOCKS, 0] }),
    ],
  }),
  ...conditions('serialize_deletions', {
    'members do not hold up changes of others': [
      'auth.uid\\(\\) is not null and not private.is_admin\\(\\)',
      'false',
      me('update profiles set role = role where false', 'done', { reads: [LOCKS, 0] }),
    ],
  }),
  ...triggers('notification_preferences', { notification_preferences_insert: chosenByTheDeleted }),
  ...refusals('preference_insert', { not_signed_in: chosenByTheDeleted }),
  ...triggers('orders', { orders_notification: admin(CANCEL, 'done', { reads: told('order_cancelled') }) }),
  ...triggers('benefits', {
    benefits_notification: owner(['update benefits set stock = 9 where id = :benefit', AT_COMMIT], 'done', {
      before: ['update benefits set stock = 10 where id = :benefit'],
      reads: told('stock_low', ':admin'),
    }),
  }),
  ...triggers('token_transactions', {
    token_transactions_notification: owner(grant, 'done', { reads: told('tokens_adjusted') }),
    token_transactions_admin_notification: owner([grant, AT_COMMIT], 'done', {
      reads: told('large_grant', ':admin'),
    }),
  }),
  ...triggers('private.reports', {
    reports_admin_notification: owner([report, AT_COMMIT], 'done', {
      before: [deliver],
      reads: told('reports_open', ':admin'),
    }),
    reports_notification: owner(answer('replied'), 'done', {
      before: [deliver, report],
      reads: told('report_answered'),
    }),
  }),
  ...triggers('private.key_batches', {
    key_batches_notification: owner(
      [`update private.key_batches set quarantined_at = now() where id = '${BATCH}'`, AT_COMMIT],
      'done',
      { before: pool(1), reads: told('reports_open', ':admin') },
    ),
  }),
  ...triggers('private.benefit_delivery', {
    benefit_delivery_first_notification: owner(
      ['insert into private.benefit_delivery (benefit_id, low_since) values (:benefit, now())', AT_COMMIT],
      'done',
      { reads: told('pool_low', ':admin') },
    ),
    benefit_delivery_notification: owner([lower, AT_COMMIT], 'done', {
      before: ['insert into private.benefit_delivery (benefit_id) values (:benefit)'],
      reads: told('pool_low', ':admin'),
    }),
  }),
  ...triggers('private.outbox', {
    outbox_notification: owner(
      [
        `update private.outbox set outcome = 'given_up', finished_at = now() where kind = 'order_placed'`,
        AT_COMMIT,
      ],
      'done',
      { before: ['delete from private.outbox', email], reads: told('emails_given_up', ':admin') },
    ),
  }),
  ...conditions('notify', {
    'nobody is told of what they did': [
      'p_person = auth.uid\\(\\) or',
      '',
      owner(notifyMe('order_status'), 'done', { before: [asMe], reads: untold('order_status') }),
    ],
    'nothing that was not wanted in the app': [
      'or not private.wants_notice\\(p_person, p_kind\\)',
      '',
      owner(notifyMe('membership_ending'), 'done', {
        before: [choice('membership', false, true)],
        reads: untold('membership_ending'),
      }),
    ],
    'an event is told once': [
      'on conflict \\(id\\) do nothing',
      '',
      owner([notifyMe('order_status'), notifyMe('order_status')], 'done', { reads: told('order_status') }),
    ],
  }),
  ...conditions('notify_admins', {
    'no admin is told of what they did': [
      'and p.id is distinct from auth.uid\\(\\)',
      '',
      owner(notifyAdmins, 'done', { before: [asAdmin], reads: untold('stock_low', ':admin') }),
    ],
    'no admin is told what was not wanted in the app': [
      'and private.wants_notice\\(p.id, p_kind\\)',
      '',
      owner(notifyAdmins, 'done', {
        before: [choice('stock', false, true, ':admin')],
        reads: untold('stock_low', ':admin'),
      }),
    ],
    'events are counted': [
      'n.count \\+ excluded.count',
      'excluded.count',
      owner([notifyAdmins, notifyAdmins], 'done', {
        before: ['delete from notifications'],
        reads: [`select count from notifications where user_id = :admin`, 2],
      }),
    ],
  }),
  ...conditions('tell_status', {
    'a refund is told by the answer to the report': [
      `p_order.status = 'cancelled' and exists`,
      'false and exists',
      owner(`update orders set status = 'cancelled' where id = :order`, 'done', {
        before: [deliver, report, answer('refunded')],
        reads: untold('order_cancelled'),
      }),
    ],
  }),
  ...conditions('profile_after_delete', {
    'notifications go with the person': [
      'delete from public.notifications where user_id = old.id;',
      '',
      owner(LEAVE, 'done', { before: [notice('order_status')], reads: [count('notifications'), 0] }),
    ],
    'preferences go with the person': [
      'delete from public.notification_preferences where user_id = old.id;',
      '',
      owner(LEAVE, 'done', {
        before: [choice('orders', true, true)],
        reads: [count('notification_preferences'), 0],
      }),
    ],
  }),
]
