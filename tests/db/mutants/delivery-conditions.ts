import { admin, me, other, owner } from '../support/attempt'
import {
  ASIDE,
  BATCH,
  delivered,
  GIVEN,
  ORDER,
  placing,
  pool,
  REPORT,
  reported,
  reporting,
} from './delivery-scene'
import { conditions, type SchemaMutant } from './mutant'

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
export const deliveryConditionMutants: SchemaMutant[] = [
  ...conditions('claim_key', {
    'a quarantined batch delivers nothing': [
      '\\n *and n.batch_id <> all [^\\n]*',
      '',
      me(placing, 'sold_out', {
        before: [...pool(1), 'update private.key_batches set quarantined_at = now()'],
      }),
    ],
    'a replacement comes from another batch': [
      ' and n.batch_id is distinct from p_avoid_batch',
      '',
      me(reporting, 'done', { before: [...delivered(), ...secondBatch], reads: [current, 'SECOND-1'] }),
    ],
    'a replacement comes from the same batch if there is no other': [
      'v_key := private.claim_key\\(p_benefit\\)',
      'v_key := null',
      me(reporting, 'done', { before: delivered(), reads: [current, 'MUTANT-2'] }),
    ],
  }),
  ...conditions('keys_left', {
    'a quarantined batch is not in stock': [
      'a.batch_id <> all [^\\n]*::uuid\\[\\]\\)',
      'true',
      owner('select 1', 'done', {
        before: [...pool(1), 'update private.key_batches set quarantined_at = now()'],
        reads: ['select private.keys_left(:benefit, 5)', 0],
      }),
    ],
  }),
  ...conditions('order_delivery', {
    'a delivery is read by its owner': [
      ' and o.user_id = auth.uid\\(\\)',
      '',
      other(reading, '', { before: delivered(), returns: 0 }),
    ],
    'a cancelled order shows nothing': [
      ` and o.status <> 'cancelled'`,
      '',
      me(reading, '', {
        before: [...delivered(), `update orders set status = 'cancelled' where id = '${ORDER}'`],
        returns: 0,
      }),
    ],
    'the first reading is recorded': [
      'coalesce\\(d.read_at, clock_timestamp\\(\\)\\)',
      'd.read_at',
      me(reading, '', {
        before: [...delivered(), 'update private.deliveries set read_at = null'],
        returns: 1,
        reads: [`select read_at is not null from private.deliveries where order_id = '${ORDER}'`, true],
      }),
    ],
  }),
  ...conditions('next_report', {
    'a delivery can be reported for 30 days': [
      `p_delivery.delivered_at < now\\(\\) - interval '30 days'`,
      'false',
      me(reporting, 'report_refused', {
        before: [...delivered(), `update private.deliveries set delivered_at = now() - interval '31 days'`],
      }),
    ],
    'a key that was not read is not replaced': [
      'p_delivery.read_at is not null',
      'true',
      me(reporting, '', {
        before: [...delivered(), 'update private.deliveries set read_at = null'],
        returns: 'open',
      }),
    ],
    'a member has one replacement in 30 days': [
      `r.account_id = p_account and r.outcome = 'replaced' and r.created_at > now\\(\\) - interval '30 days'`,
      'false',
      me(reporting, '', {
        before: [
          ...delivered(),
          `insert into private.deliveries (order_id, method, kind, content, withdrawn_at) values (:order, 'manual', 'text', 'x', now())`,
          `insert into private.reports (order_id, account_id, delivery_id, reason, outcome)
           select :order, :me, id, 'x', 'replaced' from private.deliveries where order_id = :order`,
        ],
        returns: 'open',
      }),
    ],
    'only the first report of an order is answered with a replacement': [
      `where r.order_id = p_delivery.order_id\\)`,
      'where false)',
      me(reporting, '', {
        before: [
          ...delivered(),
          `insert into private.deliveries (order_id, method, kind, content, withdrawn_at) values ('${ORDER}', 'manual', 'text', 'x', now())`,
          `insert into private.reports (order_id, account_id, delivery_id, reason, outcome)
           select '${ORDER}', :me, id, 'x', 'open' from private.deliveries where method = 'manual' and order_id = '${ORDER}'`,
        ],
        returns: 'open',
      }),
    ],
  }),
  ...conditions('report_delivery', {
    'a report is about what its member has seen': [
      'v_items <> ',
      '-1 = ',
      me(`select report_delivery('${ORDER}', 'Refused', 0)`, 'report_refused', { before: delivered() }),
    ],
    'a reported key is quarantined': [
      'set quarantined_at = now\\(\\)',
      'set quarantined_at = null',
      me(reporting, 'done', { before: delivered(), reads: [ASIDE, 1] }),
    ],
    'an order is reported by its owner': [
      ' and o.user_id = auth.uid\\(\\)',
      '',
      other(reporting, 'nothing_to_report', { before: delivered() }),
    ],
    'a cancelled order is not reported': [
      ` and o.status <> 'cancelled'`,
      '',
      me(reporting, 'nothing_to_report', {
        before: [...delivered(), `update orders set status = 'cancelled' where id = '${ORDER}'`],
      }),
    ],
    'a report that cannot be replaced goes to an admin': [
      `outcome := 'open'`,
      'null',
      me(reporting, '', { before: delivered(1), returns: 'open' }),
    ],
  }),
  ...conditions('hold_bad_batch', {
    'three members quarantine a batch': [
      'v_members < 3',
      'v_members < 2',
      held(batchReports(1, '1 hour'), false),
    ],
    'reports of seven days count': [
      `interval '7 days'`,
      `interval '9 days'`,
      held(batchReports(3, '8 days'), false),
    ],
    'a tenth of the delivered keys quarantines a batch': [
      'v_reported \\* 10 >= v_delivered',
      'true',
      held(batchReports(3, '1 hour', 31), false),
    ],
    'reports before a decision do not count': [
      `coalesce\\(b.released_at, '-infinity'\\)`,
      `'-infinity'`,
      held(batchReports(3, '1 hour', 3, 'now()'), false),
    ],
  }),
  ...conditions('answer_report', {
    'a refund cancels the order': [
      `p_answer = 'refunded' then 'cancelled'`,
      `p_answer = 'refunded' then v_order.status`,
      admin(`select answer_report('${REPORT}', 'refunded')`, 'done', {
        before: reported(),
        reads: [`select status from orders where id = '${ORDER}'`, 'cancelled'],
      }),
    ],
  }),
  ...conditions('answer_report', {
    'nothing is delivered instead to a deleted member': [
      'v_order.user_id is null',
      'false',
      admin(`select answer_report('${REPORT}', 'replaced')`, 'order_changed', {
        before: [...reported(), `update orders set user_id = null where id = '${ORDER}'`],
      }),
    ],
  }),
  ...conditions('decide_batch', {
    'the keys of a batch that is given up are quarantined': [
      'if not p_release',
      'if false',
      admin(`select decide_batch('${BATCH}', false)`, 'done', {
        before: [...pool(2), 'update private.key_batches set quarantined_at = now()'],
        reads: [ASIDE, 2],
      }),
    ],
  }),
  ...conditions('set_order_status', {
    'a status set for an admin is in the log': [
      'if v_before <> p_status',
      'if false',
      admin(`select deliver_order(:order, (select updated_at from orders where id = :order))`, 'done', {
        reads: [
          `select count(*)::int from private.audit_log where row_id = :order and after ->> 'status' = 'delivered' and at > now() - interval '1 minute'`,
          1,
        ],
      }),
    ],
  }),
  ...conditions('order_insert', {
    'an order keeps the method of its benefit': [
      'new.delivery_method := v_benefit.delivery_method;',
      '',
      me(placing, 'done', {
        before: pool(1),
        reads: [GIVEN, 1],
      }),
    ],
  }),
]
