import { sqlOutcome } from './outcome'
import type { Person } from './people'
import type { Query, World } from './world'

/** A call of a function as PostgREST sends it; `select` and `where` are SQL as it writes it for those parameters. */
export type Call = { name: string; args: object; select?: string; where?: string }

/**
 * Runs PostgREST's statement for a function that returns one value (a column `pgrst_scalar`) or rows, in a transaction of
 * its own, as a person or a visitor. Returns what a client could read: the body, or the whole error.
 */
export async function callAsPostgrest(
  world: World,
  person: Person | undefined,
  { name, args, select, where = '' }: Call,
): Promise<{ refusal?: string; text: string }> {
  const named = Object.keys(args).map((key, n) => `${key} := $${n + 1}`)
  const called = `public.${name}(${named.join(', ')})`
  const [found] = await world.sql<{ scalar: boolean }>(
    'select not proretset as scalar from pg_proc where proname = $1',
    [name],
  )
  const source = found?.scalar
    ? `select pgrst_call.pgrst_scalar from (select ${called} pgrst_scalar) pgrst_call`
    : `select pgrst_call.* from ${called} pgrst_call`
  const body = found?.scalar && !select ? 'json_agg(_postgrest_t.pgrst_scalar)->0' : 'json_agg(_postgrest_t)'
  const statement = `with pgrst_source as (${source})
    select null::bigint as total_result_set, pg_catalog.count(_postgrest_t) as page_total, coalesce(${body}, '[]') as body
    from (select ${select ?? `"${name}".*`} from pgrst_source as "${name}" ${where && `where ${where}`}) _postgrest_t`
  let text = ''
  const work = async (sql: Query) => {
    await sql(`set local role ${person ? 'authenticated' : 'anon'}`)
    await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: person?.id })])
    const rows = await sql(statement, Object.values(args))
    text = JSON.stringify(rows)
  }
  const outcome = await sqlOutcome(
    world.commits(work).catch((error) => {
      text = JSON.stringify({ ...error, message: error.message })
      throw error
    }),
  )
  return { ...(outcome !== 'done' && { refusal: outcome }), text }
}

const TYPES = ['int', 'uuid', 'json', 'regclass', 'text']
const PATHS = [`->>0`, `->'a'`]
const FILTERS = [`like 'K%\\'`, `~ '.'`, `is null`, `< '1'`, `is true`]

/** What `select=` and filters can make of a column: casts, JSON paths and operators that could fail on its value. */
export function formsOf(column: string): Pick<Call, 'select' | 'where'>[] {
  const forms = (value: string, types: string[], filters: string[]) => [
    ...types.map((type) => ({ select: `cast(${value} as ${type})` })),
    ...filters.map((filter) => ({ where: `${value} ${filter}` })),
  ]
  return [
    ...forms(column, TYPES, FILTERS),
    ...PATHS.flatMap((path) => forms(`to_jsonb(${column})${path}`, ['int', 'json'], FILTERS.slice(0, 2))),
    { where: `to_tsvector(${column}) @@ to_tsquery('x')` },
  ]
}
