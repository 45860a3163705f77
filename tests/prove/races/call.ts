import type { Row } from '../../db/support/world.ts'
import type { Name } from './state.ts'

/** One request of a client, which can be sent through the gateway or, as the REST layer does, straight to Postgres. */
export type Call =
  | ({ by: Name | 'visitor' } & Rest)
  /** Of auth: `sql` as auth itself does it; `signUp` as a client asks for it, where one can. */
  | { by: 'auth'; sql: string; signUp?: { email: string; data: Row } }

type Rest =
  | { rpc: string; args: Row }
  | { insert: string; rows: Row[]; merge?: boolean }
  | { update: string; set: Row; where: Row }
  | { remove: string; where: Row }

/** The word of an answer that went through: 'done', '[]' for no row, 'miss' for a code that is none. */
export function wordOf(rows: Row[]): string {
  const [row] = rows
  if (!row) return '[]'
  return row.ok === false || row.is_valid === false ? 'miss' : 'done'
}
