import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Host, startHost, type Victim } from '../crashes/host.ts'
import { check, open, type Run } from '../crashes/prove.ts'
import { write } from '../crashes/writer.ts'
import { deliveries } from '../operations/deliveries.ts'
import { orders } from '../operations/orders.ts'
import { reports } from '../operations/reports.ts'
import { planOf } from '../simulation/story.ts'
import { emptyTally, type Tally } from '../tally.ts'
import { type Evidence, judge, OUTBOX, type Queued } from './judge.ts'
import { type MailService, startMailService } from './mail-service.ts'
import { startSenders } from './processes.ts'
import { undoOrders } from './undo.ts'

/** What is killed besides both senders, one round each; `process`: one of Postgres, which then recovers. */
export type Amount = { rounds: ('senders' | 'process' | Victim)[]; groups: number }

const TWICE: Amount['rounds'] = ['senders', 'process']
const WHOLE: Amount = {
  rounds: [...Array.from({ length: 19 }, () => TWICE).flat(), 'postgres', 'backend', 'postmaster'],
  groups: 16,
}
const WRITERS = 4

// Nobody disappears, because what is queued for a person goes with them (D12).
const plan = planOf([...orders, ...deliveries, ...reports])

// Between generations nobody sends, so a lease can end sooner than after ten minutes.
const END_LEASES = `update private.outbox set next_attempt_at = now() where outcome is null`
const DUE = `select from private.outbox where outcome is null and next_attempt_at <= now() limit 1`

type Sending = Evidence & { run: Run; service: MailService; generation: number }

/** Kills senders, the database and the backend while emails are queued and sent, and compares what was sent with the outbox (D37). */
export async function proveSenders(): Promise<Tally> {
  const host = await startHost()
  try {
    return (await send(host, WHOLE)).tally
  } finally {
    await host.close()
  }
}

/** The same on a given backend that sends no emails itself. */
export async function send(
  host: Host,
  { rounds, groups }: Amount,
): Promise<{ tally: Tally; evidence: Evidence; outbox: Queued[] }> {
  const service = await startMailService()
  const run = await open(host, groups)
  const { received } = service
  const sending: Sending = { run, service, received, generation: 0, undone: new Set(), marked: new Map() }
  const { failures } = run.journal
  let outbox: Queued[] = []
  try {
    for (const victim of rounds) await round(sending, victim)
    outbox = await drain(sending)
  } catch (error) {
    failures.add(
      `round ${run.journal.round} could not go on: ${error instanceof Error ? error.message : error}`,
    )
  } finally {
    service.close()
  }
  for (const wrong of judge(sending, outbox, true)) failures.add(wrong)
  if (sending.undone.size === 0) failures.add('no transaction was rolled back')
  const emails = new Set(received.map(({ id }) => id)).size
  const tally: Tally = {
    ...emptyTally(
      [`kills ${run.killed}, repeated ${received.length - emails}, emails`, 'lost or wrong'],
      'failures',
    ),
    tried: emails,
    held: emails,
    failures: [...failures],
  }
  return { tally, evidence: sending, outbox }
}

/** Writes and sends for a moment, kills in between, and compares. */
async function round(sending: Sending, victim: Amount['rounds'][number]): Promise<void> {
  const { host, journal } = sending.run
  const quiet = journal.groups[0]?.model
  if (!quiet) throw new Error('there are no groups')
  let over = false
  const { address } = host
  const senders = await startSenders(address, sending.service, ++sending.generation)
  const writing = Array.from({ length: WRITERS }, () => write(address, journal, () => over, plan))
  const undoing = undoOrders(address, quiet, () => over)
  try {
    await firstEmail(sending)
    await wait(randomInt(300))
    if (victim !== 'senders') {
      await (victim === 'process' ? host.crash() : host.kill(victim))
      sending.run.killed += 1
    }
    sending.run.killed += await senders.kill()
  } finally {
    over = true
    await Promise.all(writing)
    for (const id of await undoing) sending.undone.add(id)
  }
  journal.round += 1
  if (victim !== 'senders' && victim !== 'process') await host.start()
  await check(sending.run)
  await compare(sending)
}

/** So that the kill meets emails on their way. */
async function firstEmail({ service, generation }: Sending): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (service.received.at(-1)?.generation === generation) return
    await wait(20)
  }
}

async function compare(sending: Sending): Promise<Queued[]> {
  const { run, marked, generation } = sending
  await run.host.sql(END_LEASES)
  const outbox = await run.host.sql<Queued>(OUTBOX)
  for (const { id, outcome } of outbox) if (outcome === 'sent' && !marked.has(id)) marked.set(id, generation)
  for (const wrong of judge(sending, outbox, false))
    run.journal.failures.add(`in round ${run.journal.round}, ${wrong}`)
  return outbox
}

/** Lets senders finish; a lease that a kill left with nobody ends between them. */
async function drain(sending: Sending): Promise<Queued[]> {
  const { host } = sending.run
  for (;;) {
    const senders = await startSenders(host.address, sending.service, ++sending.generation)
    const until = Date.now() + 60_000
    while ((await host.sql(DUE)).length > 0 && Date.now() < until) await wait(100)
    // Those that are leased are sent within a moment.
    await wait(1000)
    await senders.kill()
    const outbox = await compare(sending)
    if (outbox.every(({ outcome }) => outcome !== null) || Date.now() >= until) return outbox
  }
}
