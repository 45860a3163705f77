import { admin, me, other, owner } from '../support/attempt'
import { ASIDE, BATCH, delivered, ORDER, placing, pool, REPORT, reported, reporting } from './delivery-scene'
import { type Rule, rules } from './rule'

const reading = `select count(*)::int from order_delivery('${ORDER}')`
const current = `select k.secret from private.deliveries as d join private.delivery_keys as k on k.id = d.key_id
  where d.order_id = '${ORDER}' and d.withdrawn_at is null`
const SECOND = '00000000-0000-4000-8000-0000000000b2'
const secondBatch = [
  `insert into private.key_batches (id, benefit_id, number) values ('${SECOND}', :benefit, 2)`,
  `insert into private.delivery_keys (benefit_id, batch_id, secret) values (:benefit, '${SECOND}', 'SECOND-1')`,
  `insert into private.available_keys (benefit_id, key_id, batch_id) select benefit_id, id, batch_id from private.delivery_keys where batch_id = '${SECOND}'`,
]
/** Reports of `members` members, `age` old, on the batch of `keys` keys of which `given` were delivered; then the rule is applied. */
const batchReports = (members: number, age: string, given = 3, released = 'null'): string[] => [
  ...pool(given),
  `update private.key_batches set released_at = ${released}`,
  `insert into private.deliveries (order_id, benefit_id, method, kind, key_id)
   select gen_random_uuid(), benefit_id, 'key', 'key', id from private.delivery_keys where batch_id = '${BATCH}'`,
  `insert into private.reports (order_id, account_id, delivery_id, batch_id, reason, outcome, created_at)
   select order_id, case when id % 3 < ${members} then gen_random_uuid() else :me end, id, '${BATCH}', 'x', 'open', now() - interval '${age}'
   from private.deliveries where key_id in (select id from private.delivery_keys where batch_id = '${BATCH}') order by id limit 3`,
]
const held = (before: string[], value: boolean) =>
  owner(`select private.hold_bad_batch('${BATCH}')`, 'done', {
    before,
    reads: [`select quarantined_at is not null from private.key_batches where id = '${BATCH}'`, value],
  })
/** Conditions of deliveries, key pools and reports, each changed (D30 to D34). */
export const deliveryConditionRules: Rule[] = [
  ...rules({
    'a quarantined batch delivers nothing': me(placing, 'sold_out', {
      before: [...pool(1), 'update private.key_batches set quarantined_at = now()'],
    }),
    'a replacement comes from another batch': me(reporting, 'done', {
      before: [...delivered(), ...secondBatch],
      reads: [current, 'SECOND-1'],
    }),
    'a replacement comes from the same batch if there is no other': me(reporting, 'done', {
      before: delivered(),
      reads: [current, 'MUTANT-2'],
    }),
    'a quarantined batch is not in stock': owner('select 1', 'done', {
      before: [...pool(1), 'update private.key_batches set quarantined_at = now()'],
      reads: ['select private.keys_left(:benefit, 5)', 0],
    }),
    'a delivery is read by its owner': other(reading, '', { before: delivered(), returns: 0 }),
    'a cancelled order shows nothing': me(reading, '', {
      before: [...delivered(), `update orders set status = 'cancelled' where id = '${ORDER}'`],
      returns: 0,
    }),
    'the first reading is recorded': me(`select open_delivery('${ORDER}')`, 'done', {
      before: [...delivered(), 'update private.deliveries set read_at = null'],
      reads: [`select read_at is not null from private.deliveries where order_id = '${ORDER}'`, true],
    }),
    'a delivery can be reported for 30 days': me(reporting, 'report_refused', {
      before: [...delivered(), `update private.deliveries set delivered_at = now() - interval '31 days'`],
    }),
    'a key that was not read is not replaced': me(reporting, '', {
      before: [...delivered(), 'update private.deliveries set read_at = null'],
      returns: 'open',
    }),
    'a member has one replacement in 30 days': me(reporting, '', {
      before: [
        ...delivered(),
        `insert into private.deliveries (order_id, method, kind, content, withdrawn_at) values (:order, 'manual', 'text', 'x', now())`,
        `insert into private.reports (order_id, account_id, delivery_id, reason, outcome)
           select :order, :me, id, 'x', 'replaced' from private.deliveries where order_id = :order`,
      ],
      returns: 'open',
    }),
    'only the first report of an order is answered with a replacement': me(reporting, '', {
      before: [
        ...delivered(),
        `insert into private.deliveries (order_id, method, kind, content, withdrawn_at) values ('${ORDER}', 'manual', 'text', 'x', now())`,
        `insert into private.reports (order_id, account_id, delivery_id, reason, outcome)
           select '${ORDER}', :me, id, 'x', 'open' from private.deliveries where method = 'manual' and order_id = '${ORDER}'`,
      ],
      returns: 'open',
    }),
    'a report is about what its member has seen': me(
      `select report_delivery('${ORDER}', 'Refused', 0)`,
      'report_refused',
      { before: delivered() },
    ),
    'a reported key is quarantined': me(reporting, 'done', { before: delivered(), reads: [ASIDE, 1] }),
    'a cancelled order is not reported': me(reporting, 'nothing_to_report', {
      before: [...delivered(), `update orders set status = 'cancelled' where id = '${ORDER}'`],
    }),
    'a report that cannot be replaced goes to an admin': me(reporting, '', {
      before: delivered(1),
      returns: 'open',
    }),
    'three members quarantine a batch': held(batchReports(1, '1 hour'), false),
    'reports of seven days count': held(batchReports(3, '8 days'), false),
    'a tenth of the delivered keys quarantines a batch': held(batchReports(3, '1 hour', 31), false),
    'reports before a decision do not count': held(batchReports(3, '1 hour', 3, 'now()'), false),
    'a refund cancels the order': admin(`select answer_report('${REPORT}', 'refunded')`, 'done', {
      before: reported(),
      reads: [`select status from orders where id = '${ORDER}'`, 'cancelled'],
    }),
    'nothing is delivered instead to a deleted member': admin(
      `select answer_report('${REPORT}', 'replaced')`,
      'order_changed',
      {
        before: [...reported(), `update orders set user_id = null where id = '${ORDER}'`],
      },
    ),
    'the keys of a batch that is given up are quarantined': admin(
      `select decide_batch('${BATCH}', false)`,
      'done',
      {
        before: [...pool(2), 'update private.key_batches set quarantined_at = now()'],
        reads: [ASIDE, 2],
      },
    ),
    'a status set for an admin is in the log': admin(
      `select deliver_order(:order, (select updated_at from orders where id = :order))`,
      'done',
      {
        reads: [
          `select count(*)::int from private.audit_log where row_id = :order and after ->> 'status' = 'delivered' and at > now() - interval '1 minute'`,
          1,
        ],
      },
    ),
  }),
]
