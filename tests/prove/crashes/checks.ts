import type { Query } from '../../db/support/world.ts'

// Postgres' own check of its files: every row readable, every index in step with its table.
const DAMAGE = `
  select format('the index %s: %s', c.oid::regclass, e.fault) as fault
  from pg_class as c join pg_am as a on a.oid = c.relam and a.amname = 'btree'
  cross join lateral pages.fault_of(c.oid) as e (fault)
  where c.relkind = 'i' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
    and e.fault is not null
  union all
  select format('the table %s: %s', c.oid::regclass, e.msg)
  from pg_class as c cross join lateral pages.verify_heapam(c.oid) as e
  where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)`

const FAULT_OF = `
  create or replace function pages.fault_of(p_index oid) returns text language plpgsql as $$
  begin
    perform pages.bt_index_check(p_index, true);
    return null;
  exception when others then
    return sqlerrm;
  end $$`

/** As superuser; once for a database. */
export async function prepareChecks(sql: Query): Promise<void> {
  await sql('create schema pages')
  await sql('create extension amcheck schema pages')
  await sql(FAULT_OF)
}

/** What holds whatever was written: balances, order numbers, and the files themselves. One sentence for each violation. */
export async function invariants(sql: Query, round: number): Promise<string[]> {
  const off = await sql('select * from private.reconcile()')
  const numbers = await sql(
    'select order_number from orders group by order_number having count(*) > 1 or order_number is null',
  )
  const damage = await sql<{ fault: string }>(DAMAGE)
  return [
    ...off.map((row) => `in round ${round} the books were off: ${JSON.stringify(row)}`),
    ...numbers.map((row) => `in round ${round} two orders had one number: ${JSON.stringify(row)}`),
    ...damage.map(({ fault }) => `in round ${round} a file was damaged: ${fault}`),
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
