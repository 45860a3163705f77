import { expect, it } from 'vitest'
import { undoneAsAdmin } from './support/as-admin'
import { scalarOf } from './support/ask'
import { createMember } from './support/people'
import { createBenefit, createInviteCode, createTokenCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Query } from './support/world'

const world = sharedWorld()

const ZONE = 'Europe/Amsterdam'
const ZONES = [ZONE, 'Asia/Kathmandu', 'Pacific/Auckland']

type Asked = [number: string, part?: string | null, from?: string | null, to?: string | null]

/** The sum of a number, after comparing it with the rows read page by page, forwards and backwards (D48). */
async function explained(sql: Query, [number, part = null, from = null, to = null]: Asked) {
  const args = [number, part, null, from, to, ZONE]
  const [summary] = await sql(
    'select total::int, row_count::int from explain_number($1, $2, $3, $4, $5, $6)',
    args,
  )
  for (const reverse of [false, true]) {
    const read = new Map<string, number>()
    for (let key: unknown[] = [null, null]; ; ) {
      const page = await sql<{ id: string; key: string; amount: number; kind: string }>(
        'select kind, id, key, amount::int from explain_rows($1, $2, $3, $4, $5, $6, null, $7, $8, $9, 7)',
        [...args, ...key, reverse],
      )
      for (const row of page) read.set(`${row.kind} ${row.id}`, row.amount)
      const last = page.at(-1)
      if (!last) break
      key = [last.key, last.id]
    }
    const total = [...read.values()].reduce((sum, amount) => sum + amount, 0)
    expect({ number, part, total, row_count: read.size }).toEqual({ number, part, ...summary })
  }
  return Number(summary?.total)
}

