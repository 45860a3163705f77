import { setTimeout as wait } from 'node:timers/promises'
import type { Query } from '../../db/support/world.ts'
import { localFixture } from '../fixture.ts'
import { connect } from '../model/connection.ts'
import { emptyTally, type Tally } from '../tally.ts'
import { invariants, prepareChecks, type Totals, totals } from './checks.ts'
import { type Host, startHost, type Victim } from './host.ts'
import { type Journal, openJournal, retry, settle, write } from './writer.ts'

/** How much is written and killed: each victim ends one round, of that many acknowledged writes and killed connections at least. */
export type Amount = {
  victims: Victim[]
  writes: number
  connections: number
  writers: number
  groups: number
}

const WHOLE: Amount = {
  victims: ['postgres', 'backend', 'postgres', 'postmaster', 'postgres', 'postgres'],
  writes: 550,
  connections: 18,
  writers: 13,
  groups: 160,
}

// As long as nothing is acknowledged while everything runs, something hangs.
const STUCK_MS = 60_000

/**
 * Writes through the gateway of a backend of its own while connections, the database and the backend are killed, and
 * compares the models with the database after each restart. Tried are the acknowledged writes; a failure is one that is
 * lost, or anything else that is wrong.
 */
export async function proveCrashes(): Promise<Tally> {
  const host = await startHost()
  try {
    return (await interrupt(host, WHOLE)).tally
  } finally {
    await host.close()
  }
}

type Run = { host: Host; journal: Journal; before: Totals; killed: number }

/** The same on a backend that stays; `again` compares everything once more, and returns what is wrong. */
export async function interrupt(
  host: Host,
  { victims, groups, ...quota }: Amount,
): Promise<{ tally: Tally; journal: Journal; again(): Promise<string[]> }> {
  await prepareChecks(host.sql)
  // The admin besides those of the groups (D11).
  await (await localFixture(host.address)).close()
  const before = await totals(host.sql)
  const connection = await connect(host.address.db_url)
  const journal = await openJournal(connection, groups)
  await connection.close()
  const run: Run = { host, journal, before, killed: 0 }
  const { failures } = journal
  try {
    for (const victim of victims) await round(run, victim, quota)
  } catch (error) {
    failures.add(`round ${journal.round} could not go on: ${error instanceof Error ? error.message : error}`)
  }
  const tally = emptyTally([`kills ${run.killed}, acknowledged`, 'lost'], 'failures')
  Object.assign(tally, { tried: journal.acknowledged, held: journal.acknowledged, failures: [...failures] })
  const again = async () => {
    failures.clear()
    for (const group of journal.groups) group.touched = true
    await check(run)
    return [...failures]
  }
  return { tally, journal, again }
}

/** Load, with connections killed; then the victim, a restart, the comparison, and once more what had no answer. */
async function round(run: Run, victim: Victim, quota: Omit<Amount, 'victims' | 'groups'>): Promise<void> {
  const { host, journal } = run
  let over = false
  const writing = Array.from({ length: quota.writers }, () => write(host.address, journal, () => over))
  try {
    const loaded = acknowledged(journal, journal.acknowledged + quota.writes)
    run.killed += (await Promise.all([killConnections(host.sql, quota.connections, () => over), loaded]))[0]
    await host.kill(victim)
    run.killed += 1
  } finally {
    over = true
    await Promise.all(writing)
  }
  journal.round += 1
  await host.start()
  await check(run)
}

async function check({ host, journal, before }: Run): Promise<void> {
  const connection = await connect(host.address.db_url)
  await settle(connection, journal)
  const models = journal.groups.map(({ model }) => model)
  const sum = (count: (model: (typeof models)[number]) => number) =>
    models.reduce((all, one) => all + count(one), 0)
  const expected = {
    orders: before.orders + sum(({ orders }) => orders.size),
    entries: before.entries + sum(({ ledger }) => ledger.length),
    lines: before.lines + sum(({ log }) => log.length),
  }
  const now = await totals(host.sql)
  for (const name of ['orders', 'entries', 'lines'] as const) {
    const odd = now[name] - expected[name]
    if (odd !== 0)
      journal.failures.add(`in round ${journal.round} there were ${odd} ${name} that no write explains`)
  }
  for (const fault of await invariants(host.sql, journal.round)) journal.failures.add(fault)
  await retry(connection, journal)
  await settle(connection, journal)
  await connection.close()
}

async function acknowledged(journal: Journal, wanted: number): Promise<void> {
  let [count, since] = [0, Date.now()]
  while (count < wanted) {
    await wait(20)
    if (journal.acknowledged > count) [count, since] = [journal.acknowledged, Date.now()]
    if (Date.now() - since > STUCK_MS) throw new Error('nothing was acknowledged for a minute')
  }
}

// One that has written already if there is one: half of a write must not stay.
const END_ONE = `
  select pg_terminate_backend(pid) as ended from (
    select pid from pg_stat_activity
    where backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()
    order by backend_xid is null, random() limit 1
  ) as busy`

/** Terminates connections in mid-transaction, one every few milliseconds; returns how many. */
async function killConnections(sql: Query, wanted: number, over: () => boolean): Promise<number> {
  let ended = 0
  while (ended < wanted && !over()) {
    const [row] = await sql<{ ended: boolean }>(END_ONE)
    if (row?.ended) ended += 1
    await wait(20)
  }
  return ended
}
