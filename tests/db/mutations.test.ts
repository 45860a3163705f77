import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { schemaMutants } from './mutants/all'
import { namesOfGuards, textOfGuards } from './support/catalogue'
import { guards } from './support/mutation'
import { createWorld, type World } from './support/world'

// A backend of its own: what a missing guard lets in stays there.
let backend: Backend
let world: World
let before: string[]
beforeAll(async () => {
  backend = await startBackend({ ephemeral: true, empty: true })
  world = createWorld(backend)
  before = await textOfGuards(world.sql)
})
afterAll(async () => {
  await world?.close()
  await backend?.stop()
})

it('every policy, trigger, check, unique index and refusal has a mutant', async () => {
  const taken = new Set(schemaMutants.map(([, { takes }]) => takes))
  const names = await namesOfGuards(world.sql)
  expect(names.filter((name) => !taken.has(name))).toEqual([])
})

it.each(schemaMutants)('%s', (_, removal, probe) => guards(world, removal, probe))

it('all of them are back', async () => {
  expect(await textOfGuards(world.sql)).toEqual(before)
})
