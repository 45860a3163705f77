import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { reason, StartFailure } from '../failure.ts'
import { lineOf } from './migrate.ts'

const PATH = 'supabase/seed.sql'

/**
 * Fills a data folder with the demo data once in its life; an `empty` start settles that it never gets any.
 * Throws StartFailure when the seed does not fit the migrations.
 */
export async function seedOnce(client: Client, file: string, empty: boolean): Promise<void> {
  const { rowCount } = await client.query('select from supabase_migrations.seed_files where path = $1', [
    PATH,
  ])
  if (rowCount !== 0 || (!empty && !existsSync(file))) return
  const sql = empty ? '' : readFileSync(file, 'utf8')
  try {
    await client.query('begin')
    await client.query(sql)
    const hash = createHash('sha256').update(sql).digest('hex')
    await client.query('insert into supabase_migrations.seed_files values ($1, $2)', [PATH, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new StartFailure(`The demo data ${PATH} failed${lineOf(error, sql)}: ${reason(error)}.`)
  }
}
