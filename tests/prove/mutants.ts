import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { startBackend } from '../../supabase/local/backend.ts'

export type Mutant = { name: string; sql: string }

/** Each guard of the database, from its catalog, with the statement that removes it. */
const GUARDS = `
  select format('policy "%s" of %s', policyname, tablename) as name, format('drop policy %I on %I.%I', policyname, schemaname, tablename) as sql
  from pg_policies where schemaname in ('public', 'storage')
  union all
  select format('trigger %s', tgname), format('drop trigger %I on %s', tgname, tgrelid::regclass)
  from pg_trigger join pg_proc as p on p.oid = tgfoid where not tgisinternal and p.pronamespace = 'private'::regnamespace
  union all
  select format('constraint %s', conname), format('alter table %s drop constraint %I cascade', conrelid::regclass, conname)
  from pg_constraint where contype in ('c', 'u', 'f') and conrelid <> 0 and connamespace::regnamespace::text in ('public', 'private')
  union all
  select format('unique index %s', c.relname), format('drop index %s', i.indexrelid::regclass)
  from pg_index as i join pg_class as c on c.oid = i.indexrelid
  where i.indisunique and not exists (select from pg_constraint where conindid = i.indexrelid)
    and c.relnamespace::regnamespace::text in ('public', 'private')
  order by 1`

/** All mutants, in the order of their names. */
export async function readMutants(): Promise<Mutant[]> {
  const backend = await startBackend({ ephemeral: true, empty: true, sendEmails: false })
  const client = new pg.Client({ connectionString: backend.superuser_url })
  try {
    await client.connect()
    return (await client.query<Mutant>(GUARDS)).rows
  } finally {
    await client.end()
    await backend.stop()
  }
}

/** Runs the tests of rules and rights on a database without this guard; true when one of them fails. */
export async function isKilled({ sql }: Mutant): Promise<boolean> {
  const args = ['vitest', 'run', '--project', 'db', '--project', 'rights', '--bail', '1', '--reporter', 'dot']
  const run = spawn('npx', args, { env: { ...process.env, MUTANT: sql }, stdio: 'ignore' })
  const [code] = await once(run, 'exit')
  return code !== 0
}
