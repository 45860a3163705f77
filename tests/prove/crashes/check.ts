import type { Query } from '../../db/support/world.ts'
import type { Entry, Journal } from './journal.ts'
import { kinds, piecesOf } from './pieces.ts'

/** Rows that the journal accounts for, one for each write that is there. */
type Expected = { orders: number; entries: number; lines: number }

/** How many rows there were before the first write. */
export type Before = Expected

const TOTALS = `
  select (select count(*) from orders)::int as orders, (select count(*) from token_transactions)::int as entries,
    (select count(*) from private.audit_log)::int as lines`

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

/** Prepares the checks, as superuser; answers how many rows there are. */
export async function prepareChecks(sql: Query): Promise<Before> {
  await sql('create schema pages')
  await sql('create extension amcheck schema pages')
  await sql(FAULT_OF)
  return totals(sql)
}

async function totals(sql: Query): Promise<Expected> {
  const [row] = await sql<Expected>(TOTALS)
  return row ?? { orders: 0, entries: 0, lines: 0 }
}

/** Compares journal and database once nobody writes; answers what does not hold, a sentence each. */
export async function check(sql: Query, journal: Journal, before: Before): Promise<string[]> {
  const faults: string[] = []
  const expected = { ...before }
  for (const kind of kinds) {
    const entries = journal.entries.filter((entry) => entry.kind === kind)
    for (const [at, pieces] of (await piecesOf(sql, kind, entries)).entries()) {
      const entry = entries[at]!
      const fault = verdict(entry, pieces)
      if (fault) faults.push(fault)
      if (pieces.some((piece) => piece > 0)) add(expected, entry)
    }
  }
  const now = await totals(sql)
  for (const [rows, name] of [
    ['orders', 'orders'],
    ['entries', 'ledger'],
    ['lines', 'log'],
  ] as const) {
    const odd = now[rows] - expected[rows]
    if (odd !== 0)
      faults.push(`in round ${journal.round} the ${name} had ${odd} rows that no write accounts for`)
  }
  return [...faults, ...(await invariants(sql, journal.round))]
}

function add(expected: Expected, { kind }: Entry): void {
  if (kind === 'order') expected.orders += 1
  if (!['batch', 'deletion'].includes(kind)) expected.entries += 1
  if (['cancel', 'edit', 'batch', 'deletion'].includes(kind)) expected.lines += 1
}

/** What does not hold of one write: acknowledged is once and whole, refused is nothing, in doubt is one of both. */
export function verdict({ kind, key, round, state }: Entry, pieces: number[]): string | undefined {
  const write = `the ${kind} ${key} of round ${round} was ${state === 'sent' ? 'in doubt' : state}`
  const absent = pieces.every((piece) => piece === 0)
  const whole = pieces.every((piece) => piece === 1)
  if (absent && state === 'acknowledged') return `${write} and is not there`
  if (whole && state === 'refused') return `${write} and is there`
  if (absent || whole) return undefined
  const twice = pieces.some((piece) => piece > 1)
  return `${write} and is there ${twice ? 'more than once' : 'in part'}: ${pieces.join(', ')}`
}

async function invariants(sql: Query, round: number): Promise<string[]> {
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
