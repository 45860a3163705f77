import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import type { SharedBackend } from './global-setup'
import { restoreInitialRows } from './initial-rows'
import { setBackend } from './shared-world'

/**
 * The backend that no other worker uses, locked until the file ends, with its initial rows. VITEST_POOL_ID does not tell the
 * workers apart: where a group of projects follows another, Vitest may give both the same.
 */
async function lockBackend(): Promise<SharedBackend> {
  for (;;) {
    for (const backend of inject('backends')) {
      const client = new pg.Client({ connectionString: backend.superuser_url })
      await client.connect()
      const { rows } = await client.query('select pg_try_advisory_lock(20261122) as locked')
      if (rows[0]?.locked) {
        afterAll(() => client.end())
        await restoreInitialRows(client, backend.initialRows)
        return backend
      }
      await client.end()
    }
    await wait(100)
  }
}

// Runs before each file, also where the files of a worker share their modules.
setBackend(await lockBackend())
