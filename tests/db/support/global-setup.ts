import type { TestProject } from 'vitest/node'
import { startBackend } from '../../../supabase/local/backend.ts'
import type { Address } from './world'

declare module 'vitest' {
  export interface ProvidedContext {
    backends: Address[]
  }
}

/** Starts one empty backend per worker, shared by its files, each of which creates its own people and rows. Emails stay in the outbox. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = Array.from({ length: project.config.maxWorkers })
  const started = await Promise.all(
    workers.map(() => startBackend({ ephemeral: true, empty: true, sendEmails: false })),
  )
  project.provide(
    'backends',
    started.map(({ stop: _, ...address }) => address),
  )
  return async () => void (await Promise.all(started.map(({ stop }) => stop())))
}
