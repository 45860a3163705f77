import pg from 'pg'
import { codeOf } from '../../db/support/outcome.ts'
import type { Row } from '../../db/support/world.ts'
import { type Answer, AUTH, literal, type Request, rows as wrote } from './request.ts'

/** One connection of the gateway's, which a fault may cut. */
export type Connection = {
  /** Runs it in a transaction of its own. */
  send(request: Request, address: string): Promise<Answer>
  /** The same without its end. */
  begin(request: Request, address: string): Promise<Answer>
  end(how: 'commit' | 'rollback'): Promise<Answer | undefined>
  /** Ends it on the server's side, whatever it was doing, and connects anew. */
  cut(by: Connection): Promise<void>
  /** As the owner of the database, in the caller's own words; `name` keeps the plan. */
  query(text: string, values?: unknown[], name?: string): Promise<Row[]>
  close(): Promise<void>
}

/** Connects as `postgres`, from which the gateway's roles are taken. */
export async function connect(url: string): Promise<Connection> {
  let { client, pid } = await open(url)
  const connection: Connection = {
    begin: (request, address) =>
      client.query(`begin; ${identity(request.by, address)}; ${request.sql}`).then(plain, codeOf),
    send: async (request, address) => {
      const work = `begin; ${identity(request.by, address)}; ${request.sql}; commit`
      return client.query(work).then(plain, async (error: unknown) => {
        await client.query('rollback')
        return codeOf(error)
      })
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
  const client = new pg.Client({ connectionString: url })
  // Cut on purpose.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { client, pid: rows[0]?.pid ?? 0 }
}

/** What the REST layer sets for a caller before the statement. */
export function identity(by: Request['by'], address: string): string {
  if (by === AUTH) return `set local role postgres; select 1`
  const role = by === undefined ? 'anon' : 'authenticated'
  const settings = {
    'request.jwt.claims': JSON.stringify({ sub: by, role }),
    'request.headers': JSON.stringify({ 'x-real-ip': address }),
  }
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', ${literal(value)}, true)`,
  )
  return `set local role ${role}; select ${set}`
}

/** What the request itself answered: rows that were written by their number, values by themselves. */
function plain(answers: unknown): Answer {
  const result = (answers as pg.QueryResult[])[3]
  if (result?.command !== 'SELECT') return wrote(result?.rowCount ?? 0)
  return result.rows.map((row) => Object.values(row).map(String).join(' ')).join(', ')
}
