import { setTimeout as wait } from 'node:timers/promises'
import { emptyTally, type Tally } from '../tally.ts'
import { type Before, check, prepareChecks } from './check.ts'
import { killConnections } from './connections.ts'
import { type Host, startHost, type Victim } from './host.ts'
import { type Journal, openJournal } from './journal.ts'
import { finish, type Writer, write, writersOf } from './load.ts'
import { createScene, type Size } from './scene.ts'

/** How much is written and killed: each victim ends one round. */
export type Amount = {
  victims: Victim[]
  /** Acknowledged writes, and connections killed in mid-transaction, in each round at least. */
  writes: number
  connections: number
  people: Size
}

/** The whole of it, for `npm run prove`. */
const WHOLE: Amount = {
  victims: ['postgres', 'backend', 'postgres', 'postmaster', 'postgres', 'postgres'],
  writes: 550,
  connections: 18,
  people: { members: 10, admins: 3, signUps: 60, deletions: 120 },
}

// As long as nothing is acknowledged while everything runs, something hangs.
const STUCK_MS = 60_000

type Run = {
  host: Host
  journal: Journal
  writers: Writer[]
  before: Before
  killed: number
  failures: Set<string>
}

/**
 * Writes through the gateway of a backend of its own while connections, the database and the backend are killed, and
 * compares the journal with the database after each restart. Tried are the acknowledged writes; a failure is one that is
 * lost, or anything else that is amiss.
 */
export async function proveCrashes(): Promise<Tally> {
  const host = await startHost()
  try {
    return (await interrupt(host, WHOLE)).tally
  } finally {
    await host.close()
  }
}

/** The same on a backend that stays; `again` compares once more, and answers what does not hold. */
export async function interrupt(
  host: Host,
  { victims, people, ...quota }: Amount,
): Promise<{ tally: Tally; journal: Journal; again(): Promise<string[]> }> {
  const journal = openJournal()
  const scene = await createScene(host.address, people)
  const run: Run = {
    host,
    journal,
    writers: writersOf(journal, scene),
    before: await prepareChecks(host.sql),
    killed: 0,
    failures: new Set(),
  }
  const again = () => check(host.sql, journal, run.before)
  try {
    for (const victim of victims) await round(run, victim, quota)
    await finish(run.writers)
    for (const fault of await again()) run.failures.add(fault)
  } catch (error) {
    run.failures.add(
      `round ${journal.round} could not go on: ${error instanceof Error ? error.message : error}`,
    )
  }
  return { tally: tallyOf(run), journal, again }
}

type Quota = Pick<Amount, 'writes' | 'connections'>

/** Load, with connections killed; then the victim, a restart, and the comparison before anything is tried again. */
async function round(run: Run, victim: Victim, { writes, connections }: Quota): Promise<void> {
  const { host, journal, writers } = run
  let over = false
  const writing = write(writers, () => over)
  try {
    const loaded = acknowledged(journal, journal.acknowledged() + writes)
    const killing = killConnections(host.sql, connections, () => over)
    run.killed += (await Promise.all([killing, loaded]))[0]
    await host.kill(victim)
    run.killed += 1
  } finally {
    over = true
    await writing
  }
  journal.round += 1
  await host.start()
  for (const fault of await check(host.sql, journal, run.before)) run.failures.add(fault)
}

async function acknowledged(journal: Journal, wanted: number): Promise<void> {
  let [count, since] = [0, Date.now()]
  while (count < wanted) {
    await wait(20)
    const now = journal.acknowledged()
    if (now > count) [count, since] = [now, Date.now()]
    if (Date.now() - since > STUCK_MS) throw new Error('nothing was acknowledged for a minute')
  }
}

function tallyOf({ journal, killed, failures }: Run): Tally {
  const tally = emptyTally([`kills ${killed}, acknowledged`, 'lost'], 'failures')
  const sentences = [...failures, ...journal.surprises]
  return { ...tally, tried: journal.acknowledged(), held: journal.acknowledged(), failures: sentences }
}
