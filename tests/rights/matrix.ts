import { randomUUID } from 'node:crypto'
import type { Query, Row } from '../db/support/world.ts'
import { type Actor, readActors } from './actors.ts'
import { type Column, granted, readFacts, readRoutines, readTables, type Table } from './catalog.ts'

const quoted = (name: string) => `"${name}"`

/** Values that differ from any stored one and that the checks of these columns accept. */
const SAMPLES: Record<string, string> = {
  'profiles.role': `case role when 'admin' then 'user' else 'admin' end`,
  'profiles.adjustment_type': `'purchase'`,
  'orders.status': `case status when 'processing' then 'delivered' else 'processing' end`,
  'benefits.delivery_method': `case delivery_method when 'manual' then 'link' else 'manual' end`,
  'benefits.image_url': `'/tried.png'`,
  'benefits.category_id': 'null',
  'benefits.opens_at': `timestamptz '2001-01-01'`,
  'benefits.closes_at': `timestamptz '2099-01-01'`,
  'notification_preferences.kind': `'stock'`,
  'admin_views.filter': `'{"status": "waiting"}'`,
  'admin_views.sort': `'due'`,
  'app_settings.key': 'key',
  'app_settings.value': `'/tried.png'`,
}

/** Another value of the type, as an SQL expression of the stored one. */
function changed(table: string, { name, type }: Column): string {
  const sample = SAMPLES[`${table}.${name}`]
  if (sample) return sample
  if (type === 'boolean') return `not ${quoted(name)}`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (/^(integer|bigint|smallint|numeric)/.test(type)) return `coalesce(${quoted(name)}, 0) + 1`
  if (/^timestamp/.test(type)) return `coalesce(${quoted(name)}, now()) + interval '1 day'`
  if (type === 'jsonb') return `'{}'::jsonb`
  return `coalesce(${quoted(name)}, '') || 'x'`
}

/** An argument of the type that names nothing and, where it is a choice, only asks. */
function argument(type: string): string {
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'boolean') return 'true'
  if (/^(integer|bigint|smallint|numeric)/.test(type)) return '1'
  if (/^timestamp/.test(type)) return 'now()'
  if (/^jsonb?$/.test(type)) return `'{}'`
  if (type === 'text') return `'x'`
  return `null::${type}`
}

const OPERATIONS: Record<string, string> = {
  select: 'storage.object.get_authenticated',
  insert: 'storage.object.upload',
  update: 'storage.object.upload_update',
  delete: 'storage.object.delete_many',
}

/** An order of rows `t` that does not depend on ids and times, which are random in each database. */
const STABLE = `regexp_replace(t::text, '[0-9a-f-]{36}|\\d{4}-\\d\\d-\\d\\d [0-9:.+]+', '', 'g')`

type Failure = { code?: string; message: string }

/** '-' without the right; the word of a refusal by the product; otherwise the right was there. */
function refusal({ code = '', message }: Failure): string {
  if (code === '42501') return '-'
  if (code === 'PT401' || code === 'PT403') return message
  return 'yes'
}

type Cells = { verb: string; name: string; cells: string[] }

const lineOf = (cells: string[]) =>
  cells
    .map((cell) => cell.padEnd(12))
    .join(' ')
    .trimEnd()

/** The names after the verb, in lines of at most 120 characters. */
function named(verb: string, names: string[]): string[] {
  const lines = [`     ${verb}`]
  for (const name of names.filter(Boolean))
    if (`${lines.at(-1)} ${name}`.length > 120) lines.push(`       ${name}`)
    else lines[lines.length - 1] += ` ${name}`
  return lines
}

/** The lines of a table or of the functions: names with the same cells share one line of cells. */
function grouped(head: string, rows: Cells[]): string[] {
  const kinds = [...new Set(rows.map(({ cells }) => lineOf(cells)))]
  return ['', head].concat(
    kinds.flatMap((kind) => {
      const same = rows.filter(({ cells }) => lineOf(cells) === kind)
      const verbs = [...new Set(same.map(({ verb }) => verb))]
      const namesOf = (verb: string) => same.filter((row) => row.verb === verb).map(({ name }) => name)
      return [`  ${kind}`, ...verbs.flatMap((verb) => named(verb, namesOf(verb)))]
    }),
  )
}

