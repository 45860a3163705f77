import type { TestProject } from 'vitest/node'
import { startBackend } from '../../../supabase/local/backend.ts'
import { type InitialRows, readInitialRows } from './initial-rows'
import type { Address } from './world'

/** A backend that one file after another uses, each of which finds the initial rows. */
export type SharedBackend = Address & { superuser_url: string; initialRows: InitialRows }

declare module 'vitest' {
  export interface ProvidedContext {
    backends: SharedBackend[]
  }
}

/** Starts one empty backend per worker, used by one file at a time, which creates its own people and rows. Emails stay in the outbox. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = Array.from({ length: project.config.maxWorkers })
  const started = await Promise.all(
    workers.map(() => startBackend({ ephemeral: true, empty: true, sendEmails: false })),
  )
  project.provide(
    'backends',
    await Promise.all(
      started.map(async ({ stop: _, ...address }) => ({
        ...address,
        initialRows: await readInitialRows(address.superuser_url),
      })),
    ),
  )
  return async () => void (await Promise.all(started.map(({ stop }) => stop())))
}
