import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedBackend } from '../db/support/shared-world.ts'
import { GROUPS } from './attacks/groups.ts'
import { openSession, type Session } from './attacks/prove.ts'
import { type Scene, setScene, strike } from './attacks/scene.ts'
import { type Fixture, localFixture } from './fixture.ts'

let fixture: Fixture
let scene: Scene
beforeAll(async () => {
  fixture = await localFixture(sharedBackend())
  scene = await setScene(fixture)
})
afterAll(async () => {
  await strike(scene)
  await fixture.close()
})

it('there are at least a hundred of them, each with a name of its own', () => {
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
  it('leaves everything as it was, and no account off', async () => {
    expect(await session.end()).toBeUndefined()
  })
})