/** People who joined and left over the last year, with tokens issued and spent. */
const makeHistory = (sql: Query) =>
  sql(`
    do $$
    declare v_days int; v_id uuid;
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

it('counts what the tables hold', async () => {
  const member = await createMember(world, { tokens: 100 })
  await createInviteCode(world)
  await createTokenCode(world)
  const benefit = await createBenefit(world)
  for (let n = 0; n < 3; n++) await placeOrder(member, benefit)
  await undoneAsAdmin(world, async (sql) => {
    const revoked = `now(), gen_random_uuid(), 'Lost'`
    for (const text of [
      `insert into orders (user_id, status, benefit_token_value, created_at, due_at) values
         ('${member.id}', 'pending', 0, now() - interval '8 days', now() - interval '6 days'),
         ('${member.id}', 'delivered', 0, now() - interval '6 days', now() - interval '4 days')`,
      `insert into benefits (name, description, token_value, is_active) values ('Off', 'Off', 1, false)`,
      `insert into redeem_codes (code, token_value, uses, used_at) values ('COUNTED', 1, 1, now())`,
      `insert into redeem_codes (code, token_value, revoked_at, revoked_by, revoked_reason) values ('NOT COUNTED', 1, ${revoked})`,
      `insert into invite_codes (code, revoked_at, revoked_by, revoked_reason) values ('NOT COUNTED', ${revoked})`,
    ])
      await sql(text)
    // Of an invitation, whose codes have a list of their own, but count (specification, 7).
    await sql(`insert into invite_codes (code, is_plain) values ('NOT LISTED', false)`)
    const available = 'not is_used and revoked_at is null and coalesce(expires_at > now(), true)'
    const expected: Record<string, string> = {
      users: 'profiles',
      admins: `profiles where role = 'admin'`,
      benefits: 'benefits',
      active_benefits: 'benefits where is_active',
      orders: 'orders',
      orders_this_week: `orders where created_at > now() - interval '168 hours'`,
      pending: `orders where status = 'pending'`,
      late: `orders where status in ('pending', 'processing') and due_at <= now()`,
      token_codes: 'redeem_codes',
      available_token_codes: `redeem_codes where ${available}`,
      invite_codes: 'invite_codes',
      available_invite_codes: `invite_codes where is_plain and ${available}`,
      paid_members: `profiles where false`,
    }
    const [counts = {}] = await sql('select * from admin_counts()')
    expect(Object.keys(counts).toSorted()).toEqual(Object.keys(expected).toSorted())
    for (const [name, rows] of Object.entries(expected))
      expect([name, Number(counts[name])]).toEqual([
        name,
        Number(await scalarOf(sql, `select count(*) from ${rows}`)),
      ])
    expect(await scalarOf(sql, 'select pending_orders()')).toBe(Number(counts.pending))
    expect(await scalarOf(sql, 'select has_invited from admin_today()')).toBe(true)
  })
})

const FLOW = `select starts_on::text, (starts_on + ('1 ' || $1)::interval)::date::text as next, issued::int, spent::int, outstanding::int
  from public.token_flow($1, $2, $3)`

// The same in plain SQL: sums of each period, and what the accounts that were not deleted had before its end.
const EXPECTED = `
  select starts::date::text as starts_on, (starts + ('1 ' || $1)::interval)::date::text as next,
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

it.each([
  ['day', 15],
  ['week', 12],
  ['month', 13],
])(
  'the flow of tokens by %s is the sum of the ledger in every time zone, and is explained (D48)',
  async (step, steps) => {
    await undoneAsAdmin(world, async (sql) => {
      await makeHistory(sql)
      const held = await scalarOf(sql, 'select sum(current_tokens)::int from profiles')
      for (const zone of ZONES) {
        const flow = await sql(FLOW, [step, steps, zone])
        expect(flow).toEqual(await sql(EXPECTED, [step, steps, zone]))
        expect([flow.length, flow.at(-1)?.outstanding]).toEqual([steps, held])
        expect(flow.filter((row) => row.issued !== 0).length).toBeGreaterThan(2)
      }
      for (const { starts_on, next, ...sums } of (await sql(FLOW, [step, steps, ZONE])).slice(-5)) {
        const [from, to] = [String(starts_on), String(next)]
        expect(await explained(sql, ['issued', null, from, to])).toBe(sums.issued)
        expect(await explained(sql, ['spent', null, from, to])).toBe(sums.spent)
        expect(await explained(sql, ['outstanding', null, null, to])).toBe(sums.outstanding)
      }
    })
  },
)

it('the flow of tokens assigns entries to local days, also when the clocks change', async () => {
  const { id } = await createMember(world)
  await undoneAsAdmin(world, async (sql) => {
    const days = async () =>
      new Map((await sql(FLOW, ['day', 366, ZONE])).map((row) => [row.starts_on, Number(row.issued)]))
    const before = await days()
    const changes = await sql<{ day: string; near: string[] }>(
      `select d::date::text as day, array[d::date - 1, d::date, d::date + 1]::text[] as near
       from generate_series(date_trunc('day', now() at time zone $1) - interval '364 days',
         now() at time zone $1 - interval '2 days', '1 day') as d
       where (d + interval '1 day') at time zone $1 - d at time zone $1 <> interval '1 day'`,
      [ZONE],
    )
    expect(changes.length).toBeGreaterThanOrEqual(1)
    for (const { day, near } of changes) {
      const [start, end] = [`'${day}'::timestamp`, `('${day}'::date + 1)::timestamp`]
      for (const [amount, at] of [
        [1, `${start} at time zone $2 - interval '1 microsecond'`],
        [10, `${start} at time zone $2`],
        [100, `${end} at time zone $2 - interval '1 microsecond'`],
        [1000, `${end} at time zone $2`],
      ])
        await sql(`select private.post_tokens($1, 'purchase', ${amount}, 'Edge', p_at => ${at})`, [id, ZONE])
      const after = await days()
      expect(near.map((date) => Number(after.get(date)) - Number(before.get(date)))).toEqual([1, 110, 1000])
    }
  })
})
