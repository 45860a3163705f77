import type { Person } from './people'
import type { Query } from './world'

/** What a call on an operation returns. */
export type Result = {
  operation_id: string
  state: string
  changed: number
  skipped: { reason: string; count: number; by?: string; at?: string }[]
  tokens: number
  moves: { move: string; tokens: number; members: number }[]
  emails: number
  remaining: number
  undone: number
  kept: { reason: string; count: number }[]
  undo_until: string | null
}

type Arguments = Record<string, unknown>

/** Calls a function that returns the row of an operation. */
export async function callOperation(person: Person, name: string, args: Arguments): Promise<Result> {
  const { data } = await person.client.rpc(name, args).single<Result>().throwOnError()
  return data
}

/** The status of many orders, without a dry run unless the arguments say so. */
export const setStatuses = (admin: Person, ids: string[], status: string, more: Arguments = {}) =>
  callOperation(admin, 'set_order_statuses', { p_ids: ids, p_status: status, p_dry_run: false, ...more })

export const dryRun = (admin: Person, ids: string[], status: string) =>
  setStatuses(admin, ids, status, { p_dry_run: true })

export const undo = (admin: Person, { operation_id }: Pick<Result, 'operation_id'>) =>
  callOperation(admin, 'undo_operation', { p_operation_id: operation_id })

export const resume = (admin: Person, { operation_id }: Pick<Result, 'operation_id'>) =>
  callOperation(admin, 'continue_operation', { p_operation_id: operation_id })

/** Closes the undo of all operations and settles them. */
export async function settle(sql: Query, minutes = 11): Promise<void> {
  for (let step = 0; step < 4; step++)
    await sql(`select private.due_operations(clock_timestamp() + $1 * interval '1 minute')`, [minutes])
}

/** The current row of an operation. */
export async function rowOf(sql: Query, id: string) {
  const [row] = await sql('select * from operations where id = $1', [id])
  if (!row) throw new Error(`no operation ${id}`)
  return row
}

export async function statusesOf(sql: Query, ids: string[]): Promise<string[]> {
  const rows = await sql<{ status: string }>(
    'select status from orders where id = any ($1) order by array_position($1, id)',
    [ids],
  )
  return rows.map(({ status }) => status)
}
