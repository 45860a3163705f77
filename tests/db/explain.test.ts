import { expect, it } from 'vitest'
import { undoneAsAdmin } from './support/as-admin'
import { createAdmin, createMember } from './support/people'
import { createBenefit, createInviteCode, createTokenCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Query } from './support/world'

const world = sharedWorld()
const ZONE = 'Europe/Amsterdam'

type Asked = [number: string, part?: string | null, from?: string | null, to?: string | null]

/** The sum of a number, after comparing it with the rows read page by page, forwards and backwards. */
async function explained(sql: Query, [number, part = null, from = null, to = null]: Asked) {
  const args = [number, part, null, from, to, ZONE]
  const [told] = await sql(
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
    expect({ number, part, total, row_count: read.size }).toEqual({ number, part, ...told })
  }
  return Number(told?.total)
}

/** People who joined, spent and left over the last year. */
async function makeHistory(sql: Query) {
  await sql(`
    do $$
    declare v_days int; v_id uuid;
    begin
      for v_days in select unnest(array[300, 40, 9, 2, 0]) loop
        v_id := gen_random_uuid();
        insert into public.invite_codes (code) values ('TOLD-' || v_days);
        insert into auth.users (id, email, raw_user_meta_data, created_at) values (v_id, v_days || '@told.test',
          jsonb_build_object('name', 'Told', 'invite_code', 'TOLD-' || v_days), now() - v_days * interval '1 day' - interval '1 hour');
        perform private.post_tokens(v_id, 'purchase', 40, 'In', p_at => now() - v_days * interval '23 hours' - interval '1 minute');
        perform private.post_tokens(v_id, 'adjustment', -7, 'Out', p_at => now() - v_days * interval '20 hours' - interval '1 minute');
        if v_days in (40, 2) then delete from public.profiles where id = v_id; end if;
      end loop;
    end $$`)
}

it('explains every count of the overview by rows that add up to it (D48)', async () => {
  const member = await createMember(world, { tokens: 100 })
  const benefit = await createBenefit(world)
  await createInviteCode(world)
  await createTokenCode(world)
  for (let n = 0; n < 9; n += 1) await placeOrder(member, benefit)
  await undoneAsAdmin(world, async (sql) => {
    await makeHistory(sql)
    await sql(`update orders set due_at = now() - interval '1 hour' where user_id = $1`, [member.id])
    await sql(
      `insert into benefits (name, description, token_value, is_active) values ('Off', 'Off', 1, false)`,
    )
    const [counts] = await sql('select * from admin_counts()')
    const parts: Record<string, Asked> = {
      users: ['users'],
      admins: ['users', 'admin'],
      benefits: ['benefits'],
      active_benefits: ['benefits', 'active'],
      orders: ['orders'],
      orders_this_week: ['orders', 'this_week'],
      pending: ['orders', 'pending'],
      overdue: ['orders', 'overdue'],
      token_codes: ['token_codes'],
      available_token_codes: ['token_codes', 'available'],
      invite_codes: ['invite_codes'],
      available_invite_codes: ['invite_codes', 'available'],
    }
    expect(Object.keys(counts ?? {}).toSorted()).toEqual(Object.keys(parts).toSorted())
    for (const [name, asked] of Object.entries(parts)) {
      expect([name, await explained(sql, asked)]).toEqual([name, Number(counts?.[name])])
    }
    for (const { status, count } of await sql('select * from order_counts()')) {
      expect(await explained(sql, ['orders', String(status)])).toBe(Number(count))
    }
  })
})

it('explains the emails that wait or could not be sent (D37, D48)', async () => {
  const member = await createMember(world)
  const order = await placeOrder(member, await createBenefit(world))
  await undoneAsAdmin(world, async (sql) => {
    const states = [
      `next_attempt_at = now() - interval '6 minutes'`,
      `next_attempt_at = now() - interval '4 minutes'`,
      `outcome = 'given_up', finished_at = now() - interval '6 days', last_error = 'smtp_550'`,
      `outcome = 'given_up', finished_at = now() - interval '8 days'`,
    ]
    for (const state of states) {
      const id = crypto.randomUUID()
      await sql(
        `insert into private.outbox (id, kind, cause_id, recipient_id) values ($1, 'order_placed', $2, $3)`,
        [id, order, member.id],
      )
      await sql(`update private.outbox set ${state} where id = $1`, [id])
    }
    const [status] = await sql('select * from email_status()')
    expect(Number(status?.given_up)).toBeGreaterThan(0)
    expect(await explained(sql, ['emails', 'late'])).toBe(Number(status?.late))
    expect(await explained(sql, ['emails', 'given_up'])).toBe(Number(status?.given_up))
    const [row] = await sql(
      `select kind, name, reason, order_id, person_id from explain_rows('emails', 'given_up')`,
    )
    expect(row).toEqual({
      kind: 'email',
      name: 'order_placed',
      reason: 'smtp_550',
      order_id: order,
      person_id: member.id,
    })
  })
})

