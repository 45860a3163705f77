import { type Attempt, admin, me, other, owner } from '../support/attempt'
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
import { constraints, type Rule, refusals, rules } from './rule'

const long = (length: number) => `repeat('a', ${length})`
const set = (table: string, change: string) => `update private.${table} set ${change}`
const settings = (change: string) => set('benefit_delivery', change)
const copy = (columns: string, values = columns) =>
  `insert into private.deliveries (${columns}) select ${values} from private.deliveries where order_id = '${ORDER}'`
/** Each check, with what only this one refuses. */
const CHECKS: Record<string, string | string[]> = {
  benefits_delivery_method_check: `update benefits set delivery_method = 'post'`,
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
  benefit_delivery_message_check: settings(`message = ''`),
  benefit_delivery_low_stock_check: settings('low_stock = -1'),
  benefit_delivery_file: settings(`file_path = 'a'`),
  key_batches_number_check: set('key_batches', 'number = 0'),
  delivery_keys_secret_check: ['ABC', 'A'.repeat(201), 'TAB\tKEY'].map(
    (key) =>
      `insert into private.delivery_keys (benefit_id, batch_id, secret) values (:benefit, '${BATCH}', '${key}')`,
  ),
  reports_outcome_check: set('reports', `outcome = 'lost'`),
  reports_reason_check: set('reports', `reason = ${long(1001)}`),
  reports_answer_check: set('reports', `answer = 'lost', answered_at = now()`),
  reports_answer_text_check: set('reports', `answer_text = ${long(2001)}`),
  reports_answer: set('reports', `answer = 'replied'`),
  key_batches_benefit_id_number_key:
    'insert into private.key_batches (benefit_id, number) values (:benefit, 1)',
  delivery_keys_secret_benefit_id_key: `insert into private.delivery_keys (benefit_id, batch_id, secret) values (:benefit, '${BATCH}', 'MUTANT-1')`,
  deliveries_key_id_key: copy(
    'order_id, method, kind, key_id, withdrawn_at',
    'order_id, method, kind, key_id, now()',
  ),
  deliveries_current_idx: copy('order_id, method', `order_id, 'manual'`),
  reports_number_key: `insert into private.reports (number, order_id, account_id, delivery_id, reason, outcome) overriding system value
    select number, order_id, account_id, 0, reason, outcome from private.reports`,
  reports_delivery_id_key: `insert into private.reports (order_id, account_id, delivery_id, reason, outcome)
    select order_id, account_id, delivery_id, reason, outcome from private.reports`,
}
const withOrder = (result: Attempt, before = reported()): Attempt => ({ ...result, before })
/** The guards of deliveries, key pools and reports, each removed (D30 to D34). */
export const deliveryRules: Rule[] = [
  ...constraints(CHECKS, reported()),
  ...rules({
    reports_refuse_writes: withOrder(owner('delete from private.reports', '42501')),
    deliveries_guard: withOrder(
      owner(set('deliveries', 'order_id = gen_random_uuid()'), 'delivery_is_immutable'),
      delivered(),
    ),
    delivery_keys_guard: owner(set('delivery_keys', `secret = 'OTHER'`), 'key_is_immutable', {
      before: pool(1),
    }),
    delivery_keys_no_truncate: owner('truncate private.delivery_keys cascade', '42501'),
    orders_deliver: me(placing, 'done', { before: pool(1), reads: [GIVEN, 1] }),
    benefits_delete_delivery: owner('delete from benefits where id = :benefit', 'done', {
      before: pool(1),
      reads: ['select count(*)::int from private.benefit_delivery where benefit_id = :benefit', 0],
    }),
  }),
  ...refusals({
    sold_out: me(placing, undefined, { before: pool(0) }),
  }),
  ...refusals({
    key_is_immutable: owner(
      [`secret = 'OTHER'`, 'benefit_id = gen_random_uuid()'].map((change) => set('delivery_keys', change)),
      undefined,
      {
        before: pool(1),
      },
    ),
  }),
  ...refusals({
    delivery_is_immutable: owner(
      ['order_id = gen_random_uuid()', 'key_id = null, content = $$x$$'].map((change) =>
        set('deliveries', change),
      ),
      undefined,
      {
        before: delivered(),
      },
    ),
  }),
  ...refusals({
    import_too_large: admin(`select import_keys(:benefit, array_fill('x'::text, array[10001]))`),
    benefit_unavailable: admin(`select import_keys(gen_random_uuid(), '{AAAA}')`),
  }),
  ...refusals({
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
  ...refusals({
    order_changed: admin(`select deliver_order(:order, 'epoch')`),
  }),
  ...refusals({
    invalid_delivery: admin(
      [`'link', 'javascript:x'`, `'file', 'x'`, `null, 'x'`, `'text', ${long(5001)}`].map(
        (content) =>
          `select deliver_order(:order, (select updated_at from orders where id = :order), ${content})`,
      ),
    ),
  }),
  ...refusals({
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
  ...refusals({
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
  ...refusals({
    report_closed: withOrder(admin(`select decide_batch('${BATCH}', true)`), pool(1)),
  }),
]
