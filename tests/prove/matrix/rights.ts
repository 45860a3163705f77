import type { Query } from '../../db/support/world.ts'
import { FUNCTIONS, RELATIONSHIPS } from './function-rules.ts'
import type { Allowed, Writable } from './rule.ts'
import { TABLES } from './rules.ts'

const OF_DATABASE = `
  with role as (select unnest('{anon,authenticated,service_role}'::text[]) as name),
  relation as (select * from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'f', 'p'))
  select format('right of %s to %s %s.%s', role.name, lower(right_to), relation.relname, attname) as name
  from role, relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped,
    unnest('{INSERT,UPDATE}'::text[]) as right_to
  where has_column_privilege(role.name, relation.oid, attnum, right_to)
  union all
  select format('right of %s to %s %s', role.name, lower(right_to), relation.relname)
  from role, relation, unnest('{DELETE,TRUNCATE,TRIGGER,REFERENCES}'::text[]) as right_to
  where has_table_privilege(role.name, relation.oid, right_to)
  union all
  select format('right of %s to call %s', role.name, proname) from role, pg_proc
  where pronamespace = 'public'::regnamespace and has_function_privilege(role.name, pg_proc.oid, 'execute')`

/** Every right to write or call, column by column; behind each there may be a policy and a trigger as well. */
export async function rightsOf(sql: Query): Promise<string[]> {
  return (await sql<{ name: string }>(OF_DATABASE)).map(({ name }) => name)
}

const columnsOf = (allowed: Allowed<Writable>) =>
  new Set(Object.values(allowed).flatMap(({ columns }) => [...columns]))

/** What the rules need: whoever is signed in has the union, whoever is not has two functions (docs/database.md). */
export function ruledRights(): string[] {
  const ofTables = Object.entries(TABLES).flatMap(([table, rule]) => [
    ...[...columnsOf(rule.insert)].map((column) => `insert ${table}.${column}`),
    ...[...columnsOf(rule.update)].map((column) => `update ${table}.${column}`),
    ...(Object.keys(rule.delete).length > 0 ? [`delete ${table}`] : []),
  ])
  const functions = Object.entries(FUNCTIONS)
  const open = functions.filter(([, { allowed }]) => allowed.includes('anonymous'))
  return [
    ...[
      ...ofTables,
      ...[...functions.map(([name]) => name), ...RELATIONSHIPS].map((name) => `call ${name}`),
    ].map((act) => `right of authenticated to ${act}`),
    ...open.map(([name]) => `right of anon to call ${name}`),
  ]
}
