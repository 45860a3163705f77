import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fill } from '../db/support/fill'
import { createAdmin } from '../db/support/people'
import type { Query, World } from '../db/support/world'
import { changeFunction } from './change-function'
import { logInto, median, PLACE_ORDERS, p99, pgbench, rate, tooMuch } from './pgbench'
import { onDisk } from './world'

const MEMBERS = 10_000
const CHANGES = 500
const ROUNDS = 5
/** A change of status with a notification and an email, in those without either. */
const MAX_CHANGE = 1.6
/** Telling ten thousand members, and the slowest orders of that time, in those of other times. */
const MAX_TELLING_MS = 2_000
const MAX_P99 = 2

/** What changes of status did before anybody was told of them. */
const BEFORE = changeFunction('private.order_after', 'new.updated_at >= now\\(\\)', 'false')
const SET_STATUS = `
  create function bench.change_status(nth int, admin uuid) returns void language plpgsql as $$
  begin
    perform set_config('request.jwt.claims', json_build_object('sub', admin, 'role', 'authenticated')::text, true);
    update public.orders set status = case status when 'processing' then 'completed' else 'processing' end
    where id = (select o.id from bench.orders as o where o.n = nth);
  end $$;
  create table bench.orders as
    select row_number() over () as n, id from public.orders where status <> 'cancelled' limit 20000;
  alter table bench.orders add primary key (n);
  grant select on bench.orders to authenticated;
  grant execute on function bench.change_status to authenticated`

const WAIT = `
  delete from private.told_members;
  delete from private.waiting_members;
  insert into private.waiting_members (benefit_id, user_id)
  select (select id from bench.benefits where n = 1), id from public.profiles where role = 'user' limit ${MEMBERS};
  delete from private.absent_benefits;
  insert into private.absent_benefits select id, now() - interval '11 minutes', true from bench.benefits where n = 1`

async function prepare(world: World): Promise<string> {
  const { sql } = world
  await fill(world, { orders: 50_000, users: MEMBERS, codes: 1_000 })
  const admin = await createAdmin(world)
  await sql(
    'alter publication supabase_realtime drop table orders, profiles, token_transactions, notifications',
  )
  await sql(`select private.post_tokens(id, 'purchase', 1000000, 'Tokens for the benchmark') from profiles`)
  await sql('delete from public.notifications')
  await sql(PLACE_ORDERS)
  await sql(SET_STATUS)
  await sql('vacuum analyze')
  await sql('checkpoint').catch(() => undefined)
  return admin.id
}

/** Changes of status in sequence, with and without telling the member, in turn. */
async function compareChanges({ sql }: World, url: string, script: string, admin: string): Promise<string[]> {
  writeFileSync(script, `\\set nth random(1, 20000)\nselect bench.change_status(:nth, '${admin}');\n`)
  const [{ text } = {}] = await sql<{ text: string }>(BEFORE.definition)
  if (!text) throw new Error('order_after() tells nobody')
  const measure = async (change: string) => {
    await sql(change)
    const args = ['--client=1', `--transactions=${CHANGES}`, `--file=${script}`]
    return 1000 / (await rate(url, args, '-c role=authenticated'))
  }
  const ratios: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const [without, told] = [await measure(BEFORE.apply), await measure(text)]
    console.log(
      `a change of status: ${without.toFixed(2)} ms, with notification and email ${told.toFixed(2)} ms`,
    )
    // The first round fills caches.
    if (round > 0) ratios.push(told / without)
  }
  const ratio = median(ratios)
  console.log(`a change of status that is told makes ${ratio.toFixed(2)} of one that is not`)
  return tooMuch([['a change that is told, in those that are not', ratio, MAX_CHANGE]])
}

/** Notifies everyone who waits; returns when that began and ended. */
async function tell(sql: Query): Promise<[began: number, ended: number]> {
  await sql(WAIT)
  const began = Date.now()
  await sql('select private.run_due()')
  const ended = Date.now()
  const [row] = await sql(`select count(*)::int as told from private.told_members`)
  if (row?.told !== MEMBERS) throw new Error(`${row?.told} members were told of ${MEMBERS}`)
  return [began, ended]
}

async function tellWhileOrdering({ sql }: World, url: string, folder: string): Promise<string[]> {
  const script = join(folder, 'order.sql')
  writeFileSync(script, `\\set member random(1, ${MEMBERS})\nselect bench.place_order(:member, 2);\n`)
  const ratios: number[] = []
  const durations: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const args = ['--no-vacuum', '--client=4', '--time=7', `--file=${script}`, ...logInto(folder)]
    const orders = pgbench(url, args, '-c role=authenticated')
    await wait(3_500)
    const [began, ended] = await tell(sql)
    await orders
    const [usual, meanwhile] = [p99(folder, [began - 2_500, began - 300]), p99(folder, [began, ended])]
    console.log(
      `${MEMBERS} members notified in ${ended - began} ms; p99 of orders ${usual.toFixed(1)} ms, meanwhile ${meanwhile.toFixed(1)} ms`,
    )
    if (round > 0) {
      ratios.push(meanwhile / usual)
      durations.push(ended - began)
    }
  }
  return tooMuch([
    ['milliseconds of telling', median(durations), MAX_TELLING_MS],
    ['p99 of orders meanwhile, in that of other times', median(ratios), MAX_P99],
  ])
}

/** Measures what notifications add to a change of status, and telling many members while orders go on, with fsync. */
export const benchNotifications = (): Promise<string[]> =>
  onDisk(async (world, folder) => {
    const { db_url } = world.address
    const admin = await prepare(world)
    return [
      ...(await compareChanges(world, db_url, join(folder, 'change.sql'), admin)),
      ...(await tellWhileOrdering(world, db_url, folder)),
    ]
  })
