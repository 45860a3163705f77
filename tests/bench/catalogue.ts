import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fill } from '../db/support/fill'
import type { World } from '../db/support/world'
import { benchBrowsing } from './browse'
import { changeFunction } from './change-function'
import { median, PLACE_ORDERS, rate, tooMuch } from './pgbench'
import { onDisk } from './world'

const MEMBERS = 2_000
const ROUNDS = 5
/** An order of a benefit without stock costs at most 1.1 of one in a database that knows no stock. */
const MAX_PLAIN = 1.1
/** Orders of 50 members for one stock are at least half as many as updates of one row. */
const MIN_SHARE = 0.5

/** Benefit 1 has no stock, benefit 2 has a large one, and one row is all that the others update. */
async function prepare({ sql }: World): Promise<void> {
  await sql(
    'alter publication supabase_realtime drop table orders, profiles, token_transactions, notifications',
  )
  await sql(`select private.post_tokens(id, 'purchase', 10000000, 'Tokens for the benchmark') from profiles`)
  await sql(PLACE_ORDERS)
  await sql('update benefits set token_value = 1')
  await sql('insert into private.benefit_stock select id, 1000000 from bench.benefits where n = 2')
  await sql('create table bench.counter (id int primary key, n int)')
  await sql('insert into bench.counter values (1, 1000000)')
  await sql('grant update, select on bench.counter to authenticated')
  await sql('vacuum analyze')
  await sql('checkpoint').catch(() => undefined)
}

/** What orders did before there were stocks and limits. */
const BEFORE = changeFunction(
  'private.order_insert',
  'new.from_stock := exists \\(.*\\);',
  'new.from_stock := false;',
)
const MEMBER_INDEX = `create index orders_member_idx on public.orders (user_id, benefit_id) where unit <> 'returned'`

type Run = (what: string, args: string[]) => Promise<number>

async function comparePlain({ sql }: World, run: Run): Promise<string[]> {
  const [{ text } = {}] = await sql<{ text: string }>(BEFORE.definition)
  if (!text) throw new Error('order_insert() takes no stock')
  const ratios: number[] = []
  const order = () =>
    run(`select bench.place_order(1 + (random() * ${MEMBERS - 1})::int, 1);`, ['--client=1', '--time=3'])
  for (let round = 0; round <= ROUNDS; round++) {
    await sql(BEFORE.apply)
    await sql('drop index orders_member_idx')
    const before = await order()
    await sql(text)
    await sql(MEMBER_INDEX)
    const now = await order()
    if (round > 0) ratios.push(before / now)
    console.log(
      `an order without stock: ${(1000 / now).toFixed(2)} ms, before ${(1000 / before).toFixed(2)} ms`,
    )
  }
  const ratio = median(ratios)
  console.log(`an order without stock costs ${ratio.toFixed(2)} of one before`)
  return tooMuch([['an order without stock, in one before', ratio, MAX_PLAIN]])
}

async function compareContention(run: Run): Promise<string[]> {
  const shares: number[] = []
  const fifty = ['--client=50', '--jobs=2', '--time=4']
  for (let round = 0; round <= ROUNDS; round++) {
    const orders = await run(`select bench.place_order(1 + (random() * ${MEMBERS - 1})::int, 2);`, fifty)
    const updates = await run('update bench.counter set n = n - 1 where id = 1;', fifty)
    if (round > 0) shares.push(orders / updates)
    console.log(
      `50 members: ${Math.round(orders)} orders of one stock, ${Math.round(updates)} updates of one row a second`,
    )
  }
  const share = median(shares)
  console.log(`orders of one stock are ${share.toFixed(2)} of the updates of one row`)
  return share < MIN_SHARE
    ? [`orders of one stock are ${share.toFixed(2)} of the updates, at least ${MIN_SHARE}`]
    : []
}

/** Measures orders with and without stock on a database of its own, with fsync, and then pages and counts of the catalogue. */
export async function benchCatalogue(orders: number): Promise<string[]> {
  const faults = await onDisk(async (world, folder) => {
    const run: Run = async (what, args) => {
      const script = join(folder, 'run.sql')
      writeFileSync(script, `${what}\n`)
      return rate(world.address.db_url, [...args, `--file=${script}`], '-c role=authenticated')
    }
    await fill(world, { orders: 20_000, users: MEMBERS, codes: 1_000 })
    await prepare(world)
    return [...(await comparePlain(world, run)), ...(await compareContention(run))]
  })
  return [...faults, ...(await benchBrowsing(orders))]
}
