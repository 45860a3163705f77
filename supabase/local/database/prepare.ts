import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { SUPABASE_DIR } from '../paths.ts'

const HERE = join(SUPABASE_DIR, 'local/database')

/** Connects for the length of `work`. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Roles and rights that a hosted project has before its first migration. */
export async function bootstrap(client: pg.Client): Promise<void> {
  await client.query(readFileSync(join(HERE, 'bootstrap.sql'), 'utf8'))
}

/** What lite lacks in `auth`, and rights on `auth` and `storage`, once those schemas exist. */
export async function grantSystemRights(client: pg.Client): Promise<void> {
  await client.query(readFileSync(join(HERE, 'system-rights.sql'), 'utf8'))
}
