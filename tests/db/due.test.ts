import { beforeEach, expect, it } from 'vitest'
import { choose, noticesOf, toldTo } from './support/notifications'
import { createAdmin, createMember } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Query } from './support/world'

const world = sharedWorld()

beforeEach(async () => {
  await world.sql('delete from public.notifications; delete from private.outbox')
})

/** Runs what is due in that many days; returns what failed. */
const inDays = async (days: number, sql: Query = world.sql) =>
  (await sql(`select private.run_due(now() + $1 * interval '1 day') as failed`, [days]))[0]?.failed
const emailsOf = async (sql: Query, { id }: { id: string }) =>
  (await sql('select kind from private.outbox where recipient_id = $1', [id])).map(({ kind }) => kind)
/** Another run starts where this one did. */
const rewind = (sql: Query) =>
  sql(`update private.due_items set done_until = case item when 'overdue' then now() else '-infinity' end`)

it('warns of the end of a membership 30 and 7 days before, once each, also after a day without a run', () =>
  world.undone(async (sql) => {
    const member = await createMember(world)
    const silent = await createMember(world)
    await choose(silent, 'membership', false, false).throwOnError()
    await sql(`update profiles set membership_end_date = now() + interval '100 days' where id = any ($1)`, [
      [member.id, silent.id],
    ])
    await rewind(sql)
    expect(await inDays(69.9, sql)).toEqual([])
    expect(await noticesOf(sql, member)).toEqual([])
    for (const days of [70.01, 70.02, 71, 80]) await inDays(days, sql)
    expect(await toldTo(sql, member)).toMatchObject([['membership_ending', { days: 30 }]])
    for (const days of [94, 95, 99.9, 100.1]) await inDays(days, sql)
    expect(await toldTo(sql, member)).toMatchObject([
      ['membership_ending', { days: 30 }],
      ['membership_ending', { days: 7, ends_at: expect.any(String) }],
    ])
    expect(await emailsOf(sql, member)).toEqual(['membership_ending', 'membership_ending'])
    // Extended, it ends another time.
    await sql(`update profiles set membership_end_date = now() + interval '200 days' where id = $1`, [
      member.id,
    ])
    for (const days of [101, 195]) await inDays(days, sql)
    expect((await toldTo(sql, member)).slice(2)).toMatchObject([['membership_ending', { days: 7 }]])
    expect([...(await noticesOf(sql, silent)), ...(await emailsOf(sql, silent))]).toEqual([])
  }))

it('notifies admins once of each order that became late, by email if they chose that', () =>
  world.undone(async (sql) => {
    const [member, admin, other] = [
      await createMember(world, { tokens: 100 }),
      await createAdmin(world),
      await createAdmin(world),
    ]
    await choose(other, 'overdue', true, true).throwOnError()
    const benefit = await createBenefit(world, { price: 1 })
    const orders = [await placeOrder(member, benefit), await placeOrder(member, benefit)]
    const delivered = await placeOrder(member, benefit)
    await sql(`update orders set status = 'delivered' where id = $1`, [delivered])
    await rewind(sql)
    await inDays(1.9, sql)
    // Orders that other tests imported may be late by then.
    for (const { order_id } of await noticesOf(sql, admin)) expect(orders).not.toContain(order_id)
    await sql('delete from public.notifications; delete from private.outbox')
    for (const days of [2.1, 2.2, 3]) await inDays(days, sql)
    const [told, ...more] = await noticesOf(sql, admin)
    expect([told, more]).toMatchObject([{ kind: 'orders_overdue', order_id: orders[1] }, []])
    const late = await sql(
      `select from orders where status in ('pending', 'processing')
       and due_at > now() + interval '1.9 days' and due_at <= now() + interval '3 days'`,
    )
    expect(told?.count).toBe(late.length)
    expect(await emailsOf(sql, admin)).toEqual([])
    expect(await emailsOf(sql, other)).toEqual(['orders_overdue'])
  }))

it('recomputes everything once a night, and notifies admins of the number of discrepancies', () =>
  world.undone(async (sql) => {
    const [member, admin] = [await createMember(world), await createAdmin(world)]
    const order = await placeOrder(member, await createBenefit(world))
    await choose(admin, 'grants', true, true).throwOnError()
    await rewind(sql)
    const three = `select private.run_due(date_trunc('day', now(), 'UTC') + $1 * interval '1 hour')`
    const found = async () => (await toldTo(sql, admin)).filter(([kind]) => kind === 'reconcile_found')
    await sql(three, [27])
    expect(await found()).toEqual([])
    await sql('update orders set benefit_id = gen_random_uuid() where id = $1', [order])
    await sql(three, [50.9])
    expect(await found()).toEqual([])
    await sql(three, [51])
    await sql(three, [75])
    const told = (await noticesOf(sql, admin)).filter(({ kind }) => kind === 'reconcile_found')
    expect(told).toMatchObject([{ count: 1 }])
    expect(await emailsOf(sql, admin)).toEqual(['reconcile_found', 'reconcile_found'])
  }))

