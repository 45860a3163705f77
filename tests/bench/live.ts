import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { tokenFor } from '../db/support/people'
import type { World } from '../db/support/world'
import { median } from './pgbench'
import type { Binding, Report, Task } from './subscribers'
import { openFixture } from './world'

const SUBSCRIBERS = 1_000
const ROUNDS = 5
const MANY_PEOPLE = 100
/** Of /proc: Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** As the product subscribes in the member area; without filters for those who watch everybody. */
const bindings = (id?: string): Binding[] => {
  const on = (event: string, table: string, column: string): Binding => ({
    event,
    schema: 'public',
    table,
    ...(id && { filter: `${column}=eq.${id}` }),
  })
  return [
    on('INSERT', 'notifications', 'user_id'),
    on('UPDATE', 'notifications', 'user_id'),
    on('UPDATE', 'profiles', 'id'),
    on('INSERT', 'token_transactions', 'user_id'),
    on('INSERT', 'orders', 'user_id'),
    on('UPDATE', 'orders', 'user_id'),
  ]
}

/** Milliseconds of processor time so far: of the stand-in, which is this process, and of Postgres. */
async function processorMs({ sql }: World): Promise<[channel: number, postgres: number]> {
  const { user, system } = process.cpuUsage()
  const pids = await sql<{ pid: number }>('select pid from pg_stat_activity')
  const ticks = pids.map(({ pid }) => {
    const [, rest = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return [(user + system) / 1000, ticks.reduce((sum, each) => sum + each, 0) * TICK_MS]
}

const reported = async (child: ChildProcess, wanted: Report['event']) => {
  const [report]: Report[] = await once(child, 'message')
  if (report?.event !== wanted) throw new Error(`The subscribers reported ${report?.event}, not ${wanted}`)
  return report.at
}

type Change = { name: string; statement: string; events: number }

/** Prints how long after its commit the last event of a change arrives, and the processor time of all rounds. */
async function measureChange(world: World, child: ChildProcess, { name, statement, events }: Change) {
  const times: number[] = []
  const [channel, postgres] = await processorMs(world)
  const began = performance.now()
  for (let round = 0; round < ROUNDS; round++) {
    child.send({ expect: events } satisfies Task)
    const received = reported(child, 'received')
    await world.sql(statement, [round])
    const committed = Number(process.hrtime.bigint()) / 1e6
    times.push((await received) - committed)
  }
  const ms = performance.now() - began
  const after = await processorMs(world)
  const share = (now: number, before: number) => `${Math.round((100 * (now - before)) / ms)} %`
  console.log(
    `${name}: last of ${events} events after ${median(times).toFixed(0)} ms (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}), ` +
      `one processor ${share(after[0], channel)} busy with the channel, ${share(after[1], postgres)} with Postgres`,
  )
}

/** Each person's is three events: the entry, the balance and a notification. */
const post = (where: string) => `
  select private.post_tokens(id, 'purchase', 1, 'Tokens') from (
    select id, row_number() over (order by id) as n from profiles order by id limit ${SUBSCRIBERS}) as p where ${where}`
const ONE = post('n = 100 * ($1::int + 1)')
const MANY = post(`n % ${SUBSCRIBERS / MANY_PEOPLE} = $1::int`)

/** `events`: how many a change of one person is to all subscribers together. */
async function measureSubscribers(world: World, name: string, own: boolean, events: number): Promise<void> {
  const people = await world.sql<{ id: string }>('select id from profiles order by id limit $1', [
    SUBSCRIBERS,
  ])
  const { url, publishable_key: key } = world.address
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`
  const connect = people.map(({ id }) => ({
    address,
    token: tokenFor(id, 3600),
    bindings: bindings(own ? id : undefined),
  }))
  const child = fork('tests/bench/subscribers.ts', { execArgv: ['--import', 'tsx'] })
  try {
    child.send({ connect } satisfies Task)
    await reported(child, 'connected')
    await measureChange(world, child, { name: `${name}, one changes`, statement: ONE, events })
    const many = { name: `${name}, ${MANY_PEOPLE} change`, statement: MANY, events: MANY_PEOPLE * events }
    if (own) await measureChange(world, child, many)
  } finally {
    child.kill()
  }
}

/** Measures the embedded live channel with 1,000 sockets: what docs/performance.md says about it. Only when asked for. */
export async function benchLive(): Promise<string[]> {
  const size = { orders: 10_000, users: SUBSCRIBERS, codes: 100 }
  const { world, stop } = await openFixture(size, { liveSockets: SUBSCRIBERS + 10 })
  try {
    await measureSubscribers(world, 'own rows, by filter', true, 3)
    await measureSubscribers(world, 'own rows, without filters', false, 3)
    await world.sql(`update profiles set role = 'admin'`)
    await measureSubscribers(world, 'all rows, as admins', false, 2 * SUBSCRIBERS + 1)
    return []
  } finally {
    await stop()
  }
}
