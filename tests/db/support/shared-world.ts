import { afterAll, inject } from 'vitest'
import { createWorld, type World } from './world'

/** The world of the shared backend, closed when the file is done. */
export function sharedWorld(): World {
  const world = createWorld(inject('backend'))
  afterAll(() => world.close())
  return world
}
