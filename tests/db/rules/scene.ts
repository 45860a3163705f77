/** Deletes the member. */
export const LEAVE = 'delete from profiles where id = :me'
export const CANCEL = `update orders set status = 'cancelled' where id = :order`
/** Of a code. */
export const REVOKED = `revoked_at = now(), revoked_by = gen_random_uuid(), revoked_reason = 'Lost'`
export const BALANCE = 'select current_tokens from profiles where id = :me'
/** A statement takes its turn, though it touches no row: it holds one lock that no row has. */
export const LOCKS = `select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`

/** Sets the stock of the benefit. */
export const stocked = (stock: number) =>
  `insert into private.benefit_stock values (:benefit, ${stock}) on conflict (benefit_id) do update set stock = excluded.stock`

/** One line of the log is about a row or batch; a trigger that is missing writes none. */
export const logged = (table: string, row: string) =>
  `select count(*)::int from private.audit_log
    where table_name = '${table}' and row_id = ${row} and action = 'update' and at > now() - interval '1 minute' => 1`

/** What somebody is notified of now: whether of this order and of this benefit, how often, and with which data. */
export const noticed = (kind: string, person = ':me') =>
  `select jsonb_agg(jsonb_build_array(order_id = :order, benefit_id = :benefit, count, data - 'order_number') order by data) from notifications where kind = '${kind}' and user_id = ${person} and created_at >= now()`
/** Whether each email of a kind that is queued now has something to show. */
export const queued = (kind: string, person = ':me') =>
  `select jsonb_agg(private.email_data(o) is not null) from private.outbox as o where kind = '${kind}' and recipient_id = ${person} and created_at = now()`

/** A benefit that delivers keys, with `count` of them in one batch. */
export const pool = (count: number) => `
    update benefits set delivery_method = 'key' where id = :benefit;
    insert into private.benefit_delivery (benefit_id, low_stock) values (:benefit, 1);
    insert into private.key_batches (id, benefit_id, number) values (:xb1, :benefit, 1);
    insert into private.delivery_keys (benefit_id, batch_id, secret) select :benefit, :xb1, 'MUTANT-' || n from generate_series(1, ${count}) as n;
    insert into private.available_keys (benefit_id, key_id, batch_id) select benefit_id, id, batch_id from private.delivery_keys where benefit_id = :benefit`

/** An order of the member with a key that was read; `count` keys in all. */
export const delivered = (count = 2) => `${pool(count)};
    insert into orders (id, user_id, benefit_id, redemption_email, benefit_token_value, benefit_name, delivery_method, status)
      values (:x01, :me, :benefit, 'a@b.test', 0, 'Keys', 'key', 'delivered');
    select private.add_delivery(o) from orders as o where o.id = :x01;
    update private.deliveries set read_at = now() where order_id = :x01`

/** The same with an open report. */
export const reported = (count = 2) => `${delivered(count)};
    insert into private.reports (id, order_id, account_id, delivery_id, batch_id, reason, outcome)
      select :xe1, order_id, :me, id, :xb1, 'Refused', 'open' from private.deliveries where order_id = :x01`

export const placing = `insert into orders (user_id, benefit_id, redemption_email) values (:me, :benefit, 'a@b.test')`
export const reporting = `select report_delivery(:x01, 'Refused', null, true)`
export const ASIDE = `select count(*)::int from private.delivery_keys where batch_id = :xb1 and quarantined_at is not null`
