import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import type { Address } from '../../db/support/world.ts'
import { onlyLoopback } from '../loopback.ts'
import { connect } from '../model/connection.ts'
import type { Seeds } from '../options.ts'
import { count, emptyTally, type Tally } from '../tally.ts'
import { type Gateway, run } from './run.ts'
import { story as anyStory } from './story.ts'

const WHOLE = 300

/** A broken rule breaks most stories. */
const MAX_FAILURES = 5

/** Runs `seeds` stories from `seed` on, or from a random one; only one for a `seed` without `seeds`. A seed repeats its story. */
export async function proveSimulation(address: Address, { seed, seeds }: Seeds = {}): Promise<Tally> {
  const tally = emptyTally(['runs', 'as the model says'])
  const first = seed ?? randomInt(10 ** 9 - WHOLE)
  const last = first + (seeds ?? (seed === undefined ? WHOLE : 1))
  if (seed === undefined) process.stderr.write(`seeds from ${first} on\n`)
  const gateway = await openGateway(address)
  for (let next = first; next < last && tally.failures.length < MAX_FAILURES; next++) {
    count(tally, await runSeed(gateway, next))
  }
  for (const { account_id, problem } of await gateway.one.query('select * from private.reconcile()')) {
    tally.failures.push(`after seeds ${first} to ${last - 1}, account ${account_id} is off: ${problem}`)
  }
  await gateway.close()
  return tally
}

/** Throws Refusal for a database on another machine. */
export async function openGateway({ db_url }: Address): Promise<Gateway & { close(): Promise<void> }> {
  onlyLoopback(db_url)
  const [one, two] = await Promise.all([connect(db_url), connect(db_url)])
  return { one, two, close: async () => void (await Promise.all([one.close(), two.close()])) }
}

/** What is wrong in the story of one seed, shrunk unless `endOnFailure`; undefined if nothing is. */
export async function runSeed(
  gateway: Gateway,
  seed: number,
  endOnFailure = false,
  story = anyStory,
): Promise<string | undefined> {
  const property = fc.asyncProperty(story, (drawn) => run(gateway, drawn))
  const limits = { numRuns: 1, unbiased: true, interruptAfterTimeLimit: 30_000, endOnFailure }
  const { failed, errorInstance } = await fc.check(property, { seed, ...limits })
  if (!failed) return undefined
  const said = errorInstance instanceof Error ? errorInstance.message : errorInstance
  return `seed ${seed}: ${said} (once more: npm run prove -- --only simulation --seed ${seed})`
}