/** Every cell as text; `sql` is a transaction of the owner that is rolled back. */
export async function describeRights(sql: Query): Promise<string> {
  const actors = await readActors(sql)
  const cellsOf = async (verb: string, name: string, cellOf: (actor: Actor) => Promise<string>) => {
    const cells: string[] = []
    for (const actor of actors) cells.push(await cellOf(actor))
    return { verb, name, cells }
  }
  const lines = [...(await readFacts(sql)), '', `  ${lineOf(actors.map(({ name }) => name))}`]
  for (const table of await readTables(sql)) {
    const rows = [await cellsOf('delete', '', (actor) => reach(sql, actors, actor, table, 'delete'))]
    for (const right of ['select', 'insert', 'update'] as const) {
      const columns: Record<string, string[]> = {}
      for (const { role } of actors) columns[role] ??= await granted(sql, role, table, right)
      const whole = new Map<Actor, string>()
      for (const actor of actors) {
        const names = columns[actor.role] ?? []
        if (right === 'select' && names.length > 0)
          whole.set(actor, await reach(sql, actors, actor, table, 'select'))
        if (right === 'insert') whole.set(actor, await insert(sql, memberOf(actors), actor, table, names))
      }
      for (const { name } of table.columns) {
        const isGranted = ({ role }: Actor) => columns[role]?.includes(name)
        // Every column has a line, if only that nobody reads it.
        if (right !== 'select' && !actors.some(isGranted)) continue
        rows.push(
          await cellsOf(right, name, async (actor) => {
            if (!isGranted(actor)) return '-'
            return whole.get(actor) ?? (await reach(sql, actors, actor, table, `update ${name}`))
          }),
        )
      }
    }
    const head = table.where === 'true' ? table.name : `${table.name} where ${table.where}`
    lines.push(...grouped(head, rows))
  }
  const calls: Cells[] = []
  for (const { name, label, types } of await readRoutines(sql)) {
    const statement = `select ${name}(${types.map(argument).join(', ')})`
    calls.push(await cellsOf('call', label, async (actor) => allowed(await tried(sql, actor, statement))))
  }
  return [...lines, ...grouped('functions', calls), ''].join('\n')
}

const allowed = (outcome: number | string) => (typeof outcome === 'number' ? 'yes' : outcome)

/** What a verb reaches of the member's row and of another: own, foreign, all, none, or why it is refused. */
async function reach(sql: Query, actors: Actor[], actor: Actor, table: Table, verb: string): Promise<string> {
  const column = table.columns.find(({ name }) => verb === `update ${name}`)
  const found: string[] = []
  for (const kind of ['own', 'foreign']) {
    const where = await rowOf(sql, actors, table, kind)
    const statement = column
      ? `update ${table.name} set ${quoted(column.name)} = ${changed(table.name, column)} where ${where} returning 1`
      : verb === 'delete'
        ? `delete from ${table.name} where ${where} returning 1`
        : `select 1 from ${table.name} where ${where}`
    const outcome = await tried(sql, actor, `with t as (${statement}) select count(*)::int as n from t`)
    if (outcome === 0) continue
    if (typeof outcome === 'string' && outcome !== 'yes') return outcome
    found.push(kind)
  }
  return found.length === 2 ? 'all' : (found[0] ?? 'none')
}

/**
 * A condition for one row: the member's, or one that does not mention them and preferably no other caller; for none where there
 * is no such row.
 */
async function rowOf(
  sql: Query,
  actors: Actor[],
  { name, key, where }: Table,
  kind: string,
): Promise<string> {
  const [row] = await sql<{ found: string }>(
    `select (select string_agg(format('%I = %L', k, to_jsonb(t) ->> k), ' and ') from unnest($1::text[]) as k) as found
     from ${name} as t where ${where} and (t::text like '%' || $2 || '%') = $3
     order by (select count(*) from unnest($4::text[]) as id where t::text like '%' || id || '%'), ${STABLE} limit 1`,
    [key, memberOf(actors), kind === 'own', [...new Set(actors.flatMap(({ id }) => id ?? []))]],
  )
  return row?.found ?? 'false'
}

const memberOf = (actors: Actor[]) => actors.find(({ name }) => name === 'member')?.id as string

/** Inserts a copy of a row with new keys and the caller in place of the member, of the granted columns only. */
async function insert(
  sql: Query,
  member: string,
  actor: Actor,
  table: Table,
  names: string[],
): Promise<string> {
  if (names.length === 0) return '-'
  const [stored] = await sql<{ row: Row }>(
    `select to_jsonb(t) as row from ${table.name} as t where ${table.where} order by t::text like '%' || $1 || '%' desc, ${STABLE} limit 1`,
    [member],
  )
  const row: Row = { ...stored?.row }
  for (const { name, type } of table.columns) {
    if (row[name] === member && actor.id) row[name] = actor.id
    else if (type === 'uuid' && table.key.includes(name)) row[name] = randomUUID()
    else if (type === 'text' && /^(code|name)$/.test(name))
      row[name] = String(row[name]).replace(/[^/]+$/, () => `Tried-${randomUUID().slice(0, 8)}`)
  }
  const literal = `'${JSON.stringify(row).replaceAll("'", "''")}'`
  const outcome = await tried(
    sql,
    actor,
    `insert into ${table.name} (${names.map(quoted)}) select ${names.map((name) => `(r).${quoted(name)}`)}
     from (select jsonb_populate_record(null::${table.name}, ${literal}) as r) as s`,
  )
  return allowed(outcome)
}

/** The count that the statement returns, or how it is refused; nothing of it stays. */
async function tried(sql: Query, { role, id, prepare }: Actor, statement: string): Promise<number | string> {
  await sql('savepoint tried')
  try {
    if (prepare) await sql(prepare)
    // What the policies of storage know of a request.
    const [verb = ''] = /select|insert|update|delete/.exec(statement) ?? []
    await sql(`select set_config('storage.operation', $1, true)`, [OPERATIONS[verb]])
    const claims = { role, ...(id && { sub: id, aal: 'aal1' }) }
    await sql(`select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`, [
      JSON.stringify(claims),
      role,
    ])
    const [row] = await sql<{ n?: number }>(statement)
    return row?.n ?? 1
  } catch (error) {
    return refusal(error as Failure)
  } finally {
    await sql('rollback to savepoint tried')
  }
}
