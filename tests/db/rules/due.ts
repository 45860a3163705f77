import { owner } from '../support/attempt'
import { LEAVE, type Rule, rules, stocked } from './rule'

const choice = (kind: string, byEmail: boolean, person = ':me') =>
  `insert into notification_preferences values (${person}, '${kind}', true, ${byEmail})`
const run = (time: string) => `select private.run_due(now() + interval '${time}')`
const rewind = `update private.due_items set done_until = case item when 'reconcile' then now() else '-infinity' end`
const told = (kind: string, times: number): [string, unknown] => [
  `select count(*)::int from notifications where user_id = :me and kind = '${kind}'`,
  times,
]
const guess = (signature: string) =>
  owner(`select u.ok from private.unsubscribe(concat(:me::text, '.orders.', ${signature})) as u`, undefined, {
    returns: false,
  })
const waiting = 'insert into private.waiting_members (benefit_id, user_id) values (:benefit, :me)'
const liked = (when: string) =>
  `insert into private.favourites (benefit_id, user_id, created_at) values (:benefit, :me, now() + interval '${when}')`
const toldBefore = (when: string) =>
  `insert into private.told_members values (:me, :benefit, now() - interval '${when}')`
const tell = `select private.tell_waiting_members(:benefit, now(), now())`
const queue = (kind: string) => `select private.queue_email('${kind}', :order, :me, now())`
const queued = (kind: string, times: number, person = ':me'): [string, unknown] => [
  `select count(*)::int from private.outbox where recipient_id = ${person} and kind = '${kind}' and outcome is null and created_at = now()`,
  times,
]
/** Conditions about who gets emails, and about what happens because time passes. */
export const dueRules: Rule[] = [
  ...rules({
    'a link is signed': guess(`'0'`),
    'a link is signed with a secret': guess(
      `encode(extensions.hmac(concat(:me::text, '.orders'), '', 'sha256'), 'hex')`,
    ),
    'deliveries have no link that ends them': owner(
      `select private.unsubscribe_token(:me, 'order_delivered')`,
      undefined,
      { returns: null },
    ),
    'deliveries are always sent': owner(queue('order_delivered'), 'done', {
      before: [choice('orders', false)],
      reads: queued('order_delivered', 1),
    }),
    'tokens are not emailed by default': owner(
      `select private.wants_email(:me, 'tokens_adjusted')`,
      undefined,
      { returns: false },
    ),
    'nothing that was not wanted by email': owner(queue('order_status'), 'done', {
      before: [choice('orders', false)],
      reads: queued('order_status', 0),
    }),
    'nothing that is not wanted any more': owner(
      'select count(*)::int from private.lease_emails(50)',
      undefined,
      {
        before: ['delete from private.outbox', queue('order_placed'), choice('orders', false)],
        returns: 0,
      },
    ),
    'no email to the admin who caused it': owner(
      `select private.queue_admin_email('large_grant', :order, now(), :admin)`,
      'done',
      {
        before: [choice('grants', true, ':admin')],
        reads: queued('large_grant', 0, ':admin'),
      },
    ),
    'no email to the admin who calls': owner(
      `select private.queue_admin_email('large_grant', :order, now())`,
      'done',
      {
        before: [
          choice('grants', true, ':admin'),
          `select set_config('request.jwt.claims', json_build_object('sub', :admin)::text, true)`,
        ],
        reads: queued('large_grant', 0, ':admin'),
      },
    ),
    'one item that fails stops no other': owner(run('0'), 'done', {
      before: ['alter table private.absent_benefits rename to away'],
    }),
    'one item that takes too long stops no other': owner(run('0'), 'done', {
      before: [
        'alter function private.due_memberships rename to away',
        `create function private.due_memberships(timestamptz) returns void language sql as 'select pg_sleep(60)'`,
        `set local statement_timeout = '2s'`,
      ],
    }),
    'both warnings of the end are sent': owner([run('71 days'), run('95 days'), run('96 days')], 'done', {
      before: [
        rewind,
        `update profiles set membership_end_date = now() + interval '100 days' where id = :me`,
      ],
      reads: told('membership_ending', 2),
    }),
    'an order becomes late once': owner([run('3 days'), run('4 days')], 'done', {
      before: ['delete from notifications', rewind],
      reads: [
        `select n.count = (select count(*) from orders where status in ('pending', 'processing'))
           from notifications as n where n.user_id = :admin and n.kind = 'orders_overdue'`,
        true,
      ],
    }),
    'a benefit is available for ten minutes': owner([run('0'), run('9 minutes 59 seconds')], 'done', {
      before: [waiting],
      reads: told('benefit_available', 0),
    }),
    'what is gone again starts anew': owner([run('20 minutes')], 'done', {
      before: [waiting, stocked(0), `insert into private.absent_benefits values (:benefit, now(), true)`],
      reads: told('benefit_available', 0),
    }),
    'once a week': owner(tell, 'done', {
      before: [waiting, toldBefore('6 days 23 hours')],
      reads: told('benefit_available', 0),
    }),
    'a favourite is told of a return, not of a mark': owner(tell, 'done', {
      before: [liked('1 second')],
      reads: told('benefit_available', 0),
    }),
    'asking is over once told': owner(tell, 'done', {
      before: [waiting],
      reads: ['select count(*)::int from private.waiting_members where user_id = :me', 0],
    }),
    'who was told goes with the person': owner(LEAVE, 'done', {
      before: [toldBefore('1 day')],
      reads: ['select count(*)::int from private.told_members where user_id = :me', 0],
    }),
  }),
]
