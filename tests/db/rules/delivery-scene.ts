const id = (end: string) => `00000000-0000-4000-8000-0000000000${end}`

export const BATCH = id('b1')
export const ORDER = id('01')
export const REPORT = id('e1')

/** A benefit that delivers keys, with `count` of them in one batch. */
export const pool = (count: number): string[] => [
  `update benefits set delivery_method = 'key' where id = :benefit`,
  'insert into private.benefit_delivery (benefit_id, low_stock) values (:benefit, 1)',
  `insert into private.key_batches (id, benefit_id, number) values ('${BATCH}', :benefit, 1)`,
  `insert into private.delivery_keys (benefit_id, batch_id, secret)
   select :benefit, '${BATCH}', 'MUTANT-' || n from generate_series(1, ${count}) as n`,
  'insert into private.available_keys (benefit_id, key_id, batch_id) select benefit_id, id, batch_id from private.delivery_keys where benefit_id = :benefit',
]

/** An order of `who` with a key that was read; `count` keys in all. */
export const delivered = (count = 2, who = ':me'): string[] => [
  ...pool(count),
  `insert into orders (id, user_id, benefit_id, redemption_email, benefit_token_value, benefit_name, delivery_method, status)
   values ('${ORDER}', ${who}, :benefit, 'a@b.test', 0, 'Keys', 'key', 'delivered')`,
  `select private.add_delivery(o) from orders as o where o.id = '${ORDER}'`,
  `update private.deliveries set read_at = now() where order_id = '${ORDER}'`,
]

/** The same with an open report. */
export const reported = (count = 2): string[] => [
  ...delivered(count),
  `insert into private.reports (id, order_id, account_id, delivery_id, batch_id, reason, outcome)
   select '${REPORT}', order_id, :me, id, '${BATCH}', 'Refused', 'open' from private.deliveries where order_id = '${ORDER}'`,
]

export const placing = `insert into orders (user_id, benefit_id, redemption_email) values (:me, :benefit, 'a@b.test')`
export const reporting = `select report_delivery('${ORDER}', 'Refused')`
export const answering = (answer: string, text = 'null') =>
  `select answer_report('${REPORT}', '${answer}', ${text})`
export const GIVEN =
  'select count(*)::int from private.deliveries where benefit_id = :benefit and key_id is not null'
export const ASIDE = `select count(*)::int from private.delivery_keys where batch_id = '${BATCH}' and quarantined_at is not null`