it('explains how many orders were due, and how many of them on time (D36, D48)', async () => {
  const member = await createMember(world, { tokens: 100 })
  const benefit = await createBenefit(world)
  for (let n = 0; n < 7; n += 1) await placeOrder(member, benefit)
  await undoneAsAdmin(world, async (sql) => {
    const states = [
      `status = 'delivered', fulfilled_at = now()`,
      `status = 'completed', fulfilled_at = now()`,
      `due_at = now() - interval '1 hour'`,
      `due_at = now() - interval '1 hour', status = 'delivered', fulfilled_at = now()`,
      `due_at = now() - interval '1 hour', status = 'cancelled'`,
      `status = 'cancelled', fulfilled_at = now()`,
      `created_at = now() - interval '31 days', status = 'delivered', fulfilled_at = now()`,
    ]
    const orders = await sql('select id from orders where user_id = $1', [member.id])
    const [before] = await sql('select * from on_time_figures()')
    await sql(`set local session_replication_role = 'replica'`)
    for (const [index, state] of states.entries())
      await sql(`update orders set ${state} where id = $1`, [orders[index]?.id])
    const [after] = await sql('select * from on_time_figures()')
    expect([
      Number(after?.due) - Number(before?.due),
      Number(after?.on_time) - Number(before?.on_time),
    ]).toEqual([5, 3])
    expect(await explained(sql, ['orders', 'due'])).toBe(Number(after?.due))
    expect(await explained(sql, ['orders', 'on_time'])).toBe(Number(after?.on_time))
  })
})

it.each([
  ['day', 10],
  ['week', 8],
  ['month', 12],
])('explains each bar and point of the charts by %s (D48)', async (step, steps) => {
  await undoneAsAdmin(world, async (sql) => {
    await makeHistory(sql)
    const flow = await sql(
      `select f.*, starts_on::text as start, (starts_on + ('1 ' || $1)::interval)::date::text as next from token_flow($1, $2, $3) as f`,
      [step, steps, ZONE],
    )
    for (const { start, next, issued, spent, outstanding } of flow) {
      const [from, to] = [String(start), String(next)]
      expect(await explained(sql, ['issued', null, from, to])).toBe(Number(issued))
      expect(await explained(sql, ['spent', null, from, to])).toBe(Number(spent))
      expect(await explained(sql, ['outstanding', null, null, to])).toBe(Number(outstanding))
    }
  })
})

it('explains each column of orders by day (D48)', async () => {
  const member = await createMember(world)
  await placeOrder(member, await createBenefit(world))
  await undoneAsAdmin(world, async (sql) => {
    const days = await sql(
      `select f.*, day::text as start, (day + 1)::text as next from order_flow(2, $1) as f`,
      [ZONE],
    )
    for (const { start, next, pending, cancelled } of days) {
      expect(await explained(sql, ['orders', 'pending', String(start), String(next)])).toBe(Number(pending))
      expect(await explained(sql, ['orders', 'cancelled', String(start), String(next)])).toBe(
        Number(cancelled),
      )
    }
  })
})

it("explains a member's own totals, and those of others to admins only (D21, D48)", async () => {
  const member = await createMember(world, { tokens: 60 })
  const benefit = await createBenefit(world, { price: 15 })
  for (let n = 0; n < 3; n += 1) await placeOrder(member, benefit)
  const admin = await createAdmin(world)
  const total = async (client: typeof admin.client, p_number: string, p_account?: string, p_part?: string) =>
    (await client.rpc('explain_number', { p_number, p_account, p_part })).data?.[0]
  expect(await total(member.client, 'account_spent')).toMatchObject({ total: -45, row_count: 3 })
  expect(await total(member.client, 'account_received', member.id)).toMatchObject({ total: 60, row_count: 2 })
  expect(await total(member.client, 'account_balance')).toMatchObject({ total: 15, row_count: 5 })
  expect(await total(member.client, 'account_entries', undefined, 'redemption')).toMatchObject({ total: 3 })
  expect(await total(admin.client, 'account_balance', member.id)).toMatchObject({ total: 15 })
  const { data } = await admin.client.rpc('explain_rows', { p_number: 'account_spent', p_account: member.id })
  expect(data).toHaveLength(3)
  expect(data?.[0]).toMatchObject({ kind: 'entry', name: 'Test Benefit', person_id: member.id, amount: -15 })
  const stranger = await createMember(world)
  for (const name of ['explain_number', 'explain_rows']) {
    for (const args of [
      { p_number: 'account_balance', p_account: member.id },
      { p_number: 'users' },
      { p_number: 'issued', p_account: stranger.id },
    ]) {
      expect((await stranger.client.rpc(name, args)).error?.message).toBe('not_admin')
    }
    expect((await admin.client.rpc(name, { p_number: 'invented' })).error?.message).toBe('unknown_number')
    expect((await admin.client.rpc(name, { p_number: 'users', p_part: 'pending' })).error?.message).toBe(
      'unknown_number',
    )
  }
})
