import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedBackend } from '../support/shared-world.ts'
import { type Fixture, localFixture } from './fixture.ts'
import { GROUPS } from './groups.ts'
import { openSession, type Session } from './prove.ts'
import { removeScene, type Scene, setScene } from './scene.ts'

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
