import { afterAll } from 'vitest'
import type { SharedBackend } from './global-setup'
import { createWorld, type World } from './world'

let backend: SharedBackend

/** Sets the backend of the file that begins; called by the setup file. */
export function setBackend(locked: SharedBackend): void {
  backend = locked
}

/** The backend of this file, which holds only what the file writes. */
export const sharedBackend = (): SharedBackend => backend

/** The world of the file's backend, closed after the file. */
export function sharedWorld(): World {
  const world = createWorld(backend)
  afterAll(() => world.close())
  return world
}
