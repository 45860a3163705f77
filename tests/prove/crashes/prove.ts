import { setTimeout as wait } from 'node:timers/promises'
import type { Query } from '../../db/support/world.ts'
import { localFixture } from '../fixture.ts'
import { connect } from '../model/connection.ts'
import { linesOf, type Model } from '../model/model.ts'
import { emptyTally, type Tally } from '../tally.ts'
import { invariants, prepareChecks, type Totals, totals } from './checks.ts'
import { type Host, startHost, type Victim } from './host.ts'
import { killSteps } from './steps.ts'
import { type Journal, openJournal, retry, settle, write } from './writer.ts'

/** Each victim ends one round, after at least so many acknowledged writes and killed connections. */
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
  groups: 240,
}

// Without any acknowledgement for so long, something hangs.
const STUCK_MS = 60_000

/**
 * Kills connections, the database and the backend during writes, and compares models and database after each restart; and
 * the database during operations of several steps.
 */
export async function proveCrashes(): Promise<Tally> {
  const { tally } = await onHost((host) => interrupt(host, WHOLE))
  return { ...tally, failures: [...tally.failures, ...(await onHost(killSteps))] }
}

async function onHost<T>(work: (host: Host) => Promise<T>): Promise<T> {
  const host = await startHost()
  try {
    return await work(host)
  } finally {
    await host.close()
  }
}

export type Run = { host: Host; journal: Journal; before: Totals; killed: number }

/** The same on a given backend; `again` repeats the comparison, and returns what is wrong. */
export async function interrupt(
  host: Host,
  { victims, groups, ...quota }: Amount,
): Promise<{ tally: Tally; journal: Journal; again(): Promise<string[]> }> {
  const run = await open(host, groups)
  const { journal } = run
  const { failures } = journal
  try {
    for (const victim of victims) await round(run, victim, quota)
  } catch (error) {
    failures.add(`round ${journal.round} could not go on: ${error instanceof Error ? error.message : error}`)
  }
  const { acknowledged } = journal
  const tally: Tally = {
    ...emptyTally([`kills ${run.killed}, acknowledged`, 'lost'], 'failures'),
    tried: acknowledged,
    held: acknowledged,
    failures: [...failures],
  }
  const again = async () => {
    failures.clear()
    for (const group of journal.groups) group.touched = true
    await check(run)
    return [...failures]
  }
  return { tally, journal, again }
}

/** Groups of people and rows to write to, in an empty database. */
export async function open(host: Host, groups: number): Promise<Run> {
  await prepareChecks(host.sql)
  // The admin besides those of the groups (D11).
  await (await localFixture(host.address)).close()
  const before = await totals(host.sql)
  const connection = await connect(host.address.db_url)
  const journal = await openJournal(connection, groups)
  await connection.close()
  return { host, journal, before, killed: 0 }
}

/** Writes and kills connections, then the victim; restarts, compares, and repeats the unanswered requests. */
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

/** Compares models and database, and repeats the unanswered requests. */
export async function check({ host, journal, before }: Run): Promise<void> {
  const { groups, round, failures } = journal
  const connection = await connect(host.address.db_url)
  await settle(connection, journal)
  const sum = (count: (model: Model) => number) => groups.reduce((all, { model }) => all + count(model), 0)
  const written = {
    orders: sum(({ orders }) => orders.size),
    entries: sum(({ ledger }) => ledger.length),
    // An import is in the log, but no line of a row that the model has.
    lines: sum((model) => linesOf(model).length + model.imported.size),
  }
  const now = await totals(host.sql)
  for (const name of ['orders', 'entries', 'lines'] as const) {
    const odd = now[name] - before[name] - written[name]
    if (odd !== 0) failures.add(`in round ${round} there were ${odd} ${name} that no write explains`)
  }
  for (const fault of await invariants(host.sql)) failures.add(`in round ${round} ${fault}`)
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

// Preferably one that has written: half of a write must not stay.
const END_ONE = `
  select pg_terminate_backend(pid) as ended from (
    select pid from pg_stat_activity
    where backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()
    order by backend_xid is null, random() limit 1
  ) as busy`

/** Terminates connections during their transactions, one every few milliseconds; returns how many. */
async function killConnections(sql: Query, wanted: number, over: () => boolean): Promise<number> {
  let ended = 0
  while (ended < wanted && !over()) {
    const [row] = await sql<{ ended: boolean }>(END_ONE)
    if (row?.ended) ended += 1
    await wait(20)
  }
  return ended
}
