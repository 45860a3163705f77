import { admin, me, owner } from '../support/attempt'
import { answering, delivered, ORDER, REPORT, reported } from './delivery-scene'
import { type Rule, refusals, rules } from './rule'

/** Saving instructions records a version of them. */
const versionAfter = (before: string[]) =>
  owner(
    `insert into private.benefit_delivery (benefit_id, instructions) values (:benefit, 'Read it')
     on conflict (benefit_id) do update set instructions = excluded.instructions`,
    'done',
    {
      before,
      reads: ['select instructions from private.instruction_versions where benefit_id = :benefit', 'Read it'],
    },
  )
const DELIVERED = `update orders set status = 'delivered', updated_at = now() - interval '1 day' where id = :order`
const report = `select report_delivery(:order, 'Nothing came')`
const OPEN = [
  DELIVERED,
  `insert into private.deliveries (id, order_id, method) overriding system value values (9000000000, :order, 'manual')`,
  `insert into private.reports (id, order_id, account_id, delivery_id, reason, outcome)
   values ('${REPORT}', :order, :me, 9000000000, 'Nothing came', 'open')`,
]
const byHand = (answer: string) =>
  `select answer_report('${REPORT}', '${answer}', 'Sorry.', 'text', 'By hand.')`

export const deliveryByHandRules: Rule[] = [
  ...rules({
    benefit_delivery_instructions_set: versionAfter([]),
    benefit_delivery_instructions_changed: versionAfter([
      `insert into private.benefit_delivery (benefit_id) values (:benefit)`,
    ]),
    'instructions are those of when an order was placed': owner(
      'select private.instructions_of(o) from orders as o where o.id = :order',
      '',
      {
        before: [
          `insert into private.instruction_versions values (:benefit, now() - interval '1 day', 'As ordered'), (:benefit, now(), 'Changed')`,
          `update orders set created_at = now() - interval '1 hour' where id = :order`,
        ],
        returns: 'As ordered',
      },
    ),
    'a delivery by hand has the instructions of its order': admin(byHand('replaced'), 'done', {
      before: [
        ...OPEN,
        `insert into private.instruction_versions values (:benefit, '-infinity', 'As ordered')`,
      ],
      reads: [
        'select instructions from private.deliveries where order_id = :order and withdrawn_at is null',
        'As ordered',
      ],
    }),
    'a message alone leaves what was delivered': admin(
      `select deliver_order('${ORDER}', (select updated_at from orders where id = '${ORDER}'), null, null, 'Enjoy.')`,
      'done',
      {
        before: delivered(),
        reads: [
          `select concat(kind, message) from private.deliveries where order_id = '${ORDER}' and withdrawn_at is null`,
          'keyEnjoy.',
        ],
      },
    ),
    'nothing is delivered before the status says so': me(
      'select count(*)::int from order_delivery(:order)',
      '',
      { returns: 0 },
    ),
    'nothing is delivered before undo closes': me('select count(*)::int from order_delivery(:order)', '', {
      before: [
        DELIVERED,
        `insert into operations (id, actor_id, kind, parameters, state) values ('${REPORT}', :admin, 'order_status', '{}', 'done')`,
        `insert into private.operation_rows (operation_id, position, row_id, state, changed_at, after)
           select '${REPORT}', 1, id, 'changed', now(), jsonb_build_object('updated_at', updated_at) from orders where id = :order`,
      ],
      returns: 0,
    }),
    'what was attached is what was delivered': me(`select method from delivery_status('${ORDER}')`, '', {
      before: delivered(),
      returns: 'key',
    }),
    'a delivery with nothing attached can be reported': me(report, 'done', { before: [DELIVERED] }),
  }),
  ...refusals({
    invalid_delivery: admin([byHand('replied'), byHand('refunded')], undefined, { before: OPEN }),
  }),
  ...rules({
    'a manual benefit has nothing to deliver again': admin(answering('replaced'), 'invalid_delivery', {
      before: OPEN,
    }),
    'what an admin delivers comes before the pool': admin(byHand('replaced'), 'done', {
      before: reported(),
      reads: [
        `select content from private.deliveries where order_id = '${ORDER}' and withdrawn_at is null`,
        'By hand.',
      ],
    }),
    'a replacement by hand is a delivery': admin(byHand('replaced'), 'done', {
      before: [...OPEN, `update orders set status = 'completed' where id = :order`],
      reads: ['select status from orders where id = :order', 'delivered'],
    }),
  }),
]
