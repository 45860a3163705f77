import { setTimeout as wait } from 'node:timers/promises'
import { fill } from '../../db/support/fill.ts'
import { operate, type Result } from '../../db/support/operations.ts'
import { createAdmin, type Person } from '../../db/support/people.ts'
import { createWorld } from '../../db/support/world.ts'
import type { Host } from './host.ts'

const ORDERS = 1_600

// By order: its status, and what its entries add up to.
const STATE = `
  select json_agg(json_build_array(o.id, o.status, coalesce(t.sum, 0), coalesce(t.entries, 0)) order by o.id) as state
  from orders as o left join (
    select order_id, sum(amount) as sum, count(*) as entries from token_transactions group by order_id) as t on t.order_id = o.id`

type OrderState = [id: string, status: string, sum: number, entries: number]

/**
 * Cancels orders in several steps and undoes that, with all of Postgres killed within steps and between them, and one admin
 * continuing what another began. Returns what was lost or done twice (D46).
 */
export async function killSteps(host: Host): Promise<string[]> {
  const world = createWorld(host.address)
  const [author, colleague] = [
    await createAdmin(world, { session: true }),
    await createAdmin(world, { session: true }),
  ]
  await fill(world, { orders: ORDERS, users: 40, codes: 10 })
  await world.close()
  const state = async () => ((await host.sql(STATE))[0]?.state ?? []) as OrderState[]
  const before = await state()
  const wanted = before.filter(([, status]) => status !== 'cancelled').length

  const cancel = { p_filter: {}, p_status: 'cancelled' }
  const p_expected = await operate(author, 'set_order_statuses', cancel)
  const run = { ...cancel, p_dry_run: false, p_expected }
  const p_operation_id = p_expected.operation_id
  const faults: string[] = []
  const remains = async (step: string, remaining: number) => {
    const [row] = await host.sql('select remaining from operations where id = $1', [p_operation_id])
    if (row?.remaining !== remaining) faults.push(`${step}, ${row?.remaining} rows remain, not ${remaining}`)
  }
  // The first 500 rows, of which some are skipped.
  const firstStep = async () => {
    const [row] = await host.sql(
      `select count(*)::int as rows from private.operation_rows where operation_id = $1 and position <= 500 and state <> 'skipped'`,
      [p_operation_id],
    )
    return Number(row?.rows)
  }
  const begin = [
    ['set_order_statuses', run],
    ['undo_operation', { p_operation_id }],
  ] as const
  for (const [name, args] of begin) {
    await killWithin(host, author, name, args)
    await remains(`killed within the first step of ${name}`, name === 'undo_operation' ? 0 : wanted)
    await operate(author, name, args)
    await kill(host)
    const left = wanted - (name === 'undo_operation' ? 500 : await firstStep())
    await remains(`killed after the first step of ${name}`, left)
    await killWithin(host, colleague, 'continue_operation', { p_operation_id })
    await remains(`killed within the second step of ${name}`, left)
    const end = await finish(colleague, p_operation_id)
    const is = name === 'undo_operation' ? [end.state, end.undone] : [end.state, end.changed]
    if (is.join() !== `${name === 'undo_operation' ? 'undone' : 'done'},${wanted}`)
      faults.push(`${name} ends as ${is.join(', ')} of ${wanted}`)
    const after = await state()
    for (const [at, [id, status, sum, entries]] of before.entries()) {
      const touched = status === 'cancelled' ? 0 : name === 'undo_operation' ? 2 : 1
      const is = after[at]
      const should = touched === 1 ? [id, 'cancelled', 0, entries + 1] : [id, status, sum, entries + touched]
      if (is?.join() !== should.join()) faults.push(`after ${name} an order is ${is}, not ${should}`)
    }
  }
  const lines = await host.sql(`select from private.audit_log where row_id = $1`, [p_operation_id])
  if (lines.length !== 2) faults.push(`${lines.length} lines of the log are about the operation, not 2`)
  for (const row of await host.sql('select * from private.reconcile()'))
    faults.push(`a balance is off: ${JSON.stringify(row)}`)
  return faults.slice(0, 10)
}

async function finish(by: Person, p_operation_id: string): Promise<Result> {
  for (;;) {
    const result = await operate(by, 'continue_operation', { p_operation_id })
    if (result.remaining === 0) return result
  }
}

async function kill(host: Host): Promise<void> {
  await host.kill('postgres')
  await host.start()
}

// A step of a client that has written.
const WRITING = `select pid from pg_stat_activity
  where backend_xid is not null and query ~ 'set_order_statuses|_operation' and pid <> pg_backend_pid()`

/** Kills Postgres once the call has written, before it has committed. */
async function killWithin(host: Host, by: Person, name: string, args: object): Promise<void> {
  const call = operate(by, name, { ...args }).then(
    () => 'answered',
    () => 'lost',
  )
  while ((await host.sql(WRITING)).length === 0)
    if (await Promise.race([call, wait(1)])) throw new Error(`${name} was over before it could be killed`)
  await host.kill('postgres')
  if ((await call) === 'answered') throw new Error(`${name} was answered`)
  await host.start()
}
