import type { Query } from '../db/support/world.ts'

export type Column = { name: string; type: string; generated: boolean }

/** A table that clients may name, with its primary key. */
export type Table = { name: string; columns: Column[]; key: string[]; where: string }

/** The label of a relationship says of which table. */
export type Routine = { name: string; label: string; types: string[] }

/** The tables of the interface, and the objects of each bucket. */
export async function readTables(sql: Query): Promise<Table[]> {
  const buckets = await sql<{ id: string }>('select id from storage.buckets order by id')
  const tables = await sql<Omit<Table, 'where'>>(`
    select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'generated', a.attgenerated <> '' or a.attidentity = 'a') order by a.attnum)
        from pg_attribute as a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(json_agg(a.attname), '[]') from pg_index as i join pg_attribute as a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where (n.nspname = 'public' and c.relkind in ('r', 'v', 'm', 'f', 'p')) or (n.nspname = 'storage' and c.relname = 'objects')
    order by n.nspname, c.relname`)
  return tables.flatMap((table) =>
    table.name === 'storage.objects'
      ? buckets.map(({ id }) => ({ ...table, where: `bucket_id = '${id}'` }))
      : { ...table, where: 'true' },
  )
}

/** The functions of the interface. Clients cannot name those of other schemas, whatever they may execute. */
export async function readRoutines(sql: Query): Promise<Routine[]> {
  return sql<Routine>(`
    select p.oid::regproc::text as name,
      p.proname || coalesce('(' || (select relname from pg_class where reltype = p.proargtypes[0]) || ')', '') as label,
      (select coalesce(json_agg(format_type(t, null) order by n), '[]') from unnest(p.proargtypes) with ordinality as a (t, n)) as types
    from pg_proc as p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype order by 2`)
}

/** The columns of a table that a role may read or write. */
export async function granted(
  sql: Query,
  role: string,
  { name, columns }: Table,
  right: 'select' | 'insert' | 'update',
) {
  const [row] = await sql<{ names: string[] }>(
    `select array(select c from unnest($1::text[]) as c where has_column_privilege($2, $3, c, $4)) as names`,
    [columns.filter((one) => right === 'select' || !one.generated).map((one) => one.name), role, name, right],
  )
  return row?.names ?? []
}

/** What needs no caller to be tried: schemas, live tables and buckets. */
export async function readFacts(sql: Query): Promise<string[]> {
  const rows = await sql<{ line: string }>(`
    select format('schema %s: %s', n.nspname, coalesce(string_agg(r.name, ', ' order by r.name), 'nobody')) as line
    from pg_namespace as n left join unnest('{anon,authenticated,service_role}'::text[]) as r (name)
      on has_schema_privilege(r.name, n.oid, 'usage')
    where n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', 'auth', 'storage', 'realtime', 'extensions') group by n.nspname
    union all
    select 'live ' || schemaname || '.' || tablename from pg_publication_tables where pubname = 'supabase_realtime'
    union all
    select format('bucket %s: %s', id, case when public then 'public' else 'private' end) from storage.buckets
    union all
    select format('truncate, trigger or references on %s: %s', c.oid::regclass, r.name)
    from pg_class as c, unnest('{anon,authenticated,service_role}'::text[]) as r (name)
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'v')
      and (has_table_privilege(r.name, c.oid, 'truncate') or has_table_privilege(r.name, c.oid, 'trigger') or has_table_privilege(r.name, c.oid, 'references'))
    union all
    select format('private function %s: %s', p.proname, string_agg(r.name, ', ' order by r.name))
    from pg_proc as p join unnest('{anon,authenticated,service_role}'::text[]) as r (name) on has_function_privilege(r.name, p.oid, 'execute')
    where p.pronamespace in ('private'::regnamespace, 'api_guard'::regnamespace) group by p.oid, p.proname
    union all
    select format('private table %s: %s', c.oid::regclass, r.name)
    from pg_class as c, unnest('{anon,authenticated,service_role}'::text[]) as r (name)
    where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'v')
      and (has_any_column_privilege(r.name, c.oid, 'select, insert, update') or has_table_privilege(r.name, c.oid, 'delete'))
    order by 1`)
  return rows.map(({ line }) => line)
}
