import { expect, it } from 'vitest'
import { reconcile } from '../support/rows'
import { sharedWorld } from '../support/shared-world'
import { interleave } from './interleave'
import { RACES } from './scenes'

const world = sharedWorld()

it.each(RACES)('%s', async (_, scene, results, swapped) => {
  const {
    steps: [first, second],
    broken,
  } = await scene(world)
  expect(await interleave(world, first, second)).toEqual(results)
  if (broken) expect(await world.sql(...broken)).toEqual([])
  const again = await scene(world)
  expect(await interleave(world, again.steps[1], again.steps[0])).toEqual(swapped ?? results)
  if (again.broken) expect(await world.sql(...again.broken)).toEqual([])
  expect(await reconcile(world)).toEqual([])
})
