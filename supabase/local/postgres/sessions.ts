import pg from 'pg'
import type { Sql } from 'postgres'
import { openPool, withClient } from './pool.ts'

// Array types with their element types, which the driver would read, too.
const ARRAYS = 'select typarray::int as array, oid::int as element from pg_type where typarray <> 0'

export type Session = { unsafe(text: string, values: unknown[]): Promise<unknown>; release(): void }
/** Takes a session out of a pool: of the superuser, or of the API's login. */
export type Sessions = { system(): Promise<Session>; api(): Promise<Session>; end(): Promise<void> }

/** As pg-safeupdate, which hosted Supabase loads for the API's login (D50). */
class UnsafeUpdate extends Error {
  readonly code = '21000'
  readonly severity = 'ERROR'
}

async function refuseUnsafe(text: string): Promise<void> {
  const { unsafeUpdate } = await import('../database/hosted-statements.ts')
  const unsafe = unsafeUpdate(text)
  if (unsafe) throw new UnsafeUpdate(unsafe)
}

/**
 * Sessions for lite on node-postgres, which refuses a session that has ended. Its own driver keeps writing to the
 * closed socket, which crashes this process, or to a session that another request uses by then (porsager/postgres
 * issues 1066 and 1208). Values are read by the driver's own parsers.
 */
export async function openSessions(
  driver: Sql,
  { url, apiUrl }: { url: string; apiUrl: string },
  max: number,
): Promise<Sessions> {
  const parsers = await withClient(url, (client) => parsersOf(driver, client))
  const types = { getTypeParser: (oid: number) => parsers.get(oid) ?? String }
  const [pool, apiPool] = [url, apiUrl].map((connectionString) =>
    openPool({ connectionString, max, options: '-c TimeZone=UTC', types }),
  ) as [pg.Pool, pg.Pool]

  async function reserve(pool: pg.Pool): Promise<Session> {
    const session = await pool.connect()
    let ended = false
    const end = () => {
      ended = true
    }
    session.once('error', end)
    return {
      unsafe: async (text: string, values: unknown[]) => {
        // With its session a transaction has ended as well.
        if (ended && text === 'rollback') return []
        if (pool === apiPool && /\b(update|delete)\b/i.test(text)) await refuseUnsafe(text)
        // A query of several statements returns several results.
        const response = await session.query(text, values)
        const results = [response].flat()
        const { rows = [], command, rowCount } = results.at(-1) ?? {}
        return Object.assign(rows, { command, count: rowCount })
      },
      release: () => {
        session.off('error', end)
        session.release()
      },
    }
  }

  return {
    system: () => reserve(pool),
    api: () => reserve(apiPool),
    end: async () => {
      await Promise.all([pool.end(), apiPool.end()])
    },
  }
}

type Parser = (text: string) => unknown

// Its types describe another version of it.
const arrays = pg.types.arrayParser as unknown as {
  create(text: string, parse?: Parser): { parse(): unknown[] }
}

async function parsersOf({ options }: Sql, client: pg.Client): Promise<Map<number, Parser>> {
  const parsers = new Map<number, Parser>(
    Object.entries(options.parsers).map(([oid, parse]) => [Number(oid), parse]),
  )
  // PostgREST returns a JSON number.
  parsers.set(pg.types.builtins.NUMERIC, Number)
  const { rows } = await client.query<{ array: string; element: string }>(ARRAYS)
  for (const { array, element } of rows) {
    const parse = parsers.get(Number(element))
    parsers.set(Number(array), (text) => arrays.create(text, parse).parse())
  }
  // PostgREST returns bytes as Postgres writes them.
  parsers.delete(pg.types.builtins.BYTEA)
  return parsers
}
