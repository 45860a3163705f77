import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Client } from 'pg'
import { reason, StartFailure } from '../failure.ts'
import { lineOf } from './migrate.ts'

const PATH = 'supabase/seed.sql'

/**
 * Seeds a new data folder once; one started with `empty` is never seeded.
 * Throws StartFailure when a seed does not fit the migrations.
 */
export async function seedOnce(client: Client, files: string[], empty: boolean): Promise<void> {
  const { rowCount } = await client.query('select from supabase_migrations.seed_files where path = $1', [
    PATH,
  ])
  const present = empty ? [] : files.filter((file) => existsSync(file))
  if (rowCount !== 0 || (!empty && present.length === 0)) return
  const hash = createHash('sha256')
  await client.query('begin')
  for (const file of present) {
    const sql = readFileSync(file, 'utf8')
    hash.update(sql)
    await client.query(sql).catch(async (error: unknown) => {
      await client.query('rollback')
      throw new StartFailure(
        `The demo data supabase/${basename(file)} failed${lineOf(error, sql)}: ${reason(error)}.`,
      )
    })
  }
  await client.query('insert into supabase_migrations.seed_files values ($1, $2)', [PATH, hash.digest('hex')])
  await client.query('commit')
}
