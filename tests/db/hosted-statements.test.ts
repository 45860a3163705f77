import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hostedRefusal } from '../../supabase/local/database/hosted-statements.ts'
import { withClient } from '../../supabase/local/postgres/pool.ts'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const reasonOf = (sql: string) => hostedRefusal(sql)?.reason

const files = ['supabase/migrations', 'supabase'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => join(folder, name)),
)

it.each(files)('hosted Supabase accepts %s (D50)', (file) => {
  expect(hostedRefusal(readFileSync(file, 'utf8'))).toBeUndefined()
})

it('hosted Supabase accepts every function of the database, also those that migrations create from text', async () => {
  const functions = await world.sql<{ text: string }>(
    `select pg_get_functiondef(oid) as text from pg_proc
     where pronamespace::regnamespace::text in ('public', 'private', 'api_guard') and prokind in ('f', 'p')`,
  )
  expect(functions.length).toBeGreaterThan(300)
  expect(functions.map(({ text }) => reasonOf(text)).filter(Boolean)).toEqual([])
})

const plpgsql = (body: string) =>
  `create function private.f() returns setof text language plpgsql as $f$ declare v text; c refcursor; begin ${body} end $f$`
const sql = (body: string) => `create function private.f() returns void language sql as $f$ ${body} $f$`
const atomic = (body: string) =>
  `create function private.f() returns void language sql begin atomic ${body}; end`

const UPDATE = 'UPDATE requires a WHERE clause'
const DELETE = 'DELETE requires a WHERE clause'

it.each([
  ['update t set a = 1', UPDATE],
  ['update t set a = 1 from t as o join u on u.id = o.id returning t.a', UPDATE],
  ['delete from t using u', DELETE],
  ['with gone as (delete from t returning *) select * from gone', DELETE],
  ['insert into t values (1); delete from t where a in (select 1); update t set a = 1', UPDATE],
])('refuses %s at the top level and in functions', (statement, reason) => {
  expect(reasonOf(statement)).toBe(reason)
  for (const body of [
    `${statement};`,
    `if true then ${statement}; end if;`,
    `begin null; exception when others then ${statement}; end;`,
  ]) {
    expect(reasonOf(plpgsql(body))).toBe(`${reason}, in private.f`)
  }
  expect(reasonOf(sql(statement))).toBe(`${reason}, in private.f`)
  expect(reasonOf(atomic(statement))).toMatch(reason)
  expect(reasonOf(`do $f$ begin ${statement}; end $f$`)).toBe(`${reason}, in DO`)
})

it.each([
  ["execute 'update t set a = 1'", UPDATE],
  ["execute format('delete from private.%I', v)", DELETE],
  ["execute format('update %s as c set expires_at = $2', v) using 1, 2", UPDATE],
  [
    'return query execute format($q$ with d as (delete from %1$I returning a) select a from d $q$, v)',
    DELETE,
  ],
  ["execute 'delete from ' || v || ' where a = 1'", DELETE],
  ["v := 'delete from t'; execute v", DELETE],
  ["execute concat('update ', v, ' set a = 1')", UPDATE],
  ["execute 'update only t x set a = 1'", UPDATE],
  ["execute 'delete' || ' from t'", DELETE],
  ["execute 'merge into t using u on true when matched then delete; reset role'", 'the setting role'],
  ["execute format('truncate %I', v)", 'TruncateStmt'],
  ["execute format('set local role %I', v)", 'the setting role'],
  ["v := (select set_config('role', 'anon', true))", 'the setting role'],
  ["perform set_config(v, 'anon', true)", 'the setting'],
  ["v := pg_read_file('/etc/passwd')", 'the function pg_read_file'],
  ["open c for execute 'update t set a = 1 returning a'", UPDATE],
  ['for v in update t set a = 1 returning a loop null; end loop', UPDATE],
])('refuses the body %s', (body, reason) => {
  expect(reasonOf(plpgsql(`${body};`))).toContain(reason)
})

const STORAGE = 'an object in storage'

it.each([
  ['truncate t', 'TruncateStmt'],
  ['set local role anon', 'the setting role'],
  ['set session_replication_role = replica', 'the setting session_replication_role'],
  ["alter role authenticated set log_min_messages = 'debug'", 'the setting log_min_messages'],
  ["select set_config('session_replication_role', 'replica', true)", 'the setting session_replication_role'],
  ["alter system set work_mem = '1GB'", 'AlterSystemStmt'],
  ['create view storage.v as select 1', STORAGE],
  ['alter table storage.objects add column a int', STORAGE],
  ['alter table storage.buckets disable row level security', STORAGE],
  ['alter schema storage owner to postgres', STORAGE],
  ['drop table storage.objects', STORAGE],
  ['grant all on storage.objects to anon', STORAGE],
])('refuses %s', (statement, reason) => {
  expect(reasonOf(statement)).toContain(reason)
})

it.each([
  "set log_statement = 'all'",
  "alter role authenticated set log_min_messages = 'debug'",
  "copy profiles from program 'ls'",
  "select pg_read_file('/etc/passwd')",
  'create event trigger e on ddl_command_end execute function private.reconcile()',
  'create extension plpython3u',
  "create function f() returns int language c as 'a', 'b'",
  "create function f() returns int language sql leakproof as 'select 1'",
  'create role r superuser',
  'alter role supabase_auth_admin nologin',
  'grant pg_read_server_files to postgres',
  'alter table profiles owner to supabase_admin',
  'alter default privileges for role supabase_admin grant select on tables to anon',
  'create publication p for all tables',
  'create table auth.t ()',
  'create index on auth.users (email)',
])('the owner of the database is no superuser: Postgres refuses %s', async (statement) => {
  const refused = withClient(world.address.db_url, (client) => client.query(statement))
  await expect(refused).rejects.toThrow(/denied|must be (owner|superuser)|must be able|only superuser/)
})

it.each([
  'update t set a = 1 where true',
  'delete from t where current of c',
  'insert into t values (1) on conflict (a) do update set a = 2',
  'select from t for update',
  'create trigger t after insert on auth.users for each row execute function private.f()',
  'create policy p on storage.objects for delete to authenticated using (true)',
  'drop policy p on storage.objects',
  'create table public.t (id uuid references auth.users (id) on delete cascade)',
  'delete from auth.users where id = $1',
  'copy t from stdin',
  "alter role authenticator set pgrst.db_pre_request = 'f'",
  plpgsql(
    "raise exception 'an update needs a reason'; execute format('select %s from %s where %s limit 1', v, v, v);",
  ),
  plpgsql("execute format('update public.%I as c set a = $2 where c.id = $1', v) using 1, 2;"),
])('accepts %s', (statement) => {
  expect(reasonOf(statement)).toBeUndefined()
})

it('names the line of the statement', () => {
  expect(hostedRefusal('select 1;\n\n-- Ünïcödé.\n\ndelete from t;\n')).toEqual({ reason: DELETE, line: 5 })
})
