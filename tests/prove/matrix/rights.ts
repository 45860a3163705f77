import type { Query } from '../../db/support/world.ts'
import {
  FUNCTIONS,
  IN_CHECKS,
  IN_POLICIES,
  RELATIONSHIPS,
  SERVICE_FUNCTIONS,
  WRAPPED,
} from './function-rules.ts'
import type { Allowed, Writable } from './rule.ts'
import { TABLES } from './rules.ts'

/** What members may read themselves anyway. */
const UNWRAPPED = ['my_totals', 'late_credit_left']

const OF_DATABASE = `
  with role as (select unnest('{anon,authenticated,service_role}'::text[]) as name),
  space as (
    select oid, nspname, case nspname when 'public' then '' else nspname || '.' end as prefix
    from pg_namespace where nspname in ('public', 'private', 'api_guard')),
  relation as (
    select c.oid, prefix || relname as name from pg_class as c join space on space.oid = relnamespace
    where relkind in ('r', 'v', 'm', 'f', 'p'))
  select format('right of %s to %s %s.%s', role.name, lower(right_to), relation.name, attname) as name
  from role, relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped,
    unnest('{INSERT,UPDATE}'::text[]) as right_to
  where has_column_privilege(role.name, relation.oid, attnum, right_to)
  union all
  select format('right of %s to %s %s', role.name, lower(right_to), relation.name)
  from role, relation, unnest('{SELECT,DELETE,TRUNCATE,TRIGGER,REFERENCES}'::text[]) as right_to
  where has_table_privilege(role.name, relation.oid, right_to)
  union
  select format('right of %s to call %s%s', role.name, prefix, proname) from role, pg_proc join space on space.oid = pronamespace
  where has_function_privilege(role.name, pg_proc.oid, 'execute')
  union all
  select format('right of %s to use %s', role.name, nspname) from role, space
  where has_schema_privilege(role.name, space.oid, 'usage')`

/** Every effective privilege of a client role; behind each there may be a policy or a trigger. */
export async function rightsOf(sql: Query): Promise<string[]> {
  return (await sql<{ name: string }>(OF_DATABASE)).map(({ name }) => name)
}

const columnsOf = (allowed: Allowed<Writable>) =>
  new Set(Object.values(allowed).flatMap(({ columns }) => [...columns]))

/** The privileges that the rules need; members and admins share a role (docs/database.md). */
export function ruledRights(): string[] {
  const tables = Object.entries(TABLES).flatMap(([table, rule]) => [
    `select ${table}`,
    ...[...columnsOf(rule.insert)].map((column) => `insert ${table}.${column}`),
    ...[...columnsOf(rule.update)].map((column) => `update ${table}.${column}`),
    ...(Object.keys(rule.delete).length > 0 ? [`delete ${table}`] : []),
  ])
  const service = Object.keys(SERVICE_FUNCTIONS)
  const all = Object.keys(FUNCTIONS).filter((name) => !service.includes(name))
  const open = all.filter((name) => FUNCTIONS[name]?.allowed.includes('anonymous'))
  // A public function runs as its caller, who therefore needs the private one.
  const wrapped = (names: string[]) =>
    names.filter((name) => !UNWRAPPED.includes(name)).map((name) => `private.${WRAPPED[name] ?? name}`)
  const called = (names: string[]) => [
    ...['private.refuse_estimates', 'api_guard.before_request'],
    ...new Set(names),
  ]
  const checks = IN_CHECKS.map((name) => `private.${name}`)
  const policies = IN_POLICIES.map((name) => `private.${name}`)
  const acts = {
    anon: called([...open, ...wrapped(open)]).map((name) => `call ${name}`),
    authenticated: [
      ...tables,
      ...called([...all, ...RELATIONSHIPS, ...wrapped(all), ...checks, ...policies]).map(
        (name) => `call ${name}`,
      ),
    ],
    service_role: [
      ...Object.keys(TABLES).map((table) => `select ${table}`),
      ...called([...checks, ...service, ...wrapped(service)]).map((name) => `call ${name}`),
    ],
  }
  return Object.entries(acts).flatMap(([role, rights]) =>
    [...rights, 'use public', 'use api_guard'].map((act) => `right of ${role} to ${act}`),
  )
}
