import type { Query } from '../../db/support/world.ts'

const SCHEMAS = `('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)`

// Postgres' own check of its files: every row is readable, and every index agrees with its table.
const DAMAGE = `
  select format('the index %s: %s', c.oid::regclass, e.fault) as fault
  from pg_class as c join pg_am as a on a.oid = c.relam and a.amname = 'btree'
  cross join lateral pages.fault_of(c.oid) as e (fault)
  where c.relkind = 'i' and c.relnamespace in ${SCHEMAS} and e.fault is not null
  union all
  select format('the table %s: %s', c.oid::regclass, e.msg)
  from pg_class as c cross join lateral pages.verify_heapam(c.oid) as e
  where c.relkind = 'r' and c.relnamespace in ${SCHEMAS}`

const FAULT_OF = `
  create or replace function pages.fault_of(p_index oid) returns text language plpgsql as $$
  begin
    perform pages.bt_index_check(p_index, true);
    return null;
  exception when others then
    return sqlerrm;
  end $$`

/** As superuser, once for each database. */
export async function prepareChecks(sql: Query): Promise<void> {
  await sql('create schema pages')
  await sql('create extension amcheck schema pages')
  await sql(FAULT_OF)
}

/** What holds whatever was written: balances, order numbers, and the files. Returns the violations. */
export async function invariants(sql: Query): Promise<string[]> {
  const numbers = 'select order_number from orders group by 1 having count(*) > 1 or order_number is null'
  return [
    ...(await sql('select * from private.reconcile()')).map(
      (row) => `a balance is off: ${JSON.stringify(row)}`,
    ),
    ...(await sql(numbers)).map((row) => `two orders have one number: ${JSON.stringify(row)}`),
    ...(await sql(DAMAGE)).map(({ fault }) => `a file is damaged: ${fault}`),
  ]
}

const TOTALS = `
  select (select count(*) from orders)::int as orders, (select count(*) from token_transactions)::int as entries,
    (select count(*) from private.audit_log)::int as lines`

export type Totals = { orders: number; entries: number; lines: number }

export async function totals(sql: Query): Promise<Totals> {
  const [row] = await sql<Totals>(TOTALS)
  return row ?? { orders: 0, entries: 0, lines: 0 }
}
