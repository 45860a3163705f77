import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startBackend } from '../../../supabase/local/backend.ts'
import { withClient } from '../../../supabase/local/postgres/pool.ts'
import { type InitialRows, readInitialRows } from './initial-rows'
import type { Address } from './world'

/** A backend that one file after another uses, each of which finds the initial rows. */
export type SharedBackend = Address & { superuser_url: string; initialRows: InitialRows }

declare module 'vitest' {
  export interface ProvidedContext {
    backends: SharedBackend[]
    /** The data folder of an empty backend, to start others from. */
    template: string
  }
}

/** Starts one empty backend per worker, used by one file at a time, which creates its own people and rows. Emails stay in the outbox. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await createTemplate()
  project.provide('template', template)
  const workers = Array.from({ length: project.vitest.config.maxWorkers })
  const started = await Promise.all(
    workers.map(() => startBackend({ ephemeral: true, template, empty: true, sendEmails: false })),
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
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()))
    rmSync(template, { recursive: true })
  }
}

/** A busy machine needs more time than the roles of hosted Supabase have (`tests/backend/gateway.test.ts`). */
const PATIENT = `
  alter role anon set statement_timeout = '2min';
  alter role authenticated set statement_timeout = '2min';
  alter role authenticator set statement_timeout = '2min';
  alter role authenticator set lock_timeout = '2min'`

/** Starting from a copy of a database with all migrations takes a fifth of the time of creating one. */
async function createTemplate(): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'guildhall-template-'))
  // The account that Postgres runs as reads what is below.
  chmodSync(data, 0o711)
  const { stop, superuser_url } = await startBackend({ data, empty: true, sendEmails: false })
  await withClient(superuser_url, (client) => client.query(PATIENT))
  await applyMutant(superuser_url)
  await stop()
  return data
}

/** Removes the guard that `npm run prove` names, to see which test notices. */
export async function applyMutant(superuserUrl: string): Promise<void> {
  const { MUTANT } = process.env
  if (MUTANT) await withClient(superuserUrl, (client) => client.query(MUTANT))
}
