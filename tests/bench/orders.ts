import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fill } from '../db/support/fill'
import type { World } from '../db/support/world'
import { median, PLACE_ORDERS, pgbench, rate } from './pgbench'
import { onDisk } from './world'

const MEMBERS = 5_000
const ROUNDS = 7
/** P6 with all of part two: orders per second, as a share of the TPC-B-like transactions of pgbench per second. */
const MIN_SHARE = 0.5

const SCRIPT = `\\set member random(1, ${MEMBERS})
\\set benefit random(1, 6)
select bench.place_order(:member, :benefit);
`

const CLIENTS = ['--client=8', '--jobs=2', '--time=4']

async function prepare({ sql, address }: World): Promise<void> {
  // A hosted project reads live updates on another machine, not in this process.
  await sql(
    'alter publication supabase_realtime drop table public.orders, public.profiles, public.token_transactions',
  )
  await sql(
    `select private.post_tokens(id, 'adjustment', 10000000, 'Tokens for the benchmark') from public.profiles limit $1`,
    [MEMBERS],
  )
  await sql(PLACE_ORDERS)
  await pgbench(address.db_url, ['--initialize', '--scale=10', '--quiet'])
  await sql('vacuum analyze')
  await sql('checkpoint').catch(() => undefined)
}

/** Measures P6 on a database of its own, with fsync; alternates both transactions, because the machine may be busy. */
export const benchOrders = (): Promise<string[]> =>
  onDisk(async (world, folder) => {
    const script = join(folder, 'order.sql')
    const { db_url } = world.address
    writeFileSync(script, SCRIPT)
    await fill(world, { orders: 50_000, users: MEMBERS, codes: 1_000 })
    await prepare(world)
    const shares: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const orders = await rate(db_url, [...CLIENTS, `--file=${script}`], '-c role=authenticated')
      const others = await rate(db_url, [...CLIENTS, '--builtin=tpcb-like'])
      // The first round fills caches.
      if (round > 0) shares.push(orders / others)
      console.log(`${Math.round(orders)} orders, ${Math.round(others)} TPC-B-like transactions a second`)
    }
    const share = median(shares)
    console.log(`an order makes ${share.toFixed(2)} times a TPC-B-like transaction`)
    return share < MIN_SHARE ? [`P6 broken: ${share.toFixed(2)}, at least ${MIN_SHARE}`] : []
  })
