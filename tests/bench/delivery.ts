import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startBackend } from '../../supabase/local/backend.ts'
import { codeOf } from '../db/support/outcome'
import { createAdmin, createMember } from '../db/support/people'
import { createWorld, type World } from '../db/support/world'
import { latencies, median, PLACE_ORDERS, pgbench } from './pgbench'

/** Of the three kinds together, in random order, so that the speed of the machine at the time is the same for all. */
const ORDERS = 900
const ROUNDS = 5
const POOL = 1_000_000
const RACERS = 50
const KEYS = 10

/** An instant order costs at most 1.6 manual ones; a race for the last keys takes at most twice as long as manual orders. */
const MAX_ORDER = 1.6
const MAX_RACE = 2
const MAX_IMPORT_MS = 3_000
const MAX_PAGE_MS = 5

/** Benefits that deliver by hand (1), keys of a large pool (2), keys of the race (3), and one key each (4 and on). */
const BENEFITS = `
  insert into benefits (name, description, token_value, delivery_method)
  select 'Benefit ' || n, 'x', 1, case n when 1 then 'manual' else 'key' end from generate_series(1, 3 + $1::int) as n`
const BATCHES = `
  insert into private.key_batches (benefit_id, number)
  select b.id, batch from bench.benefits as b, generate_series(1, case b.n when 2 then 100 else 1 end) as batch where b.n > 1`
const KEYS_OF = `
  insert into private.delivery_keys (benefit_id, batch_id, secret)
  select t.benefit_id, t.id, md5(t.id::text || k)
  from private.key_batches as t join bench.benefits as b on b.id = t.benefit_id,
    generate_series(1, case b.n when 2 then $1::int / 100 when 3 then 0 else 1 end) as k`

const AVAILABLE =
  'insert into private.available_keys (benefit_id, key_id, batch_id) select benefit_id, id, batch_id from private.delivery_keys'

async function prepare({ sql }: World): Promise<void> {
  await sql('alter publication supabase_realtime drop table orders, profiles, token_transactions')
  await sql(BENEFITS, [(ROUNDS + 1) * ORDERS])
  await sql(`select private.post_tokens(id, 'purchase', 1000000, 'Tokens for the benchmark') from profiles`)
  await sql(PLACE_ORDERS)
  await sql('create sequence bench.singles start 4; grant usage on sequence bench.singles to authenticated')
  // Without a low mark: the email about it is sent once, not with every order.
  await sql('insert into private.benefit_delivery (benefit_id, low_stock) select id, 0 from bench.benefits')
  await sql(BATCHES)
  await sql(KEYS_OF, [POOL])
  await sql(AVAILABLE)
  await sql('vacuum analyze')
  await sql('checkpoint').catch(() => undefined)
}

async function compareOrders(url: string, folder: string): Promise<string[]> {
  const benefits = ['1', '2', `nextval('bench.singles')::int`]
  const scripts = benefits.map((benefit, at) => {
    const file = join(folder, `order-${at}.sql`)
    writeFileSync(file, `select bench.place_order(1, ${benefit});\n`)
    return `--file=${file}`
  })
  const rounds: number[][] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const args = ['--no-vacuum', '--client=1', `--transactions=${ORDERS}`, ...scripts]
    const times = latencies(await pgbench(url, args, '-c role=authenticated'))
    // The first round fills caches.
    if (round > 0) rounds.push(times)
  }
  const ratio = (at: number) => median(rounds.map((times) => (times[at] ?? 0) / (times[0] ?? 0)))
  const [manual = 0, pool = 0, one = 0] = benefits.map((_, at) =>
    median(rounds.map((times) => times[at] ?? 0)),
  )
  console.log(
    `an order: ${manual.toFixed(2)} ms by hand, ${pool.toFixed(2)} ms (${ratio(1).toFixed(2)} x) with ${POOL} keys, ${one.toFixed(2)} ms (${ratio(2).toFixed(2)} x) with one`,
  )
  return [ratio(1), ratio(2)]
    .filter((found) => !(found <= MAX_ORDER))
    .map((found) => `an instant order costs ${found.toFixed(2)} manual ones, at most ${MAX_ORDER}`)
}

