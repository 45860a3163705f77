import { type Address, createWorld } from '../../db/support/world.ts'
import { localFixture } from '../fixture.ts'
import { emptyTally, type Tally } from '../tally.ts'
import { alone, meetings, races } from './plan.ts'
import { roundsOf, runRounds } from './round.ts'

/** How often each pair and each triple is raced, of every nth meeting. */
export type Size = { pairs: number; triples: number; every: number }

const WHOLE: Size = { pairs: 6, triples: 1, every: 1 }
const SEED = 20261121
const WORKERS = 5

/** Races all combinations; results and final state must be those of some serial order. */
export async function proveRaces(address: Address, size: Size = WHOLE): Promise<Tally> {
  const tally = emptyTally(['racing requests', 'violations'], 'failures')
  const world = createWorld(address)
  // Its admin is the other one until those of the races are the only ones.
  const fixture = await localFixture(address)
  try {
    for (const [list, setting, workers] of [
      [races, { seed: SEED, alone: false }, WORKERS],
      [alone, { seed: SEED, alone: true }, 1],
    ] as const) {
      const met = [...chosen(meetings(list, 2), size.pairs), ...chosen(meetings(list, 3), size.triples)]
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

  function chosen<T>(found: T[], times: number): T[] {
    const some = found.filter((_, at) => at % size.every === 0)
    return Array.from({ length: times }, () => some).flat()
  }
}
