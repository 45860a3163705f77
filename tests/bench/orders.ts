import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startBackend } from '../../supabase/local/backend.ts'
import { fill } from '../db/support/fill'
import { createWorld, type World } from '../db/support/world'

const CLIENTS = 8
const ROUNDS = 7
const SECONDS = 4
/** P6: orders per second, as a share of TPC-B-like transactions per second. */
const LEAST = 0.6

/** Each transaction is one call of a function, so that both sides cost one round trip. */
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

  create table bench.branches (bid int primary key, bbalance int not null default 0, filler char(88)) with (fillfactor = 100);
  create table bench.tellers (tid int primary key, bid int, tbalance int not null default 0, filler char(84));
  create table bench.accounts (aid int primary key, bid int, abalance int not null default 0, filler char(84));
  create table bench.history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  insert into bench.branches (bid) select generate_series(1, 10);
  insert into bench.tellers (tid, bid) select n, 1 + n / 10 from generate_series(1, 100) as n;
  insert into bench.accounts (aid, bid, filler) select n, 1 + n / 100000, '' from generate_series(1, 1000000) as n;
  create function bench.tpcb(p_aid int, p_bid int, p_tid int, p_delta int) returns int language plpgsql as $$
  declare v_balance int;
  begin
    update bench.accounts set abalance = abalance + p_delta where aid = p_aid;
    select abalance into v_balance from bench.accounts where aid = p_aid;
    update bench.tellers set tbalance = tbalance + p_delta where tid = p_tid;
    update bench.branches set bbalance = bbalance + p_delta where bid = p_bid;
    insert into bench.history (tid, bid, aid, delta, mtime) values (p_tid, p_bid, p_aid, p_delta, now());
    return v_balance;
  end $$;
  grant usage on schema bench to authenticated;
  grant select, insert, update on all tables in schema bench to authenticated;
  grant execute on all functions in schema bench to authenticated`

type Statement = { name: string; text: string; values(): number[] }

const upTo = (most: number) => 1 + Math.floor(Math.random() * most)
const order = (members: number): Statement => ({
  name: 'order',
  text: 'select bench.place_order($1, $2)',
  values: () => [upTo(members), upTo(6)],
})
const tpcb: Statement = {
  name: 'tpcb',
  text: 'select bench.tpcb($1, $2, $3, $4)',
  values: () => [upTo(1_000_000), upTo(10), upTo(100), upTo(10_000) - 5_000],
}

/** Transactions per second of all clients together. */
async function rate(clients: pg.Client[], { name, text, values }: Statement): Promise<number> {
  const start = performance.now()
  let done = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - start < SECONDS * 1000) {
        await client.query({ name, text, values: values() })
        done++
      }
    }),
  )
  return (done * 1000) / (performance.now() - start)
}

async function prepare({ sql }: World, members: number): Promise<void> {
  // Live updates are read by another machine on a hosted project, and by this process here.
  await sql(
    'alter publication supabase_realtime drop table public.orders, public.profiles, public.token_transactions',
  )
  await sql(
    `select private.post_tokens(id, 'purchase', 10000000, 'Tokens for the benchmark') from public.profiles limit $1`,
    [members],
  )
  await sql(SET_UP)
  await sql('vacuum analyze')
  await sql('checkpoint').catch(() => undefined)
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Measures P6 on a database of its own, with fsync: both transactions in turns, because the machine may be busy. */
export async function benchOrders(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-'))
  const backend = await startBackend({ data: folder, empty: true })
  const world = createWorld(backend)
  const size = { orders: 50_000, users: 5_000, codes: 1_000 }
  const clients = Array.from({ length: CLIENTS }, () => new pg.Client({ connectionString: backend.db_url }))
  try {
    await fill(world, size)
    await prepare(world, size.users)
    for (const client of clients) {
      await client.connect()
      await client.query('set role authenticated')
    }
    const rounds: [number, number][] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const pair: [number, number] = [await rate(clients, order(size.users)), await rate(clients, tpcb)]
      // The first round fills caches.
      if (round > 0) rounds.push(pair)
      console.log(`${Math.round(pair[0])} orders, ${Math.round(pair[1])} TPC-B-like transactions a second`)
    }
    const share = median(rounds.map(([orders, others]) => orders / others))
    console.log(`an order makes ${share.toFixed(2)} times a TPC-B-like transaction`)
    return share < LEAST ? [`P6 broken: ${share.toFixed(2)}, at least ${LEAST}`] : []
  } finally {
    await Promise.all(clients.map((client) => client.end()))
    await world.close()
    await backend.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
