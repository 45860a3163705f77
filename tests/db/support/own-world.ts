import { afterAll, inject } from 'vitest'
import { type Backend, type BackendOptions, startBackend } from '../../../supabase/local/backend.ts'
import { applyMutant } from './global-setup.ts'
import { createWorld, type World } from './world.ts'

/** A backend of this file alone and its world; both end with the file. By default without demo data, and emails stay in the outbox. */
export async function ownWorld(options: BackendOptions = {}): Promise<{ backend: Backend; world: World }> {
  const template = options.empty === false ? undefined : inject('template')
  const where = options.data ? {} : { ephemeral: true, template }
  const backend = await startBackend({ ...where, empty: true, sendEmails: false, ...options })
  if (!template) await applyMutant(backend.superuser_url)
  const world = createWorld(backend)
  afterAll(async () => {
    await world.close()
    await backend.stop()
  })
  return { backend, world }
}
