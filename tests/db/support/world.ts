import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type pg from 'pg'
import ws from 'ws'
import { openPool } from '../../../supabase/local/postgres/pool.ts'

/** The addresses and keys of a backend. */
export type Address = {
  url: string
  publishable_key: string
  secret_key: string
  db_url: string
  /** Only of a backend that runs in this process. */
  superuser_url?: string
  inbox_url: string
}

export type Row = Record<string, unknown>

export type Query = <T extends Row = Row>(text: string, values?: unknown[]) => Promise<T[]>

/**
 * A backend as the tests use it: `sql` runs as the owner, without row-level security; clients are those of the app.
 * `undone` runs its work in a transaction that is rolled back, `commits` in one that must commit.
 */
export type World = {
  address: Address
  sql: Query
  undone(work: (sql: Query) => Promise<void>): Promise<void>
  commits(work: (sql: Query) => Promise<void>): Promise<void>
  client(token?: string, headers?: Record<string, string>): SupabaseClient
  close(): Promise<void>
}

const asQuery =
  (target: pg.Pool | pg.PoolClient): Query =>
  async <T extends Row>(text: string, values?: unknown[]) =>
    (await target.query<T>(text, values)).rows

/** Opens a world on a running backend, which the caller closes. */
export function createWorld(address: Address): World {
  const pool = openPool({ connectionString: address.db_url, max: 8 })
  const transaction = async (end: 'commit' | 'rollback', work: (sql: Query) => Promise<void>) => {
    const connection = await pool.connect()
    try {
      await connection.query('begin')
      await work(asQuery(connection))
      await connection.query(end)
    } catch (error) {
      await connection.query('rollback')
      throw error
    } finally {
      connection.release()
    }
  }
  return {
    address,
    sql: asQuery(pool),
    undone: (work) => transaction('rollback', work),
    commits: (work) => transaction('commit', work),
    client: (token, headers = {}) =>
      createClient(address.url, address.publishable_key, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
        global: { headers },
        realtime: { transport: ws as unknown as typeof WebSocket },
        ...(token ? { accessToken: async () => token } : {}),
      }),
    close: () => pool.end(),
  }
}
