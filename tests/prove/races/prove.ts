import { randomInt } from 'node:crypto'
import { type Address, createWorld } from '../../db/support/world.ts'
import { localFixture } from '../fixture.ts'
import type { Extent } from '../options.ts'
import { emptyTally, type Tally } from '../tally.ts'
import { alone, meetings, races } from './plan.ts'
import { roundsOf, runRounds } from './round.ts'

/** How often each pair is raced, and of the pairs and of the triples every nth, from which one on. */
export type Size = { times: number; everyPair: number; everyTriple: number; from?: number }
const SEED = 20261121
const WORKERS = 5

/** Every combination, or every sixteenth triple, others each time. */
export const sizeOf = ({ all }: Extent): Size =>
  all
    ? { times: 6, everyPair: 1, everyTriple: 1 }
    : { times: 1, everyPair: 1, everyTriple: 16, from: randomInt(16) }

/** Races combinations of requests; results and final state must be those of some serial order. */
export async function proveRaces(address: Address, size: Size): Promise<Tally> {
  const tally = emptyTally(['racing requests', 'violations'], 'failures')
  const world = createWorld(address)
  // Its admin is the other one until those of the races are the only ones.
  const fixture = await localFixture(address)
  try {
    for (const [list, setting, workers] of [
      [races, { seed: SEED, alone: false }, WORKERS],
      [alone, { seed: SEED, alone: true }, 1],
    ] as const) {
      const pairs = everyNth(meetings(list, 2), size.everyPair, size.from)
      const met = [
        ...Array.from({ length: size.times }, () => pairs).flat(),
        ...everyNth(meetings(list, 3), size.everyTriple, size.from),
      ]
      await runRounds(address, roundsOf(met, setting), tally, workers)
    }
    for (const row of await world.sql('select * from private.reconcile()')) {
      tally.failures.push(`afterwards account ${row.account_id} is off: ${row.problem}`)
    }
  } finally {
    await fixture.close()
    await world.close()
  }
  return tally
}

const everyNth = <T>(found: T[], nth: number, from = 0) => found.filter((_, at) => at % nth === from % nth)
