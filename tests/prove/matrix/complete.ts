import type { Query } from '../../db/support/world.ts'
import { FUNCTIONS, LIVE, PRIVATE_FUNCTIONS, PRIVATE_TABLES, RELATIONSHIPS } from './function-rules.ts'
import { rightsOf, ruledRights } from './rights.ts'
import { TABLES } from './rules.ts'
import { BUCKETS } from './storage-rules.ts'

/** The names of everything in the database, one line each. */
export type Catalog = readonly string[]

const OF_DATABASE = `
  select format('table %s', c.relname) as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind not in ('i', 'I', 'S', 't', 'c')
  union all
  select format('column %s.%s', c.relname, a.attname) from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind not in ('i', 'I', 'S', 't', 'c')
    and a.attnum > 0 and not a.attisdropped
  union all
  select format('function %s(%s)', p.proname, array_to_string(
    array(select n from unnest(p.proargnames[:p.pronargs]) as n order by n), ', ')) from pg_proc p
  where p.pronamespace = 'public'::regnamespace
  union all
  select format('private table %s', c.relname) from pg_class c
  where c.relnamespace = 'private'::regnamespace and c.relkind not in ('i', 'I', 'S', 't', 'c')
  union all
  select format('private function %s', p.proname) from pg_proc p where p.pronamespace = 'private'::regnamespace
  union all
  select format('live table %s.%s', schemaname, tablename) from pg_publication_tables where pubname = 'supabase_realtime'
  union all
  select format('bucket %s', id) from storage.buckets
  union all
  select format('schema %s', nspname) from pg_namespace
  where nspname !~ '^pg_' and nspname not in ('information_schema', 'auth', 'storage', 'extensions', 'supabase_migrations')`

/** The catalog of a database, read as its owner. */
export async function catalogOf(sql: Query): Promise<Catalog> {
  const things = await sql<{ name: string }>(OF_DATABASE)
  return [...things.map(({ name }) => name), ...(await rightsOf(sql))]
}

/** The catalog in a hosted project's OpenAPI description; undefined without one. */
export function catalogFrom(openApi: unknown): Catalog | undefined {
  const { definitions, paths } = (openApi ?? {}) as {
    definitions?: Record<string, { properties?: object }>
    paths?: Record<string, { post?: { parameters?: { schema?: { properties?: object } }[] } }>
  }
  if (!definitions || !paths) return undefined
  const functions = Object.entries(paths).filter(([path]) => path.startsWith('/rpc/'))
  return [
    ...Object.keys(definitions).map((table) => `table ${table}`),
    ...Object.entries(definitions).flatMap(([table, { properties = {} }]) =>
      Object.keys(properties).map((column) => `column ${table}.${column}`),
    ),
    ...functions.map(([path, { post }]) => {
      const named = post?.parameters?.flatMap(({ schema }) => Object.keys(schema?.properties ?? {})) ?? []
      return `function ${path.slice('/rpc/'.length)}(${named.sort().join(', ')})`
    }),
  ]
}

/** Everything that has a rule. */
function ruled(): Catalog {
  return [
    ...Object.entries(TABLES).flatMap(([table, { columns }]) => [
      `table ${table}`,
      ...Object.keys(columns).map((column) => `column ${table}.${column}`),
    ]),
    ...Object.entries(FUNCTIONS).map(
      ([name, { parameters }]) => `function ${name}(${[...parameters].sort().join(', ')})`,
    ),
    ...RELATIONSHIPS.map((name) => `function ${name}()`),
    ...PRIVATE_TABLES.map((table) => `private table ${table}`),
    ...PRIVATE_FUNCTIONS.map((name) => `private function ${name}`),
    ...LIVE.map((table) => `live table public.${table}`),
    ...Object.keys(BUCKETS).map((bucket) => `bucket ${bucket}`),
    ...['public', 'private', 'api_guard'].map((schema) => `schema ${schema}`),
    ...ruledRights(),
  ]
}

/** Names without a rule and, unless the catalog is partial, rules without a name. */
export function unruled(there: Catalog, partly = false): string[] {
  const rules = ruled()
  return [
    ...there.filter((name) => !rules.includes(name)).map((name) => `there is no rule for the ${name}`),
    ...(partly ? [] : rules.filter((name) => !there.includes(name)).map((name) => `there is no ${name}`)),
  ]
}
