import pg from 'pg'
import { codeOf } from '../../db/support/outcome.ts'
import type { Row } from '../../db/support/world.ts'
import { type Answer, rows as wrote } from '../operations/answer.ts'
import { AUTH, type Call, literal, type Request } from '../operations/operation.ts'

/** Milliseconds before the transaction, and between its statement and its commit. */
export type Delays = { before: number; open: number }

/** One database connection of the gateway, which a fault may terminate. */
export type Connection = {
  /** Runs the request in its own transaction. */
  send(request: Request, address: string, delays?: Delays): Promise<Answer>
  /** The same without the end of the transaction. */
  begin(request: Request, address: string): Promise<Answer>
  end(how: 'commit' | 'rollback'): Promise<Answer | undefined>
  /** Terminates it on the server, whatever it is doing, and connects again. */
  cut(by: Connection): Promise<void>
  /** As the owner of the database; `name` keeps the plan. */
  query(text: string, values?: unknown[], name?: string): Promise<Row[]>
  close(): Promise<void>
}

/** Connects as `postgres`, which can assume the roles of the REST layer. */
export async function connect(url: string): Promise<Connection> {
  let { client, pid } = await open(url)
  const sleep = (ms: number) => `select pg_sleep(${ms / 1000})`
  const connection: Connection = {
    begin: (request, address) =>
      client
        .query(`begin; ${transaction(request, address)}`)
        .then((results) => answerOf(request, results, -1), codeOf),
    send: async (request, address, { before, open } = { before: 0, open: 0 }) => {
      // One message, so that only locks come between its statements.
      const work = [sleep(before), 'begin', transaction(request, address), sleep(open), 'commit'].join('; ')
      return client.query(work).then(
        (results) => answerOf(request, results, -3),
        async (error: unknown) => {
          await client.query('rollback')
          return codeOf(error)
        },
      )
    },
    end: (how) => client.query(how).then(() => undefined, codeOf),
    cut: async (by) => {
      await by.query('select pg_terminate_backend($1, 5000)', [pid])
      ;({ client, pid } = await open(url))
    },
    query: async (text, values, name) => (await client.query({ text, values, name })).rows,
    close: () => client.end(),
  }
  return connection
}

async function open(url: string): Promise<{ client: pg.Client; pid: number }> {
  // Planning the query of all tables takes longer than the query.
  const client = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' })
  // Terminated on purpose.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { client, pid: rows[0]?.pid ?? 0 }
}

const transaction = ({ by, claims, call }: Request, address: string) =>
  `${known(call)}${identity(by, address, claims)}; ${statement(call)}`

/** As the owner of the database. */
const known = (call: Call) =>
  'sql' in call && call.known
    ? `select set_config('proof.known', coalesce((${call.known})::text, gen_random_uuid()::text), true); `
    : ''

/** What the REST layer sets for a caller before the statement. */
export function identity(by: Request['by'], address: string, claims?: Row): string {
  if (by === AUTH) return 'set local role postgres; select 1'
  const role = by === undefined ? 'anon' : 'authenticated'
  const settings = {
    'request.jwt.claims': { sub: by, role, ...claims },
    'request.headers': { 'x-real-ip': address },
  }
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', ${literal(value)}, true)`,
  )
  return `set local role ${role}; select ${set}`
}

function statement(call: Call): string {
  if ('sql' in call) return call.sql
  if ('rpc' in call) {
    const args = Object.entries(call.args).map(([name, value]) => `${name} => ${literal(value)}`)
    return `select ${call.returns} from public.${call.rpc}(${args})`
  }
  if ('insert' in call) {
    const columns = Object.keys(call.rows[0] ?? {})
    const set = columns.map((column) => `${column} = excluded.${column}`)
    const merge = call.merge ? `on conflict (${call.merge}) do update set ${set}` : ''
    const from = `json_populate_recordset(null::public.${call.insert}, ${literal(call.rows)})`
    return `insert into public.${call.insert} (${columns}) select ${columns} from ${from} ${merge} returning ${keyOf(call)}`
  }
  const equal = (row: Row) => Object.entries(row).map(([column, value]) => `${column} = ${literal(value)}`)
  const where = `where ${equal(call.where).join(' and ')} returning id`
  if ('remove' in call) return `delete from public.${call.remove} ${where}`
  return `update public.${call.update} set ${equal(call.set)} ${where}`
}

/** The columns that a write returns. */
export const keyOf = (call: Call): string => ('insert' in call && call.merge) || 'id'

function answerOf({ call }: Request, results: unknown, at: number): Answer {
  const result = (results as pg.QueryResult<Row>[]).at(at)
  return 'rpc' in call ? valuesOf(result?.rows ?? []) : wrote(result?.rowCount ?? 0)
}

/** The values that a function returned, as text. */
export function valuesOf(rows: Row[]): Answer {
  return rows.map((row) => Object.values(row).map(String).join(' ')).join(', ')
}
