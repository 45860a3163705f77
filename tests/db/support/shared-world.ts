import { afterAll, inject } from 'vitest'
import { type Address, createWorld, type World } from './world'

/** The backend of this worker. */
export function sharedBackend(): Address {
  const backend = inject('backends')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!backend) throw new Error('This worker has no backend')
  return backend
}

/** The world of the worker's backend, closed after the file. */
export function sharedWorld(): World {
  const world = createWorld(sharedBackend())
  afterAll(() => world.close())
  return world
}
