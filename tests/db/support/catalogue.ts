import type { Query } from './world'

/** The names of all guards: row-level security, policies, triggers, checks, unique indexes, and errors that functions raise. */
const GUARDS = `
  select 'RLS of ' || relname as name from pg_class
  where relrowsecurity and relnamespace = 'public'::regnamespace
  union select policyname from pg_policies where schemaname in ('public', 'storage')
  union select t.tgname from pg_trigger as t join pg_proc as p on p.oid = t.tgfoid
  where not t.tgisinternal and p.pronamespace = 'private'::regnamespace
  union select conname from pg_constraint
  where contype in ('c', 'u', 'x') and connamespace::regnamespace::text in ('public', 'private')
  union select c.relname from pg_index as i join pg_class as c on c.oid = i.indexrelid
  where i.indisunique and not i.indisprimary and c.relnamespace::regnamespace::text in ('public', 'private')
  union select p.oid::regproc || ' ' || word[1]
  from pg_proc as p, regexp_matches(p.prosrc, 'raise exception ''([^'']*)', 'g') as word
  where p.pronamespace::regnamespace::text in ('public', 'private')
  union select oid::regproc || ' not_admin' from pg_proc where prosrc ~ 'perform private.(require_admin(_to_read)?|begin_admin_write)()'
  order by 1`

/** The definition of each. A constraint restored after a mutation is not valid for old rows. */
const TEXTS = `
  select policyname || cmd || coalesce(qual, '') || coalesce(with_check, '') as text from pg_policies
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select conrelid::regclass || ' ' || conname || replace(pg_get_constraintdef(oid), ' NOT VALID', '') from pg_constraint
  union all select indexdef from pg_indexes where schemaname in ('public', 'private')
  union all select pg_get_functiondef(oid) from pg_proc where pronamespace::regnamespace::text in ('public', 'private')
  union all select relname || relrowsecurity from pg_class where relnamespace = 'public'::regnamespace
  order by 1`

export async function namesOfGuards(sql: Query): Promise<string[]> {
  return (await sql<{ name: string }>(GUARDS)).map(({ name }) => name)
}

/** The definitions of all guards, to be compared. */
export async function textOfGuards(sql: Query): Promise<string[]> {
  return (await sql<{ text: string }>(TEXTS)).map(({ text }) => text)
}
