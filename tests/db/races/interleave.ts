import pg from 'pg'
import { codeOf } from '../support/outcome'
import type { World } from '../support/world'

/** One statement, by a member or admin with their id, or by the owner of the database. */
export type Step = { by?: string; sql: string; values?: unknown[] }

/**
 * Runs `first` in an open transaction, starts `second` beside it, and commits the first when the second has finished its
 * statement or waits for a lock. Returns of each 'done', 'no row' if it touched none, or the code of its refusal.
 */
export async function interleave(world: World, first: Step, second: Step): Promise<[string, string]> {
  const clients = await Promise.all([connect(world), connect(world)])
  try {
    const [one, other] = clients as [pg.Client, pg.Client]
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
    const before = await statement(one, first)
    let settled = false
    const running = statement(other, second).finally(() => {
      settled = true
    })
    while (!settled && !(await isBlocked(world, rows[0]?.pid))) await new Promise(setImmediate)
    return [await end(one, before), await end(other, await running)]
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

async function connect({ address }: World): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address.db_url })
  await client.connect()
  return client
}

async function statement(client: pg.Client, { by, sql, values }: Step): Promise<string> {
  await client.query('begin')
  if (by) {
    const claims = JSON.stringify({ sub: by, role: 'authenticated', aal: 'aal1' })
    await client.query(
      `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
      [claims],
    )
  }
  return client.query(sql, values).then(({ rowCount }) => (rowCount ? 'done' : 'no row'), codeOf)
}

/** Constraints at commit may still refuse. */
async function end(client: pg.Client, outcome: string): Promise<string> {
  if (outcome !== 'done' && outcome !== 'no row') {
    await client.query('rollback')
    return outcome
  }
  return client.query('commit').then(() => outcome, codeOf)
}

async function isBlocked({ sql }: World, pid?: number): Promise<boolean> {
  const [row] = await sql<{ blocked: boolean }>('select cardinality(pg_blocking_pids($1)) > 0 as blocked', [
    pid,
  ])
  return row?.blocked ?? false
}
