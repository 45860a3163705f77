import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { databaseErrorCodes } from '@/lib/error-codes'
import { columnOf, scalarOf } from './support/ask'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const folder = new URL('../../supabase/migrations/', import.meta.url)

it('raises the error codes that the app knows, each with one status wherever it is raised (C7)', () => {
  const sql = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'))
  const raised = sql.join('\n').matchAll(/raise exception '(\w+)'\s+using errcode = 'PT(\d+)/g)
  const codes = [...new Set([...raised].map(([, code, status]) => `${code} ${status}`))].sort()
  expect(codes.map((line) => line.replace(/ .*/, ''))).toEqual([...databaseErrorCodes])
})

const EXPOSED = `select c.oid, c.relname as name from pg_class as c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`
const PRODUCT = `::regnamespace::text in ('public', 'private')`
/** The computed relationships of the REST layer: functions from a row of one table to rows of another. */
const RELATIONSHIPS = `select p.proname as name, p.prorows as rows, p.prosecdef as definer, argument.typrelid as source, result.typrelid as target
  from pg_proc as p join pg_type as argument on argument.oid = p.proargtypes[0] join pg_type as result on result.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.pronargs = 1 and result.typrelid in (select oid from (${EXPOSED}) as e)`

it.each([
  [
    'table or public function without a comment (C17)',
    `select oid::regclass::text from pg_class where relnamespace${PRODUCT} and relkind = 'r' and obj_description(oid) is null
     union all
     select oid::regprocedure::text from pg_proc where pronamespace::regnamespace::text in ('public', 'api_guard') and obj_description(oid) is null`,
  ],
  [
    'relationship to several rows, or past the rights of its caller (C12)',
    `select name from (${RELATIONSHIPS}) as r where rows <> 1 or definer`,
  ],
  [
    'cycle of relationships (C12)',
    `with recursive relationships as (${RELATIONSHIPS}), reached as (
       select source, target from relationships union select a.source, b.target from reached as a join relationships as b on b.source = a.target)
     select source::regclass::text from reached where source = target`,
  ],
  [
    // Relationships and what a condition calls have none, so that Postgres can inline them; they run as their caller, and qualify every
    // name, or bound it when they were created.
    'function without an empty search path (C14)',
    `select p.oid::regprocedure::text from pg_proc as p
     where p.proowner = 'postgres'::regrole and not ((p.proretset or p.prosqlbody is not null) and not p.prosecdef)
       and not exists (select from pg_depend as d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
       and coalesce(not 'search_path=""' = any (p.proconfig), true)`,
  ],
  [
    'policy for anyone but authenticated (C13)',
    `select policyname from pg_policies where schemaname = 'public' and roles <> '{authenticated}'`,
  ],
  [
    'policy that grants a right to a caller by another function than the one that asks for the factor (D54)',
    `select policyname from pg_policies where schemaname in ('public', 'storage') and concat(qual, with_check) ~ 'auth\\.'`,
  ],
  [
    'table without row-level security',
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
  ],
  [
    'foreign key between two exposed tables, which the REST layer would embed in each other (C12)',
    `with exposed as (${EXPOSED}) select conname from pg_constraint
     where contype = 'f' and conrelid in (select oid from exposed) and confrelid in (select oid from exposed)`,
  ],
  [
    'planner statistics of who somebody is, what people wrote or a secret, which estimates would tell (D12)',
    `select concat(a.attrelid::regclass, '.', a.attname) from pg_attribute as a join pg_class as c on c.oid = a.attrelid
     left join pg_index as i on i.indexrelid = c.oid
     where c.relnamespace${PRODUCT} and a.attnum > 0 and not a.attisdropped
       and (c.relkind in ('r', 'm') or c.relkind = 'i' and i.indkey[a.attnum - 1] = 0) and a.attstattarget is distinct from 0
       and format_type(a.atttypid, null) !~ '^(boolean|integer|bigint|numeric|date|timestamp with time zone)$'
       and a.attname !~ '^(status|state|kind|role|source|outcome|action|table_name|transaction_type|delivery_method|unit)$'`,
  ],
])('finds no %s', async (_, query) => {
  expect(await columnOf(world.sql, query)).toEqual([])
})

it.each([
  ['tables', 'alter table orders alter column status drop default'],
  ['tables', 'alter table orders disable row level security'],
  ['tables', 'alter table orders add constraint never check (true)'],
  ['tables', 'create index on orders (status, id)'],
  ['tables', 'alter view private.catalogue set (security_barrier)'],
  ['functions', 'alter function private.is_admin() security invoker'],
  ['functions', 'create or replace function private.page_size(p_limit integer) returns integer return 1'],
  ['triggers', 'alter table orders disable trigger orders_insert'],
  ['triggers', 'create trigger again after insert on auth.users execute function private.audit()'],
  ['tables', 'alter table orders alter column status drop not null'],
  ['functions', 'alter function private.is_admin() reset search_path'],
  ['policies', 'alter policy "profiles: admins delete" on profiles using (true)'],
  ['policies', 'alter policy "app_settings: admins create" on app_settings with check (true)'],
  ['policies', 'create policy anyone on storage.objects for select to anon'],
  ['rights', 'grant select (id) on profiles to anon'],
  ['rights', 'grant delete on private.outbox to authenticated'],
  ['rights', 'grant execute on function reconcile() to public'],
  ['rights', 'grant create on schema private to service_role'],
  ['live updates', 'alter publication supabase_realtime drop table orders'],
])('the digest of a changed schema differs in its %s: %s', (part, change) =>
  world.undone(async (sql) => {
    const digest = async () => (await scalarOf(sql, 'select schema_digest()')) as Record<string, string>
    const before = await digest()
    await sql(change)
    const after = await digest()
    expect(Object.keys(before).filter((name) => after[name] !== before[name])).toEqual([part])
  }),
)
