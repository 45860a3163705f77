import { admin, me, owner } from '../support/attempt'
import { CANCEL, LEAVE, type Rule, refusals, rules } from './rule'

const queued = (kind: string, recipient: string): [query: string, value: unknown] => [
  `select count(*)::int from private.outbox
   where kind = '${kind}' and recipient_id = ${recipient} and created_at = now()`,
  1,
]
const email = (columns: string, values: string, id = 'gen_random_uuid()') =>
  `insert into private.outbox (id, recipient_id, ${columns}) values (${id}, :me, ${values})`
const EMAIL = `'00000000-0000-4000-8000-0000000000e1'`
const deliver = `insert into private.deliveries (order_id, method, message) values (:order, 'manual', 'Here.')`
const delivery = '(select id from private.deliveries where order_id = :order)'
const report = `insert into private.reports (order_id, account_id, delivery_id, reason, outcome)
  select :order, :me, ${delivery}, 'Broken', 'open'`
const gifts = (count: number) =>
  `insert into private.outbox (id, kind, recipient_id, elsewhere)
   select gen_random_uuid(), 'order_delivered', :me, true from generate_series(1, ${count})`
/** A login with another address, so that the order's is somebody else's. */
const moved = `update public.profiles set email = 'moved@example.test' where id = :me`

export const outboxRules: Rule[] = [
  ...rules({
    orders_acknowledge: me(
      `insert into orders (user_id, benefit_id, redemption_email) values (:me, :benefit, 'a@b.test')`,
      'done',
      { reads: queued('order_placed', ':me') },
    ),
    orders_emails_status: admin(CANCEL, 'done', { reads: queued('order_cancelled', ':me') }),
    deliveries_events: owner(deliver, 'done', { reads: queued('order_delivered', ':me') }),
    deliveries_message_events: owner(
      `update private.deliveries set message = 'Enjoy.' where order_id = :order`,
      'done',
      {
        before: [deliver, 'delete from private.outbox'],
        reads: queued('order_delivered', ':me'),
      },
    ),
    reports_emails_opened: owner(report, 'done', {
      before: [deliver],
      reads: queued('report_opened', ':admin'),
    }),
    reports_emails_answered: owner(
      `update private.reports set answer = 'replied', answer_text = 'Sorry', answered_at = now() where order_id = :order`,
      'done',
      { before: [deliver, report], reads: queued('report_answered', ':me') },
    ),
    benefit_delivery_first_email: owner(
      'insert into private.benefit_delivery (benefit_id, low_since) values (:benefit, now())',
      'done',
      { reads: queued('pool_low', ':admin') },
    ),
    benefit_delivery_emails: owner(
      'update private.benefit_delivery set low_since = now() where benefit_id = :benefit',
      'done',
      {
        before: ['insert into private.benefit_delivery (benefit_id) values (:benefit)'],
        reads: queued('pool_low', ':admin'),
      },
    ),
    outbox_given_up: owner(
      `update private.outbox set outcome = 'given_up', finished_at = now() where id = ${EMAIL}`,
      'done',
      { before: [email('kind', `'order_placed'`, EMAIL)], reads: queued('email_given_up', ':admin') },
    ),
  }),
  ...refusals({
    rate_limited: admin(`select send_test_email('order_placed')`, undefined, {
      before: [
        `insert into private.outbox (id, kind, recipient_id, template)
         select gen_random_uuid(), 'test', :admin, 'order_placed' from generate_series(1, 20)`,
      ],
    }),
  }),
  ...rules({
    'a permanent failure is not repeated': owner(
      `select private.mark_email_failed(${EMAIL}, 1, 'smtp_550', true)`,
      'done',
      {
        before: [email('kind, attempts, first_attempted_at', `'order_placed', 1, now()`, EMAIL)],
        reads: [`select outcome from private.outbox where id = ${EMAIL}`, 'given_up'],
      },
    ),
    'emails to others are counted one after the other': owner(deliver, 'done', {
      before: [`update orders set redemption_email = 'moved@example.test' where id = :order`],
      reads: [
        'select xmax::text::bigint >= pg_current_xact_id()::text::bigint from profiles where id = :me',
        true,
      ],
    }),
    'ten a day to other addresses': owner(deliver, 'done', {
      before: [moved, gifts(10)],
      reads: [`select outcome from private.outbox where cause_id = :order and elsewhere`, 'over_limit'],
    }),
    'a cancelled order is not reported as delivered': owner(
      `select private.order_email_data('order_delivered', :order)`,
      undefined,
      { returns: null },
    ),
    'a replacement is sent while an order is processed again': owner(
      `select private.order_email_data('order_delivered', :order) ->> 'message'`,
      undefined,
      {
        before: [deliver],
        returns: 'Here.',
      },
    ),
    'but not once it is cancelled': owner(
      `select private.order_email_data('order_delivered', :order)`,
      undefined,
      {
        before: [deliver, CANCEL],
        returns: null,
      },
    ),
    'the outbox forgets a deleted person': owner(LEAVE, 'done', {
      before: [email('kind', `'order_placed'`)],
      reads: ['select count(*)::int from private.outbox where recipient_id = :me', 0],
    }),
  }),
]
