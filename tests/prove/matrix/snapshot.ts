import type { Row } from '../../db/support/world.ts'
import { TABLES } from './rules.ts'
import type { Scene } from './scene.ts'

/** What every table held: a digest of all rows where the owner's SQL is there, else those that are tried. */
export type Snapshot = Map<string, string>

const ALL_TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname in ('public', 'private', 'auth', 'storage') order by 1`

/** Rows read as the superuser, past every rule. */
export async function snapshot(scene: Scene): Promise<Snapshot> {
  return scene.fixture.sql ? everything(scene.fixture.sql) : ofTheTried(scene)
}

async function everything(sql: NonNullable<Scene['fixture']['sql']>): Promise<Snapshot> {
  const tables = await sql<{ name: string }>(ALL_TABLES)
  // Reading a picture stamps the time of it.
  const digest = ({ name }: { name: string }) => `
    select '${name}' as name, md5(coalesce(string_agg(row, ',' order by row), '')) as digest
    from (select (to_jsonb(t) - 'last_accessed_at')::text as row from ${name} as t) as rows`
  const rows = await sql<{ name: string; digest: string }>(tables.map(digest).join(' union all '))
  return new Map(rows.map(({ name, digest: text }) => [name, text]))
}

async function ofTheTried({ fixture, targets }: Scene): Promise<Snapshot> {
  const found = new Map<string, string>()
  for (const [table, { key }] of Object.entries(TABLES)) {
    const keys = (targets[table] ?? []).map((target) => target.key)
    if (keys.length === 0) continue
    const query = fixture.service.from(table).select('*').in(key, keys).order(key)
    const rows: Row[] = (await query.throwOnError()).data ?? []
    found.set(`public.${table}`, JSON.stringify(rows))
  }
  return found
}

/** The tables that differ. */
export function changed(before: Snapshot, after: Snapshot): string[] {
  return [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name)
}
