import { DELIVERY_FUNCTIONS } from '../../prove/matrix/delivery-rules'
import { literal } from '../../prove/operations/operation'
import { type Attempt, admin, me, other, owner } from '../support/attempt'
import { dropAdminCheck, dropConstraint, dropIndex } from '../support/mutation'
import {
  answering,
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
import { mutant, refusals, type SchemaMutant, triggers } from './mutant'

const long = (length: number) => `repeat('a', ${length})`
const set = (table: string, change: string) => `update private.${table} set ${change}`
const settings = (change: string) => set('benefit_delivery', change)

/** Each check, with what only this one refuses. */
const CHECKS: Record<string, Record<string, string | string[]>> = {
  'public.benefits': { benefits_delivery_method_check: `update benefits set delivery_method = 'post'` },
  'private.benefit_delivery': {
    benefit_delivery_instructions_check: settings(`instructions = ${long(2001)}`),
    benefit_delivery_link_check: ['javascript:alert(1)', 'https:///x', 'https://a.test/ b', '//a.test'].map(
      (link) => settings(`link = '${link}'`),
    ),
    benefit_delivery_file_name_check: settings(
      `file_path = 'a', file_name = ${long(256)}, file_size = 1, file_type = 'a'`,
    ),
    benefit_delivery_file_size_check: settings(
      `file_path = 'a', file_name = 'a', file_size = 52428801, file_type = 'a'`,
    ),
    benefit_delivery_file_type_check: settings(
      `file_path = 'a', file_name = 'a', file_size = 1, file_type = ${long(256)}`,
    ),
    benefit_delivery_low_stock_check: settings('low_stock = -1'),
    benefit_delivery_file: settings(`file_path = 'a'`),
  },
  'private.key_batches': { key_batches_number_check: set('key_batches', 'number = 0') },
  'private.delivery_keys': {
    delivery_keys_secret_check: ['ABC', 'A'.repeat(201), 'TAB\tKEY'].map(
      (key) =>
        `insert into private.delivery_keys (benefit_id, batch_id, secret) values (:benefit, '${BATCH}', '${key}')`,
    ),
  },
  'private.reports': {
    reports_outcome_check: set('reports', `outcome = 'lost'`),
    reports_reason_check: set('reports', `reason = ${long(1001)}`),
    reports_answer_check: set('reports', `answer = 'lost', answered_at = now()`),
    reports_answer_text_check: set('reports', `answer_text = ${long(2001)}`),
    reports_answer: set('reports', `answer = 'replied'`),
  },
}

const again = (name: string, statement: string, index = false): SchemaMutant => {
  const table = `private.${name.replace(/_(benefit|secret|number|key_id|delivery_id|current).*/, '')}`
  return mutant(
    `unique: ${name}`,
    index ? { ...dropIndex(`private.${name}`), takes: name } : dropConstraint(table, name),
    owner(statement, '23505', { before: reported() }),
  )
}

const copy = (columns: string, values = columns) =>
  `insert into private.deliveries (${columns}) select ${values} from private.deliveries where order_id = '${ORDER}'`

const call = (name: string, args: object) =>
  `select ${name}(${Object.entries(args)
    .map(([key, value]) => `${key} => ${literal(Array.isArray(value) ? `{${value.join(',')}}` : value)}`)
    .join()})`

const withOrder = (result: Attempt, before = reported()): Attempt => ({ ...result, before })

/** The guards of deliveries, key pools and reports, each removed (D30 to D34). */
export const deliveryMutants: SchemaMutant[] = [
  ...Object.entries(DELIVERY_FUNCTIONS)
    .filter(([, { allowed }]) => !allowed.includes('member'))
    .map(([name, rule]) =>
      mutant(
        `${name} checks its caller`,
        dropAdminCheck(`private.${name}`),
        me(
          call(name, rule.call({ active: { id: '00000000-0000-4000-8000-000000000000' } } as never)),
          'not_admin',
        ),
      ),
    ),
  ...Object.entries(CHECKS).flatMap(([table, checks]) =>
    Object.entries(checks).map(([name, sql]) =>
      mutant(`check: ${name}`, dropConstraint(table, name), owner(sql, '23514', { before: reported() })),
    ),
  ),
  again(
    'key_batches_benefit_id_number_key',
    'insert into private.key_batches (benefit_id, number) values (:benefit, 1)',
  ),
  again(
    'delivery_keys_secret_benefit_id_key',
    `insert into private.delivery_keys (benefit_id, batch_id, secret) values (:benefit, '${BATCH}', 'MUTANT-1')`,
  ),
  again(
    'deliveries_key_id_key',
    copy('order_id, method, kind, key_id, withdrawn_at', 'order_id, method, kind, key_id, now()'),
  ),
  again('deliveries_current_idx', copy('order_id, method', `order_id, 'manual'`), true),
  again(
    'reports_number_key',
    `insert into private.reports (number, order_id, account_id, delivery_id, reason, outcome) overriding system value
     select number, order_id, account_id, 0, reason, outcome from private.reports`,
  ),
  again(
    'reports_delivery_id_key',
    `insert into private.reports (order_id, account_id, delivery_id, reason, outcome)
     select order_id, account_id, delivery_id, reason, outcome from private.reports`,
  ),
  ...triggers('private.reports', {
    reports_refuse_writes: withOrder(owner('delete from private.reports', '42501')),
  }),
  ...triggers('private.deliveries', {
    deliveries_guard: withOrder(
      owner(set('deliveries', 'order_id = gen_random_uuid()'), 'delivery_is_immutable'),
      delivered(),
    ),
  }),
  ...triggers('private.delivery_keys', {
    delivery_keys_guard: owner(set('delivery_keys', `secret = 'OTHER'`), 'key_is_immutable', {
      before: pool(1),
    }),
    delivery_keys_no_truncate: owner('truncate private.delivery_keys cascade', '42501'),
  }),
  ...triggers('orders', {
    orders_deliver: me(placing, 'done', { before: pool(1), reads: [GIVEN, 1] }),
  }),
  ...triggers('benefits', {
    benefits_delete_delivery: owner('delete from benefits where id = :benefit', 'done', {
      before: pool(1),
      reads: ['select count(*)::int from private.benefit_delivery where benefit_id = :benefit', 0],
    }),
  }),
  ...refusals('deliver_instantly', { sold_out: me(placing, undefined, { before: pool(0) }) }),
  ...refusals('guard_key', {
    key_is_immutable: {
      ...owner(
        [`secret = 'OTHER'`, 'benefit_id = gen_random_uuid()'].map((change) => set('delivery_keys', change)),
        undefined,
        {
          before: pool(1),
        },
      ),
      instead: 'return new;',
    },
  }),
  ...refusals('guard_delivery', {
    delivery_is_immutable: {
      ...owner(
        ['order_id = gen_random_uuid()', 'key_id = null, content = $$x$$'].map((change) =>
          set('deliveries', change),
        ),
        undefined,
        {
          before: delivered(),
        },
      ),
      instead: 'return new;',
    },
  }),
  ...refusals('import_keys', {
    import_too_large: admin(`select import_keys(:benefit, array_fill('x'::text, array[10001]))`),
    benefit_unavailable: admin(`select import_keys(gen_random_uuid(), '{AAAA}')`),
  }),
  ...refusals('save_delivery_settings', {
    benefit_unavailable: admin(
      `select save_delivery_settings(gen_random_uuid(), now(), 'manual')`,
      undefined,
    ),
    settings_changed: admin(`select save_delivery_settings(:benefit, 'epoch', 'manual')`),
    invalid_delivery: admin(
      [`'link'`, `'file'`, `'file', p_file => '{"path": "x", "name": "x", "size": 1, "type": "x"}'`].map(
        (method) =>
          `select save_delivery_settings(:benefit, (select updated_at from delivery_settings(:benefit)), ${method})`,
      ),
    ),
  }),
  ...refusals('deliver_order', {
    order_changed: admin(`select deliver_order(:order, 'epoch')`),
  }),
  ...refusals('replace_by_hand', {
    invalid_delivery: admin(
      [`'link', 'javascript:x'`, `'file', 'x'`, `null, 'x'`, `'text', ${long(5001)}`].map(
        (content) =>
          `select deliver_order(:order, (select updated_at from orders where id = :order), ${content})`,
      ),
    ),
  }),
  ...refusals('report_delivery', {
    reason_required: withOrder(
      me(
        [`''`, 'null', `' \t\n'`, long(1001)].map(
          (reason) => `select report_delivery('${ORDER}', ${reason})`,
        ),
      ),
      delivered(),
    ),
    nothing_to_report: withOrder(other(reporting), delivered()),
    report_refused: withOrder(me(reporting)),
  }),
  ...refusals('answer_report', {
    invalid_answer: withOrder(
      admin([
        answering('lost'),
        answering('replied'),
        answering('replied', `' '`),
        answering('refunded', long(2001)),
      ]),
    ),
    report_closed: withOrder(admin(answering('refunded')), [
      ...reported(),
      set('reports', `answer = 'replied', answered_at = now() where id = '${REPORT}'`),
    ]),
    order_changed: withOrder(admin(answering('replaced')), [
      ...reported(),
      `update orders set status = 'cancelled' where id = '${ORDER}'`,
    ]),
    sold_out: withOrder(admin(answering('replaced')), reported(1)),
  }),
  ...refusals('decide_batch', {
    report_closed: withOrder(admin(`select decide_batch('${BATCH}', true)`), pool(1)),
  }),
]
