import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fill } from '../db/support/fill'
import { callOperation, type Result, resume } from '../db/support/operations'
import { createAdmin, type Person } from '../db/support/people'
import type { World } from '../db/support/world'
import { logInto, median, PLACE_ORDERS, p99, pgbench, tooMuch } from './pgbench'
import { onDisk } from './world'

const ORDERS = 10_000
const ROUNDS = 3
/** Single orders a second at the same time. */
const RATE = 20
const MAX_MS = { 'dry run': 1_500, run: 5_000, undo: 5_000 }
const MAX_P99_MS = 300

type Step = keyof typeof MAX_MS

async function prepare(world: World): Promise<Person> {
  await fill(world, { orders: 100_000, users: 20_000, codes: 1_000 })
  await world.commits(async (sql) => {
    await sql('set local session_replication_role = replica')
    await sql(
      `update orders set status = 'completed', unit = 'spent' where status in ('pending', 'processing')`,
    )
    await sql(`update orders set status = 'pending', unit = 'held' where id in (
      select id from orders where status = 'delivered' and delivery_method = 'manual' limit ${ORDERS})`)
  })
  const admin = await createAdmin(world, { session: true })
  await world.sql(
    `select private.post_tokens(id, 'adjustment', 1000000, 'Tokens for the benchmark') from profiles`,
  )
  await world.sql(PLACE_ORDERS)
  await world.sql('vacuum analyze')
  return admin
}

/** Steps until nothing remains. */
async function finish(admin: Person, first: Promise<Result>): Promise<Result> {
  let result = await first
  while (result.remaining > 0) result = await resume(admin, result)
  return result
}

async function timed(step: Step, work: () => Promise<Result>): Promise<Result & { ms: number }> {
  const began = performance.now()
  const result = await work()
  const ms = performance.now() - began
  console.log(`${step}: ${ms.toFixed(0)} ms`)
  return { ...result, ms }
}

async function round(admin: Person, to: unknown): Promise<Record<Step, number>> {
  const set = { p_filter: { status: 'pending', to }, p_status: 'delivered' }
  const plan = await timed('dry run', () => callOperation(admin, 'set_order_statuses', set))
  const run = await timed('run', () =>
    finish(admin, callOperation(admin, 'set_order_statuses', { ...set, p_dry_run: false, p_expected: plan })),
  )
  const undo = await timed('undo', () =>
    finish(admin, callOperation(admin, 'undo_operation', { p_operation_id: run.operation_id })),
  )
  for (const [what, count] of [
    ['planned', plan.changed],
    ['changed', run.changed],
    ['undone', undo.undone],
  ])
    if (count !== ORDERS) throw new Error(`${count} orders were ${what}, not ${ORDERS}`)
  return { 'dry run': plan.ms, run: run.ms, undo: undo.ms }
}

/** Measures 10,000 orders to 'delivered' over HTTP, while single orders are placed (D46). */
export const benchOperations = (): Promise<string[]> =>
  onDisk(async (world, folder) => {
    const admin = await prepare(world)
    const [{ to } = {}] = await world.sql('select now() as to')
    const script = join(folder, 'order.sql')
    writeFileSync(script, '\\set member random(1, 20000)\nselect bench.place_order(:member, 2);\n')
    const taken: Record<Step, number[]> = { 'dry run': [], run: [], undo: [] }
    const latencies: number[] = []
    for (let count = 0; count <= ROUNDS; count++) {
      const limits = ['--client=4', `--rate=${RATE}`, '--time=12', `--file=${script}`]
      const args = ['--no-vacuum', ...limits, ...logInto(folder)]
      const placing = pgbench(world.address.db_url, args, '-c role=authenticated')
      const [times] = await Promise.all([wait(500).then(() => round(admin, to)), placing])
      console.log(`p99 of single orders during it: ${p99(folder).toFixed(0)} ms`)
      // The first round fills caches.
      if (count === 0) continue
      for (const step of Object.keys(times) as Step[]) taken[step].push(times[step])
      latencies.push(p99(folder))
      await world.sql('vacuum analyze')
    }
    return tooMuch([
      ...(Object.keys(MAX_MS) as Step[]).map((step): [string, number, number] => [
        `milliseconds of the ${step} of ${ORDERS} orders`,
        median(taken[step]),
        MAX_MS[step],
      ]),
      ['milliseconds of single orders (p99)', median(latencies), MAX_P99_MS],
    ])
  })