/** Milliseconds for many members to order the same benefit at once, and how each order ended. */
async function raceFor(world: World, members: string[], benefit: number) {
  const clients = await Promise.all(
    members.map(async () => {
      const client = new pg.Client({ connectionString: world.address.db_url })
      await client.connect()
      await client.query('set role authenticated')
      return client
    }),
  )
  const start = performance.now()
  const outcomes = await Promise.all(
    clients.map((client, at) =>
      client.query('select bench.place_order($1, $2)', [at + 2, benefit]).then(() => 'placed', codeOf),
    ),
  )
  const time = performance.now() - start
  await Promise.all(clients.map((client) => client.end()))
  return { time, placed: outcomes.filter((one) => one === 'placed').length, outcomes: new Set(outcomes) }
}

async function race(world: World, members: string[]): Promise<string[]> {
  const addKeys = `with added as (insert into private.delivery_keys (benefit_id, batch_id, secret)
    select t.benefit_id, t.id, gen_random_uuid()::text from private.key_batches as t
    join bench.benefits as b on b.id = t.benefit_id, generate_series(1, ${KEYS}) where b.n = 3 returning *)
    insert into private.available_keys (benefit_id, key_id, batch_id) select benefit_id, id, batch_id from added`
  const ratios: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    await world.sql(addKeys)
    const keys = await raceFor(world, members, 3)
    const manual = await raceFor(world, members, 1)
    if (keys.placed !== KEYS || [...keys.outcomes].sort().join() !== 'placed,sold_out') {
      return [`${RACERS} members for ${KEYS} keys: ${keys.placed} orders, ${[...keys.outcomes]}`]
    }
    if (round > 0) ratios.push(keys.time / manual.time)
  }
  const ratio = median(ratios)
  console.log(
    `${RACERS} members for ${KEYS} keys: ${KEYS} orders, in ${ratio.toFixed(2)} times the time of manual ones`,
  )
  return ratio > MAX_RACE ? [`the race takes ${ratio.toFixed(2)} times as long, at most ${MAX_RACE}`] : []
}

async function measurePool(world: World, admin: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: world.address.db_url })
  await client.connect()
  const timed = async (text: string, values: unknown[]) => {
    const start = performance.now()
    await client.query(text, values)
    return performance.now() - start
  }
  try {
    await client.query(`select set_config('request.jwt.claims', $1, false)`, [
      JSON.stringify({ sub: admin, role: 'authenticated' }),
    ])
    await client.query('set role authenticated')
    const { rows } = await client.query('select id from bench.benefits where n = 2')
    const benefit = rows[0].id
    const keys = Array.from({ length: 10_000 }, (_, n) => `IMPORT-${n}-KEY`)
    const importing =
      (await timed('select import_keys($1, $2, true)', [benefit, keys])) +
      (await timed('select import_keys($1, $2, false)', [benefit, keys]))
    const pages: number[] = []
    for (const filter of [
      '',
      ", p_search => 'beef'",
      ", p_state => 'delivered'",
      ", p_state => 'available', p_key_id => 500000",
      ", p_search => 'guild'",
    ]) {
      const times: number[] = []
      for (let n = 0; n < 9; n++) times.push(await timed(`select search_keys($1${filter})`, [benefit]))
      pages.push(median(times))
    }
    console.log(
      `importing 10,000 keys: ${Math.round(importing)} ms; pages of the list: ${pages.map((ms) => ms.toFixed(1)).join(', ')} ms`,
    )
    return [
      ...(importing > MAX_IMPORT_MS
        ? [`the import takes ${Math.round(importing)} ms, at most ${MAX_IMPORT_MS}`]
        : []),
      ...pages
        .filter((ms) => ms > MAX_PAGE_MS)
        .map((ms) => `a page of keys takes ${ms.toFixed(1)} ms, at most ${MAX_PAGE_MS}`),
    ]
  } finally {
    await client.end()
  }
}

/** Measures instant orders, the race for the last keys, imports and the list of a pool, on a database of its own, with fsync. */
export async function benchDelivery(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-'))
  const backend = await startBackend({ data: join(folder, 'data'), empty: true, sendEmails: false })
  const world = createWorld(backend)
  try {
    const members = []
    for (let n = 0; n <= RACERS; n++) members.push((await createMember(world)).id)
    const admin = await createAdmin(world)
    await prepare(world)
    return [
      ...(await compareOrders(backend.db_url, folder)),
      ...(await race(world, members.slice(1))),
      ...(await measurePool(world, admin.id)),
    ]
  } finally {
    await world.close()
    await backend.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
