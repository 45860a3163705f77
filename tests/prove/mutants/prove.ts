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
 * change of the product's code on its unit tests (without `all` every third one, in turns). Every one must turn a test red.
 */
export async function proveMutants(address: Address, { all }: Extent): Promise<Tally> {
  const tally = emptyTally(['mutants', 'killed'])
  await proveSchema(address, tally)
  const turn = randomInt(3)
  await proveSource(all ? sourceMutants : sourceMutants.filter((_, at) => at % 3 === turn), tally)
  return tally
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
