import { expect, it } from 'vitest'
import { schemaMutants } from './mutants/all'
import { namesOfGuards, textOfGuards } from './support/catalogue'
import { guards } from './support/mutation'
import { ownWorld } from './support/own-world'

// A backend of its own: rows that a missing guard lets in stay there.
const { world } = await ownWorld()
const before = await textOfGuards(world.sql)

it('has a mutant for every policy, trigger, check, unique index and refusal', async () => {
  const taken = new Set(schemaMutants.map(([, { takes }]) => takes))
  const names = await namesOfGuards(world.sql)
  expect(names.filter((name) => !taken.has(name))).toEqual([])
})

const passed: Parameters<typeof guards>[3] = new Set()

it.each(schemaMutants)('%s', (_, removal, probe) => guards(world, removal, probe, passed))

it('restores every guard', async () => {
  expect(await textOfGuards(world.sql)).toEqual(before)
})

// Each ran before its first mutant only: one that fails by now has failed for the rows of an earlier mutant.
const shared = schemaMutants.filter(([, , probe], at) => {
  const first = schemaMutants.findIndex((other) => other[2] === probe)
  return first === at && schemaMutants.findLastIndex((other) => other[2] === probe) > at
})
it.each(shared)('passes again with every guard: the probe of "%s"', (_, __, probe) => probe(world))
