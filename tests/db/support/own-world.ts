import { afterAll } from 'vitest'
import { type Backend, type BackendOptions, startBackend } from '../../../supabase/local/backend.ts'
import { createWorld, type World } from './world.ts'

/** A backend of this file alone and its world; both end with the file. By default without demo data, and emails stay in the outbox. */
export async function ownWorld(options: BackendOptions = {}): Promise<{ backend: Backend; world: World }> {
  const backend = await startBackend({ ephemeral: !options.data, empty: true, sendEmails: false, ...options })
  const world = createWorld(backend)
  afterAll(async () => {
    await world.close()
    await backend.stop()
  })
  return { backend, world }
}