it('recomputes before it locks anything that others need, and does the rest a minute later if it has notified admins', () =>
  world.undone(async (sql) => {
    const [member, admin] = [await createMember(world), await createAdmin(world)]
    await sql(`update profiles set membership_end_date = now() + interval '5 days' where id = $1`, [
      member.id,
    ])
    const leaver = await createMember(world)
    await sql(`update profiles set deletes_at = now() - interval '1 day' where id = $1`, [leaver.id])
    await rewind(sql)
    // Finds what this transaction locks: run_due() itself, and nothing else.
    await sql(`create or replace function private.reconcile() returns table (account_id uuid, problem text) language sql as $$
      select null::uuid, 'locked' from pg_locks where pid = pg_backend_pid() and locktype = 'advisory' and mode = 'ExclusiveLock' $$`)
    expect(await inDays(0, sql)).toEqual([])
    expect(await toldTo(sql, admin)).toMatchObject([['reconcile_found', {}]])
    expect(await noticesOf(sql, admin)).toMatchObject([{ count: 1 }])
    expect(await toldTo(sql, member)).toEqual([])
    await inDays(0.001, sql)
    expect(await toldTo(sql, member)).toMatchObject([['membership_ending', { days: 7 }]])
    expect(await sql('select from profiles where id = $1', [leaver.id])).toEqual([])
  }))

it('does nothing about members who were told of the end of their membership', () =>
  world.undone(async (sql) => {
    const member = await createMember(world)
    await sql(`update profiles set membership_end_date = now() + interval '5 days' where id = $1`, [
      member.id,
    ])
    await rewind(sql)
    await inDays(0, sql)
    expect(await toldTo(sql, member)).toMatchObject([['membership_ending', { days: 7 }]])
    // Would fail if it wrote anything.
    await sql(
      `create function private.refuse() returns trigger language plpgsql as $$ begin raise exception 'again'; end $$`,
    )
    for (const table of ['public.notifications', 'private.outbox'])
      await sql(
        `create trigger refuse before insert on ${table} for each row execute function private.refuse()`,
      )
    await sql(`update private.due_items set done_until = '-infinity' where item = 'memberships'`)
    expect(await inDays(0.1, sql)).toEqual([])
  }))

it('gives up a nightly check that fails or takes too long, tells admins, and does everything else', () =>
  world.undone(async (sql) => {
    const admin = await createAdmin(world)
    await rewind(sql)
    const night = `update private.due_items set done_until = '-infinity' where item = 'reconcile'`
    const found = async () => (await toldTo(sql, admin)).filter(([kind]) => kind === 'reconcile_found').length
    await sql('alter function private.reconcile() rename to away')
    await sql(night)
    expect(await inDays(0, sql)).toEqual([])
    expect(await found()).toBe(1)
    await sql('delete from notifications')
    await sql(`create or replace function private.reconcile() returns table (account_id uuid, problem text)
      language sql as $$ select null::uuid, pg_sleep(30)::text $$`)
    await sql(
      `update private.due_items set done_until = '-infinity' where item in ('reconcile', 'retention')`,
    )
    await sql(`set local statement_timeout = '5s'`)
    const [{ failed } = {}] = await sql('select private.run_due(now()) as failed')
    await sql('set local statement_timeout = 0')
    expect(failed).toEqual([])
    expect(await found()).toBe(1)
    // What follows the notification of admins waits for the next call.
    expect(await inDays(0, sql)).toEqual([])
    const done = await sql(`select item from private.due_items where done_until = now() order by item`)
    expect(done.map(({ item }) => item)).toEqual(
      expect.arrayContaining(['memberships', 'overdue', 'reconcile', 'retention']),
    )
    expect(await found()).toBe(1)
  }))

it('deletes notifications after 180 days and finished emails after 90', () =>
  world.undone(async (sql) => {
    const member = await createMember(world)
    await sql(`select private.post_tokens($1, 'adjustment', 5, 'Thanks')`, [member.id])
    await sql(
      `insert into private.outbox (id, kind, recipient_id, outcome, finished_at)
       select gen_random_uuid(), 'order_placed', $1, o, case when o is not null then now() end
       from unnest(array['sent', null]) as o`,
      [member.id],
    )
    await rewind(sql)
    const left = async () => [(await noticesOf(sql, member)).length, (await emailsOf(sql, member)).length]
    await inDays(89, sql)
    expect(await left()).toEqual([1, 2])
    await inDays(91, sql)
    expect(await left()).toEqual([1, 1])
    await inDays(179, sql)
    expect(await left()).toEqual([1, 1])
    await inDays(181, sql)
    expect(await left()).toEqual([0, 1])
  }))

it('does everything else when one item fails, names it, and does it with the next run', () =>
  world.undone(async (sql) => {
    const member = await createMember(world)
    await sql(`update profiles set membership_end_date = now() + interval '5 days' where id = $1`, [
      member.id,
    ])
    await rewind(sql)
    await sql('alter table private.absent_benefits rename to away')
    await sql('alter function private.due_memberships rename to away')
    expect(await inDays(0, sql)).toEqual(['due_benefits', 'due_memberships'])
    const done = `select count(*)::int as items from private.due_items where done_until = now()`
    expect(await sql(done)).toEqual([{ items: 4 }])
    await sql('alter table private.away rename to absent_benefits')
    await sql('alter function private.away rename to due_memberships')
    expect(await inDays(0, sql)).toEqual([])
    expect(await toldTo(sql, member)).toMatchObject([['membership_ending', { days: 7 }]])
  }))
