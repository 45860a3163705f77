import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createAdmin, createMember } from '../db/support/people'
import type { World } from '../db/support/world'
import { latencies, median, PLACE_ORDERS, pgbench, tooMuch } from './pgbench'
import { onDisk } from './world'

/** Of the three kinds together, in random order, so that the speed of the machine at the time is the same for all. */
const ORDERS = 900
const ROUNDS = 5
const POOL = 1_000_000

/** An instant order costs at most 1.6 manual ones. */
const MAX_ORDER = 1.6
const MAX_IMPORT_MS = 3_000
const MAX_PAGE_MS = 5

/** Benefits that deliver by hand (1), keys of a large pool (2), and one key each (3 and on). */
const BENEFITS = `
  insert into benefits (name, description, token_value, delivery_method)
  select 'Benefit ' || n, 'x', 1, case n when 1 then 'manual' else 'key' end from generate_series(1, 2 + $1::int) as n`
const BATCHES = `
  insert into private.key_batches (benefit_id, number)
  select b.id, batch from bench.benefits as b, generate_series(1, case b.n when 2 then 100 else 1 end) as batch where b.n > 1`
const KEYS_OF = `
  insert into private.delivery_keys (benefit_id, batch_id, secret)
  select t.benefit_id, t.id, md5(t.id::text || k)
  from private.key_batches as t join bench.benefits as b on b.id = t.benefit_id,
    generate_series(1, case b.n when 2 then $1::int / 100 else 1 end) as k`

const AVAILABLE =
  'insert into private.available_keys (benefit_id, key_id, batch_id) select benefit_id, id, batch_id from private.delivery_keys'

async function prepare({ sql }: World): Promise<void> {
  await sql('alter publication supabase_realtime drop table orders, profiles, token_transactions')
  await sql(BENEFITS, [(ROUNDS + 1) * ORDERS])
  await sql(`select private.post_tokens(id, 'purchase', 1000000, 'Tokens for the benchmark') from profiles`)
  await sql(PLACE_ORDERS)
  await sql('create sequence bench.singles start 3; grant usage on sequence bench.singles to authenticated')
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
  return tooMuch([1, 2].map((at) => ['an instant order, in manual ones', ratio(at), MAX_ORDER]))
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
    return tooMuch([
      ['milliseconds of the import', importing, MAX_IMPORT_MS],
      ...pages.map((ms): [string, number, number] => ['milliseconds of a page of keys', ms, MAX_PAGE_MS]),
    ])
  } finally {
    await client.end()
  }
}

/** Measures instant orders, imports and the list of a pool, on a database of its own, with fsync. */
export const benchDelivery = (): Promise<string[]> =>
  onDisk(async (world, folder) => {
    await createMember(world)
    const admin = await createAdmin(world)
    await prepare(world)
    return [...(await compareOrders(world.address.db_url, folder)), ...(await measurePool(world, admin.id))]
  })
