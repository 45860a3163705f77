import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Client } from 'pg'
import { reason, StartFailure } from '../failure.ts'
import type { Handler } from '../gateway.ts'
import { SECRET_KEY } from '../keys.ts'
import { PROJECT_DIR, SUPABASE_DIR } from '../paths.ts'
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

const MISSING = `
  select 'branding/email-logo' as object, 'image/png' as type
  from storage.buckets where id = 'branding' and not exists (
    select from storage.objects where bucket_id = 'branding' and name = 'email-logo')
  union all
  select 'deliveries/' || d.file_path, d.file_type from private.benefit_delivery as d
  where d.file_path is not null and not exists (
    select from storage.objects as o where o.bucket_id = 'deliveries' and o.name = d.file_path)`

/**
 * Uploads what a seed cannot, because it only writes to the database: the logo of the emails (D24) and the files that the demo benefits
 * deliver (D30), unless they are there.
 */
export async function uploadInitialFiles(owner: Client, handle: Handler): Promise<void> {
  const { rows } = await owner.query<{ object: string; type: string }>(MISSING)
  for (const { object, type } of rows) {
    const isLogo = object.startsWith('branding/')
    const file = isLogo
      ? join(PROJECT_DIR, 'public/images/email-logo.png')
      : join(SUPABASE_DIR, 'demo', basename(object))
    if (!existsSync(file)) continue
    const keys = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` }
    const response = await handle(
      new Request(`http://localhost/storage/v1/object/${object}`, {
        method: 'POST',
        headers: { ...keys, 'content-type': type, ...(isLogo && { 'cache-control': 'max-age=300' }) },
        body: readFileSync(file),
      }),
    )
    if (!response.ok) throw new Error(`the file ${object} was refused: ${await response.text()}`)
  }
}
