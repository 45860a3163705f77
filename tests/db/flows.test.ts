import { afterAll, expect, it } from 'vitest'
import { undoneAsAdmin } from './support/as-admin'
import { createAdmin, createMember } from './support/people'
import { createBenefit, placeOrder, reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Query } from './support/world'

const world = sharedWorld()
afterAll(async () => expect(await reconcile(world)).toEqual([]))

const ZONES = ['UTC', 'Europe/Amsterdam', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Auckland']
const FLOW = `select starts_on::text, issued::int, spent::int, outstanding::int from public.token_flow($1, $2, $3)`

// The same in plain SQL: sums of each period, and what the accounts that were not deleted had before its end.
const EXPECTED = `
  select starts::date::text as starts_on,
    (select coalesce(sum(amount), 0) from token_transactions where amount > 0 and created_at >= a and created_at < b)::int as issued,
    (select coalesce(-sum(amount), 0) from token_transactions where amount < 0 and created_at >= a and created_at < b)::int as spent,
    (select coalesce(sum(amount), 0) from token_transactions
     where created_at < b and not exists (select from private.audit_log l
       where l.table_name = 'profiles' and l.action = 'delete' and l.row_id = account_id::text and l.at < b))::int as outstanding
  from (
    select s as starts, s at time zone $3 as a, (s + ('1 ' || $1)::interval) at time zone $3 as b
    from generate_series(1, $2::int) as n, lateral (
      select date_trunc($1, now() at time zone $3) - (n - 1) * ('1 ' || $1)::interval as s) as step
  ) as steps order by starts`

/** People who joined and left over the last year, with tokens issued and spent. */
async function makeHistory(sql: Query): Promise<void> {
  await sql(`
    do $$
    declare v_days int; v_code text; v_id uuid;
    begin
      for v_days in select unnest(array[340, 200, 90, 31, 30, 7, 6, 1, 0]) loop
        v_id := gen_random_uuid();
        insert into public.invite_codes (code) values ('FLOW-' || v_days);
        insert into auth.users (id, email, raw_user_meta_data, created_at) values (v_id, v_days || '@flow.test',
          jsonb_build_object('name', 'Flow', 'invite_code', 'FLOW-' || v_days), now() - v_days * interval '1 day' - interval '1 hour');
        perform private.post_tokens(v_id, 'purchase', 40, 'In', p_at => now() - v_days * interval '23 hours' - interval '1 minute');
        perform private.post_tokens(v_id, 'adjustment', -7, 'Out', p_at => now() - v_days * interval '20 hours' - interval '1 minute');
        if v_days in (200, 6) then delete from public.profiles where id = v_id; end if;
      end loop;
    end $$`)
}

it.each([
  ['day', 30],
  ['week', 12],
  ['month', 13],
] as const)('token_flow by %s is the sum of the ledger in every time zone', async (step, steps) => {
  await undoneAsAdmin(world, async (sql) => {
    await makeHistory(sql)
    const [total] = await sql('select sum(current_tokens)::int as held from profiles')
    for (const zone of ZONES) {
      const flow = await sql(FLOW, [step, steps, zone])
      expect(flow).toEqual(await sql(EXPECTED, [step, steps, zone]))
      expect(flow).toHaveLength(steps)
      expect(flow.at(-1)?.outstanding).toBe(total?.held)
      expect(flow.filter((row) => row.issued !== 0).length).toBeGreaterThan(2)
    }
  })
})

it('token_flow assigns entries to local days, also when the clocks change', async () => {
  const { id } = await createMember(world)
  await undoneAsAdmin(world, async (sql) => {
    const days = async () =>
      new Map((await sql(FLOW, ['day', 366, 'Europe/Amsterdam'])).map((row) => [row.starts_on, row.issued]))
    const before = await days()
    const changes = await sql<{ day: string }>(`
      select d::date::text as day
      from generate_series(date_trunc('day', now() at time zone 'Europe/Amsterdam') - interval '364 days',
        now() at time zone 'Europe/Amsterdam' - interval '2 days', '1 day') as d
      where (d + interval '1 day') at time zone 'Europe/Amsterdam' - d at time zone 'Europe/Amsterdam' <> interval '1 day'`)
    expect(changes.length).toBeGreaterThanOrEqual(1)
    for (const { day } of changes) {
      const post = (amount: number, at: string) =>
        sql(`select private.post_tokens($1, 'purchase', $2, 'Edge', p_at => ${at})`, [id, amount])
      const [start, end] = [
        `'${day}'::timestamp at time zone 'Europe/Amsterdam'`,
        `('${day}'::date + 1)::timestamp at time zone 'Europe/Amsterdam'`,
      ]
      await post(1, `${start} - interval '1 microsecond'`)
      await post(10, start)
      await post(100, `${end} - interval '1 microsecond'`)
      await post(1000, end)
      const after = await days()
      const gained = (date: string) => Number(after.get(date)) - Number(before.get(date))
      const near = (days: number) =>
        new Date(Date.parse(`${day}T12:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
      expect([near(-1), day, near(1)].map(gained)).toEqual([1, 110, 1000])
    }
  })
})

it('token_flow starts weeks on Monday and months on the first, and falls back to UTC', async () => {
  const { client } = await createAdmin(world)
  const flow = async (p_step: string, p_steps: number, p_zone: string | null) =>
    client.rpc('token_flow', { p_step, p_steps, p_zone })
  const starts = async (...wanted: Parameters<typeof flow>) =>
    ((await flow(...wanted)).data as { starts_on: string }[]).map(({ starts_on }) => new Date(starts_on))
  for (const date of await starts('week', 60, 'Asia/Tokyo')) expect(date.getUTCDay()).toBe(1)
  for (const date of await starts('month', 14, 'Asia/Tokyo')) expect(date.getUTCDate()).toBe(1)
  for (const zone of ['Mars/Phobos', '', null]) {
    expect(await starts('day', 3, zone)).toEqual(await starts('day', 3, 'UTC'))
  }
  expect(await starts('day', 0, 'UTC')).toHaveLength(1)
  expect(await starts('day', 9999, 'UTC')).toHaveLength(366)
})

it('order_flow counts the orders placed on each local day by their present status', async () => {
  const member = await createMember(world, { tokens: 100 })
  const benefit = await createBenefit(world, { price: 1 })
  const admin = await createAdmin(world)
  for (const status of ['pending', 'processing', 'completed', 'delivered', 'cancelled']) {
    const id = await placeOrder(member, benefit)
    await admin.client.from('orders').update({ status }).eq('id', id).throwOnError()
  }
  await undoneAsAdmin(world, async (sql) => {
    await sql(
      `insert into orders (user_id, status, benefit_token_value, created_at)
       select $1, case n % 3 when 0 then 'pending' when 1 then 'delivered' else 'cancelled' end, 0, now() - n * interval '7 hours'
       from generate_series(1, 100) as n`,
      [member.id],
    )
    for (const zone of ZONES) {
      const flow = await sql(
        `select day::text, to_jsonb(f) - 'day' as counts from public.order_flow(20, $1) as f`,
        [zone],
      )
      const expected = await sql(
        `select d::date::text as day, (
           select jsonb_object_agg(s, (select count(*) from orders where status = s
             and created_at >= d at time zone $1 and created_at < (d + interval '1 day') at time zone $1))
           from unnest('{pending,processing,completed,delivered,cancelled}'::text[]) as s) as counts
         from generate_series(1, 20) as n, lateral (
           select date_trunc('day', now() at time zone $1) - (20 - n) * interval '1 day' as d) as days order by d`,
        [zone],
      )
      expect(flow).toEqual(expected)
    }
  })
})
