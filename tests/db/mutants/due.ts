import { runsOneAtATime } from '../probes/due'
import { owner } from '../support/attempt'
import { conditions, LEAVE, type SchemaMutant } from './mutant'

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
export const dueMutants: SchemaMutant[] = [
  ...conditions('unsubscribe', {
    'a link is signed': [
      ' = private.sign_unsubscribe\\(',
      ` is not null or '' = private.sign_unsubscribe(`,
      guess(`'0'`),
    ],
  }),
  ...conditions('sign_unsubscribe', {
    'a link is signed with a secret': [
      '\\(select s.value from private.unsubscribe_secret as s\\)',
      `''::bytea`,
      guess(`encode(extensions.hmac(concat(:me::text, '.orders'), '', 'sha256'), 'hex')`),
    ],
  }),
  ...conditions('unsubscribe_token', {
    'deliveries have no link that ends them': [
      `p_kind <> 'order_delivered'`,
      'true',
      owner(`select private.unsubscribe_token(:me, 'order_delivered')`, undefined, { returns: null }),
    ],
  }),
  ...conditions('wants_email', {
    'deliveries are always sent': [
      `p_kind in \\(\\s+'order_delivered', [^)]*\\)`,
      'false',
      owner(queue('order_delivered'), 'done', {
        before: [choice('orders', false)],
        reads: queued('order_delivered', 1),
      }),
    ],
    'tokens are not emailed by default': [
      `v_group not in`,
      `'' not in`,
      owner(`select private.wants_email(:me, 'tokens_adjusted')`, undefined, { returns: false }),
    ],
  }),
  ...conditions('queue_email', {
    'nothing that was not wanted by email': [
      'not private.wants_email\\(p_recipient, p_kind\\)',
      'false',
      owner(queue('order_status'), 'done', {
        before: [choice('orders', false)],
        reads: queued('order_status', 0),
      }),
    ],
  }),
  ...conditions('lease_emails', {
    'nothing that is not wanted any more': [
      ' or not private.wants_email\\(v_row.recipient_id, v_row.kind\\)',
      '',
      owner('select count(*)::int from private.lease_emails(50)', undefined, {
        before: ['delete from private.outbox', queue('order_placed'), choice('orders', false)],
        returns: 0,
      }),
    ],
  }),
  ...conditions('queue_admin_email', {
    'no email to the admin who caused it': [
      'p.id is distinct from coalesce\\(p_except, auth.uid\\(\\)\\)',
      'true',
      owner(`select private.queue_admin_email('large_grant', :order, now(), :admin)`, 'done', {
        before: [choice('grants', true, ':admin')],
        reads: queued('large_grant', 0, ':admin'),
      }),
    ],
    'no email to the admin who calls': [
      'coalesce\\(p_except, auth.uid\\(\\)\\)',
      'p_except',
      owner(`select private.queue_admin_email('large_grant', :order, now())`, 'done', {
        before: [
          choice('grants', true, ':admin'),
          `select set_config('request.jwt.claims', json_build_object('sub', :admin)::text, true)`,
        ],
        reads: queued('large_grant', 0, ':admin'),
      }),
    ],
  }),
  ...conditions('run_due', {
    'one item that fails stops no other': [
      'or others then',
      'then',
      owner(run('0'), 'done', { before: ['alter table private.absent_benefits rename to away'] }),
    ],
    'one item that takes too long stops no other': [
      'when query_canceled or others then',
      'when others then',
      owner(run('0'), 'done', {
        before: [
          'alter function private.due_memberships rename to away',
          `create function private.due_memberships(timestamptz) returns void language sql as 'select pg_sleep(60)'`,
          `set local statement_timeout = '2s'`,
        ],
      }),
    ],
    'two runs do not meet': ['not pg_try_advisory_xact_lock\\(.*?\\)\\)', 'false', runsOneAtATime],
  }),
  ...conditions('due_memberships', {
    'both warnings of the end are sent': [
      ` \\|\\| w.days`,
      '',
      owner([run('71 days'), run('95 days'), run('96 days')], 'done', {
        before: [
          rewind,
          `update profiles set membership_end_date = now() + interval '100 days' where id = :me`,
        ],
        reads: told('membership_ending', 2),
      }),
    ],
  }),
  ...conditions('due_overdue', {
    'an order becomes late once': [
      'o.due_at > v_until and',
      '',
      owner([run('3 days'), run('4 days')], 'done', {
        before: ['delete from notifications', rewind],
        reads: [
          `select n.count = (select count(*) from orders where status in ('pending', 'processing'))
           from notifications as n where n.user_id = :admin and n.kind = 'orders_overdue'`,
          true,
        ],
      }),
    ],
  }),
  ...conditions('due_benefits', {
    'a benefit is available for ten minutes': [
      `interval '10 minutes'`,
      `interval '9 minutes'`,
      owner([run('0'), run('9 minutes 59 seconds')], 'done', {
        before: [waiting],
        reads: told('benefit_available', 0),
      }),
    ],
    'what is gone again starts anew': [
      'case when excluded.available_since is not null then coalesce\\(a.available_since, p_now\\) end',
      'coalesce(a.available_since, p_now)',
      owner([run('20 minutes')], 'done', {
        before: [
          waiting,
          'update benefits set stock = 0 where id = :benefit',
          `insert into private.absent_benefits values (:benefit, now(), true)`,
        ],
        reads: told('benefit_available', 0),
      }),
    ],
  }),
  ...conditions('tell_waiting_members', {
    'once a week': [
      `interval '7 days'`,
      `interval '6 days'`,
      owner(tell, 'done', {
        before: [waiting, toldBefore('6 days 23 hours')],
        reads: told('benefit_available', 0),
      }),
    ],
    'a favourite is told of a return, not of a mark': [
      'and f.created_at <= p_since',
      '',
      owner(tell, 'done', { before: [liked('1 second')], reads: told('benefit_available', 0) }),
    ],
    'asking is over once told': [
      'w.user_id = told.user_id',
      'false',
      owner(tell, 'done', {
        before: [waiting],
        reads: ['select count(*)::int from private.waiting_members where user_id = :me', 0],
      }),
    ],
  }),
  ...conditions('profile_after_delete', {
    'who was told goes with the person': [
      'delete from private.told_members where user_id = old.id;',
      '',
      owner(LEAVE, 'done', {
        before: [toldBefore('1 day')],
        reads: ['select count(*)::int from private.told_members where user_id = :me', 0],
      }),
    ],
  }),
]
