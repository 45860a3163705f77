import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startBackend } from '../../supabase/local/backend.ts'
import { fill } from '../db/support/fill'
import { createWorld, type World } from '../db/support/world'

const MEMBERS = 5_000
const ROUNDS = 7
/** P6: orders per second, as a share of the TPC-B-like transactions of pgbench per second. */
const MIN_SHARE = 0.6

const SET_UP = `
  create schema bench;
  create table bench.members as select row_number() over () as n, id from public.profiles;
  create table bench.benefits as select row_number() over () as n, id from public.benefits;
  alter table bench.members add primary key (n);
  create function bench.place_order(member int, benefit int) returns void language plpgsql as $$
  declare v_member uuid := (select id from bench.members where n = member);
  begin
    perform set_config('request.jwt.claims', json_build_object('sub', v_member, 'role', 'authenticated')::text, true);
    insert into public.orders (id, user_id, benefit_id, redemption_email)
    values (gen_random_uuid(), v_member, (select id from bench.benefits where n = benefit), 'member@guild.example');
  end $$;
  grant usage on schema bench to authenticated;
  grant select on all tables in schema bench to authenticated;
  grant execute on all functions in schema bench to authenticated`

const SCRIPT = `\\set member random(1, ${MEMBERS})
\\set benefit random(1, 6)
select bench.place_order(:member, :benefit);
`

/** Runs pgbench, which Debian ships with the server (postgresql). Throws when it is missing or fails. */
async function pgbench(url: string, args: string[], options = ''): Promise<string> {
  const env = { ...process.env, PGOPTIONS: options }
  const { stdout } = await promisify(execFile)('pgbench', [...args, url], { env })
  return stdout
}

/** Transactions per second of 8 clients together. */
async function rate(url: string, script: string[], options?: string): Promise<number> {
  const output = await pgbench(url, ['--no-vacuum', '--client=8', '--jobs=2', '--time=4', ...script], options)
  const tps = Number(/^tps = ([\d.]+)/m.exec(output)?.[1])
  if (!(tps > 0)) throw new Error(`pgbench printed no rate: ${output}`)
  return tps
}

async function prepare({ sql, address }: World): Promise<void> {
  // A hosted project reads live updates on another machine, not in this process.
  await sql(
    'alter publication supabase_realtime drop table public.orders, public.profiles, public.token_transactions',
  )
  await sql(
    `select private.post_tokens(id, 'purchase', 10000000, 'Tokens for the benchmark') from public.profiles limit $1`,
    [MEMBERS],
  )
  await sql(SET_UP)
  await pgbench(address.db_url, ['--initialize', '--scale=10', '--quiet'])
  await sql('vacuum analyze')
  await sql('checkpoint').catch(() => undefined)
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Measures P6 on a database of its own, with fsync; alternates both transactions, because the machine may be busy. */
export async function benchOrders(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-'))
  const script = join(folder, 'order.sql')
  const backend = await startBackend({ data: join(folder, 'data'), empty: true })
  const world = createWorld(backend)
  try {
    writeFileSync(script, SCRIPT)
    await fill(world, { orders: 50_000, users: MEMBERS, codes: 1_000 })
    await prepare(world)
    const rounds: [number, number][] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const orders = await rate(backend.db_url, [`--file=${script}`], '-c role=authenticated')
      const pair: [number, number] = [orders, await rate(backend.db_url, ['--builtin=tpcb-like'])]
      // The first round fills caches.
      if (round > 0) rounds.push(pair)
      console.log(`${Math.round(pair[0])} orders, ${Math.round(pair[1])} TPC-B-like transactions a second`)
    }
    const share = median(rounds.map(([orders, others]) => orders / others))
    console.log(`an order makes ${share.toFixed(2)} times a TPC-B-like transaction`)
    return share < MIN_SHARE ? [`P6 broken: ${share.toFixed(2)}, at least ${MIN_SHARE}`] : []
  } finally {
    await world.close()
    await backend.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
