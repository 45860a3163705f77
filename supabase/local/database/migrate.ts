import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, DatabaseError } from 'pg'
import { reason, StartFailure } from '../failure.ts'

// The table of the official CLI, so that `supabase migration list` and `db push` agree with this runner.
const HISTORY = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);
`

/**
 * Applies what is new in `folder`, each file in a transaction of its own.
 * lite's own runner is not used: it splits statements at the semicolons inside `begin atomic`.
 * Throws StartFailure naming the file and the line at fault, also for what only hosted Supabase would refuse (D50), or naming
 * `dataFolder` when what was applied to it differs. Returns whether any was new.
 */
export async function migrate(client: Client, folder: string, dataFolder: string): Promise<boolean> {
  await client.query(HISTORY)
  const { rows: applied } = await client.query<Applied>(
    `select version, name, statements[1] as sql
     from supabase_migrations.schema_migrations order by version`,
  )
  const files = listMigrations(folder)
  const changed = applied.find((row) => !isUnchanged(row, folder, files))
  if (changed) {
    throw new StartFailure(
      `The data folder ${dataFolder} was made by another version of the migrations (${changed.version}_${changed.name}.sql has changed since); delete that folder to start afresh.`,
    )
  }
  const versions = new Set(applied.map(({ version }) => version))
  const news = files.filter(({ version }) => !versions.has(version))
  for (const file of news) await apply(client, folder, file)
  return news.length > 0
}

type Refusal = { reason: string; line: number }
const checked = new Map<string, Refusal | undefined>()

/** Checks the migrations in `folder` for what hosted Supabase would refuse, while something else takes its time. */
export async function checkAhead(folder: string): Promise<void> {
  const { hostedRefusal } = await import('./hosted-statements.ts')
  for (const { path } of listMigrations(folder)) {
    const sql = readFileSync(join(folder, path), 'utf8')
    try {
      checked.set(sql, hostedRefusal(sql))
    } catch {
      // Postgres will say what is wrong.
    }
  }
}

type Migration = { path: string; version: string; name: string }
type Applied = { version: string; name: string; sql: string }

/** True when the file still says what was applied. */
function isUnchanged({ version, sql }: Applied, folder: string, files: Migration[]): boolean {
  const file = files.find((candidate) => candidate.version === version)
  return file !== undefined && readFileSync(join(folder, file.path), 'utf8') === sql
}

function listMigrations(folder: string): Migration[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .flatMap((path) => {
      const match = /^(\d+)_(.*)\.sql$/.exec(path)
      return match?.[1] === undefined ? [] : [{ path, version: match[1], name: match[2] ?? '' }]
    })
}

async function apply(client: Client, folder: string, { path, version, name }: Migration): Promise<void> {
  const sql = readFileSync(join(folder, path), 'utf8')
  try {
    await client.query('begin')
    await client.query(sql)
    const { hostedRefusal } = await import('./hosted-statements.ts')
    const refusal = checked.has(sql) ? checked.get(sql) : hostedRefusal(sql)
    if (refusal) {
      throw new StartFailure(
        `The migration ${path} failed at line ${refusal.line}: hosted Supabase refuses it: ${refusal.reason}.`,
      )
    }
    await client.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
      version,
      [sql],
      name,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (error instanceof StartFailure) throw error
    throw new StartFailure(`The migration ${path} failed${lineOf(error, sql)}: ${reason(error)}.`)
  }
}

/** " at line 12" when Postgres says where; lines count from 1. */
export function lineOf(error: unknown, sql: string): string {
  const position = Number((error as DatabaseError).position)
  return position > 0 ? ` at line ${sql.slice(0, position).split('\n').length}` : ''
}
