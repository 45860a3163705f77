import { randomInt } from 'node:crypto'
import { schemaMutants } from '../../db/mutants/all.ts'
import { guards } from '../../db/support/mutation.ts'
import { type Address, createWorld } from '../../db/support/world.ts'
import type { Extent } from '../options.ts'
import { count, emptyTally, type Tally } from '../tally.ts'
import { sourceMutants } from './source/all.ts'
import { proveSource } from './source.ts'

/**
 * The safety net, tested by taking it away one piece at a time: each guard of the database on this backend, and each
 * change of the product's code on its unit tests (without `all` those of every third test file, in turns). Every one must
 * turn a test red.
 */
export async function proveMutants(address: Address, { all }: Extent): Promise<Tally> {
  const tally = emptyTally(['mutants', 'killed'])
  await proveSchema(address, tally)
  await proveSource(all ? sourceMutants : inTurns(randomInt(3)), tally)
  return tally
}

/** By test file, for each file has to be green first without a change. */
function inTurns(turn: number) {
  const files = [...new Set(sourceMutants.map(({ red }) => red))]
  return sourceMutants.filter(({ red }) => files.indexOf(red) % 3 === turn)
}

async function proveSchema(address: Address, tally: Tally): Promise<void> {
  const world = createWorld(address)
  for (const [name, removal, probe] of schemaMutants) {
    count(
      tally,
      await guards(world, removal, probe).then(
        () => undefined,
        (error: Error) => `Nothing turned red without "${name}" (${removal.apply.trim()}): ${error.message}`,
      ),
    )
  }
  await world.close()
}
