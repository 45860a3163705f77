import { type Address, createWorld } from '../../db/support/world.ts'
import { localGuild } from '../guild.ts'
import { emptyTally, type Tally } from '../tally.ts'
import { alone, meetings, operations } from './plan.ts'
import { roundsOf, runRounds } from './round.ts'

/** How often each pair and each triple is raced; of all the meetings only `every` so-manieth one is. */
export type Size = { pairs: number; triples: number; every: number }

const WHOLE: Size = { pairs: 12, triples: 2, every: 1 }
const SEED = 20261121
const LANES = 5

/** Races everything that meets; each answer and the state that is left must be those of some serial order. */
export async function proveRaces(address: Address, size: Size = WHOLE): Promise<Tally> {
  const tally = emptyTally(['racing requests', 'violations'], 'failures')
  const world = createWorld(address)
  // There is an admin besides those who race, until they race alone.
  const guild = await localGuild(address)
  try {
    for (const [list, setting, lanes] of [
      [operations, { seed: SEED, alone: false }, LANES],
      [alone, { seed: SEED, alone: true }, 1],
    ] as const) {
      const met = [...chosen(meetings(list, 2), size.pairs), ...chosen(meetings(list, 3), size.triples)]
      await runRounds(world, roundsOf(met, setting), tally, lanes)
    }
    for (const row of await world.sql('select * from private.reconcile()')) {
      tally.failures.push(`afterwards account ${row.account_id} is off: ${row.problem}`)
    }
  } finally {
    await guild.close()
    await world.close()
  }
  return tally

  function chosen<T>(found: T[], times: number): T[] {
    const some = found.filter((_, at) => at % size.every === 0)
    return Array.from({ length: times }, () => some).flat()
  }
}
