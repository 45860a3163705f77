import type { Pool } from 'pg'
import type { Change } from './changes.ts'
import type { Claims } from './token.ts'

export type Row = Record<string, unknown>

// The log numbers transactions modulo 2^32, which one embedded backend never exhausts.
const VISIBLE = 'select pg_visible_in_snapshot($1::xid8, pg_current_snapshot()) as visible'

/**
 * The change as this subscriber may see it, with row-level security, as Supabase Realtime does: the row, the key alone for a
 * DELETE, undefined for nothing.
 */
export async function readChange(pool: Pool, change: Change, claims: Claims): Promise<Row | undefined> {
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
    const { rows } = await client.query<{ record: Row | null }>(text, values)
    return rows[0]?.record ?? undefined
  } catch (error) {
    if ((error as { code?: string }).code === '42501') return undefined
    throw error
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}

/** The log reports a commit a moment before other connections see it: a row read too early would be missing. */
export async function untilVisible(pool: Pool, { transaction }: Change): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ visible: boolean }>(VISIBLE, [String(transaction)])
    if (rows[0]?.visible) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
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
