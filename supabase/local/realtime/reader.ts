import type { Pool } from 'pg'
import type { Change } from './changes.ts'
import type { Claims } from './token.ts'

type Seen = Record<string, unknown> | undefined

export type Reader = {
  /** The change as this subscriber may see it: the row, the key alone for a DELETE, undefined for nothing. */
  read(change: Change, claims: Claims): Promise<Seen>
  /** Resolves once other connections can read what this change's transaction wrote. */
  seen(change: Change): Promise<void>
  typeName(oid: number): string
}

// The log numbers transactions modulo 2^32, which one embedded backend never exhausts.
const SEEN = 'select pg_visible_in_snapshot($1::xid8, pg_current_snapshot()) as seen'

/** Reads changes under a subscriber's own rights, with row-level security, as Supabase Realtime does. */
export async function createReader(pool: Pool): Promise<Reader> {
  const { rows } = await pool.query<{ oid: number; typname: string }>('select oid::int, typname from pg_type')
  const names = new Map(rows.map(({ oid, typname }) => [oid, typname]))

  const shared = new WeakMap<Change, Map<string, Promise<Seen>>>()
  /** Read once for all channels of the same session. */
  function read(change: Change, claims: Claims): Promise<Seen> {
    const reads = shared.get(change) ?? new Map<string, Promise<Seen>>()
    shared.set(change, reads)
    const subscriber = JSON.stringify(claims)
    const read = reads.get(subscriber) ?? query(change, claims)
    reads.set(subscriber, read)
    return read
  }

  async function query(change: Change, claims: Claims): Promise<Seen> {
    const client = await pool.connect()
    try {
      await client.query('begin read only')
      if (claims.session_id) {
        const session = await client.query('select from auth.sessions where id = $1', [claims.session_id])
        if (session.rowCount === 0) return undefined
      }
      await client.query(
        `select set_config('role', $1, true), set_config('request.jwt.claim.role', $1, true),
           set_config('request.jwt.claim.sub', $2, true), set_config('request.jwt.claims', $3, true)`,
        [claims.role, claims.sub ?? '', JSON.stringify(claims)],
      )
      const { text, values } = change.type === 'DELETE' ? mayRead(change) : readRow(change)
      const result = await client.query<{ record: Record<string, unknown> | null }>(text, values)
      return result.rows[0]?.record ?? undefined
    } catch (error) {
      if ((error as { code?: string }).code === '42501') return undefined
      throw error
    } finally {
      await client.query('rollback').catch(() => undefined)
      client.release()
    }
  }

  let last = 0
  /** The log reports a commit a moment before other connections see it: a row read too early would be missing. */
  async function seen({ transaction }: Change): Promise<void> {
    while (transaction !== last) {
      const { rows } = await pool.query<{ seen: boolean }>(SEEN, [String(transaction)])
      if (rows[0]?.seen) last = transaction
      else await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }

  return { read, seen, typeName: (oid) => names.get(oid) ?? 'text' }
}

/** The row as it was committed, on top of the current one for values that the log leaves out. */
function readRow({ schema, table, keys, row }: Change) {
  const matches = keys.map((key, index) => `t.${quote(key)} = $${index + 2}`).join(' and ')
  return {
    text: `select to_jsonb(jsonb_populate_record(t, $1)) as record from ${quote(schema)}.${quote(table)} t where ${matches}`,
    values: [JSON.stringify(row), ...keys.map((key) => row[key])],
  }
}

/** Row-level security cannot be applied to a deleted row; its key goes to everyone who may read the table. */
function mayRead({ schema, table, row }: Change) {
  return {
    text: `select $1::jsonb as record where has_table_privilege($2, 'select')`,
    values: [JSON.stringify(row), `${quote(schema)}.${quote(table)}`],
  }
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
