import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call, type Listing } from '../db/support/listing'
import { adminPages, adminSearches } from '../db/support/lists'
import { explainLists } from './explained'
import { PLACE_ORDERS, rate } from './pgbench'
import { measureSql } from './timing'
import { type Fixture, openFixture } from './world'

const LISTS = ['orders', 'orders, pending', 'orders of one person', 'users', 'users by current_tokens']

const overview = (): Listing[] => [
  call('counts of the overview', 'admin_counts', {}),
  call('orders by status', 'order_counts', {}),
  call('orders on time', 'on_time_figures', {}),
  call('tokens of 30 days', 'token_flow', { p_step: 'day', p_steps: 30, p_zone: 'UTC' }),
  call('tokens of 12 months', 'token_flow', { p_step: 'month', p_steps: 12, p_zone: 'UTC' }),
]

const REDEEM = `
  create sequence bench.redeemed;
  create table bench.codes as select row_number() over () as n, code from redeem_codes where not is_used;
  alter table bench.codes add primary key (n);
  create function bench.redeem(member int) returns void language plpgsql as $$
  declare v_n bigint := nextval('bench.redeemed');
  begin
    perform set_config('request.jwt.claims', json_build_object('sub', (select id from bench.members where n = member))::text, true);
    perform public.redeem_code((select code from bench.codes where n = v_n));
  end $$;
  grant usage on sequence bench.redeemed to authenticated;
  grant select on bench.codes to authenticated;
  grant execute on function bench.redeem to authenticated`

/** Milliseconds of one order and one redeemed code, one after the other; several times, as the machine may be busy: the best. */
async function measureWrites({ world: { sql, address } }: Fixture): Promise<[string, number][]> {
  await sql(PLACE_ORDERS)
  await sql(REDEEM)
  await sql(
    `select private.post_tokens(id, 'purchase', 1000000, 'Tokens for the benchmark') from bench.members where n <= 1000`,
  )
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-'))
  const script = join(folder, 'run.sql')
  const best = async (what: string) => {
    writeFileSync(script, `\\set member random(1, 1000)\n\\set benefit random(1, 6)\n${what}\n`)
    const rates: number[] = []
    for (let round = 0; round < 4; round++)
      rates.push(
        await rate(
          address.db_url,
          ['--client=1', '--transactions=500', `--file=${script}`],
          '-c role=authenticated',
        ),
      )
    return 1000 / Math.max(...rates)
  }
  try {
    return [
      ['an order', await best('select bench.place_order(:member, :benefit);')],
      ['a redeemed code', await best('select bench.redeem(:member);')],
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function once({ world }: Fixture, statement: string): Promise<number> {
  const start = performance.now()
  await world.sql(statement)
  return performance.now() - start
}

/** Prints the milliseconds of everything whose time might grow with the data: the best of several. */
async function measureScale(fixture: Fixture): Promise<void> {
  const print = (name: string, ms: number) =>
    console.log(`${fixture.size.orders} ${name}: ${ms.toFixed(2)} ms`)
  const time = async ({ name, sql }: Listing, as = fixture.admin) =>
    print(name, (await measureSql(fixture, sql, as)).best)
  const pages = await adminPages(fixture.world, fixture.member)
  for (const { list, listing } of pages) if (LISTS.includes(list)) await time(listing)
  for (const listing of adminSearches())
    if (/^(orders|users), \w+ term$/.test(listing.name)) await time(listing)
  for (const listing of [...overview(), ...explainLists(fixture.member).sums.slice(-4)]) await time(listing)
  await time(call('the totals of a member', 'my_totals', {}), fixture.member)
  print('run_due', await once(fixture, 'select private.run_due()'))
  print('run_due again', await once(fixture, 'select private.run_due()'))
  print('reconcile', await once(fixture, 'select count(*) from private.reconcile()'))
  for (const [name, ms] of await measureWrites(fixture)) print(name, ms)
}

/** Measures the same at several numbers of orders, with a tenth as many people: the curves of docs/performance.md. */
export async function benchScale(sizes: number[]): Promise<string[]> {
  for (const orders of sizes) {
    const fixture = await openFixture({ orders, users: orders / 10, codes: 20_000 })
    try {
      await measureScale(fixture)
    } finally {
      await fixture.stop()
    }
  }
  return []
}
