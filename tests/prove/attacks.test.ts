import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeFunction, dropAdminCheck, dropTrigger, type Removal, without } from '../db/support/mutation.ts'
import { sharedBackend, sharedWorld } from '../db/support/shared-world.ts'
import { GROUPS } from './attacks/groups.ts'
import { openSession, type Session } from './attacks/prove.ts'
import { removeScene, type Scene, setScene } from './attacks/scene.ts'
import { type Fixture, localFixture } from './fixture.ts'

const world = sharedWorld()
let fixture: Fixture
let scene: Scene
beforeAll(async () => {
  fixture = await localFixture(sharedBackend())
  scene = await setScene(fixture)
})
afterAll(async () => {
  await removeScene(scene)
  await fixture.close()
})

it('lists at least 200 attacks with distinct names', () => {
  const names = Object.entries(GROUPS).flatMap(([group, attacks]) =>
    attacks.map(({ name }) => `${group}: ${name}`),
  )
  expect(names.length).toBeGreaterThan(200)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

describe.each(Object.entries(GROUPS))('%s', (_group, attacks) => {
  let session: Session
  beforeAll(async () => {
    session = await openSession(scene)
  })
  it.each(attacks.map((attack) => [attack.name, attack] as const))('%s', async (_name, attack) => {
    expect(await session.run(attack)).toBeUndefined()
  })
  it('leaves all data unchanged and every balance equal to its ledger', async () => {
    expect(await session.end()).toBeUndefined()
  })
})

const blind = changeFunction('private.lacks_second_factor', 'return coalesce', 'return false and coalesce')

it.each<[attack: string, hole: string, Removal, says: RegExp]>([
  ['every function that changes or reveals something', 'no check', blind, /import_keys returned/],
  ['the name of a member', 'no check', blind, /returned 204/],
  [
    'requiring what one lacks',
    'no trigger',
    dropTrigger('app_settings', 'app_settings_second_factor'),
    /returned 201/,
  ],
  [
    `the reset of an admin's, by a member`,
    'no check of the role',
    dropAdminCheck('private.reset_second_factor'),
    /returned 409 no_second_factor/,
  ],
])('detects, by %s, %s', async (name, _, hole, says) => {
  const attack = GROUPS['without the second factor']?.find((one) => one.name === name)
  let said: string | undefined
  await without(world.sql, hole, async () => {
    said = await attack?.run(scene)
  })
  await world.sql(`delete from app_settings where key = 'require_second_factor'`)
  expect(said).toMatch(says)
})
