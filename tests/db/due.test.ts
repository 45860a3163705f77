import { beforeEach, expect, it } from 'vitest'
import { columnOf, rpc, scalarOf } from './support/ask'
import { saveBenefit } from './support/delivery'
import { notificationKindsOf, notificationsOf, setPreference } from './support/notifications'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, placeOrder, setStock } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Query } from './support/world'

const world = sharedWorld()

beforeEach(() =>
  world.sql(
    `delete from public.notifications; delete from private.outbox; delete from private.told_members;
     delete from private.waiting_members; delete from private.favourites`,
  ),
)

/** Runs what is due in that many days; returns what failed. */
const inDays = (days: number, sql: Query = world.sql) =>
  scalarOf(sql, `select private.run_due(now() + $1 * interval '1 day')`, [days])
const emailsOf = (sql: Query, { id }: { id: string }) =>
  columnOf(sql, 'select kind from private.outbox where recipient_id = $1', [id])
/** Another run starts where this one did. */
const rewind = (sql: Query) =>
  sql(
    `update private.due_items set done_until = case item when 'late' then now() else '-infinity' end where true`,
  )
const setEnd = (sql: Query, { id }: Person, days: number) =>
  sql(`update profiles set membership_end_date = now() + $2 * interval '1 day' where id = $1`, [id, days])
const found = async (sql: Query, admin: Person) =>
  (await notificationsOf(sql, admin))
    .filter(({ kind }) => kind === 'reconcile_found')
    .map(({ count }) => count)
const ENDS_SOON = ['membership_ending', { days: 7, ends_at: expect.any(String) }]

it('warns of the end of a membership 30 and 7 days before, once each, also after a day without a run (D40)', () =>
  world.undone(async (sql) => {
    const [member, silent] = [await createMember(world), await createMember(world)]
    await setPreference(silent, 'membership', false, false).throwOnError()
    for (const person of [member, silent]) await setEnd(sql, person, 100)
    await rewind(sql)
    expect(await inDays(69.9, sql)).toEqual([])
    expect(await notificationsOf(sql, member)).toEqual([])
    for (const days of [70.01, 70.02, 71, 80]) await inDays(days, sql)
    const soon = ['membership_ending', { days: 30, ends_at: expect.any(String) }]
    expect(await notificationKindsOf(sql, member)).toEqual([soon])
    for (const days of [94, 95, 99.9, 100.1]) await inDays(days, sql)
    expect(await notificationKindsOf(sql, member)).toEqual([soon, ENDS_SOON])
    expect(await emailsOf(sql, member)).toEqual(['membership_ending', 'membership_ending'])
    // Extended, it ends another time.
    await setEnd(sql, member, 200)
    for (const days of [101, 195]) await inDays(days, sql)
    expect(await notificationKindsOf(sql, member)).toEqual([soon, ENDS_SOON, ENDS_SOON])
    expect([...(await notificationsOf(sql, silent)), ...(await emailsOf(sql, silent))]).toEqual([])
  }))

it('notifies admins once of each order that became late, by email if they chose that (D25, D40)', () =>
  world.undone(async (sql) => {
    const [admin, other] = [await createAdmin(world), await createAdmin(world)]
    const member = await createMember(world, { tokens: 100 })
    await setPreference(other, 'late', true, true).throwOnError()
    const benefit = await createBenefit(world, { price: 1 })
    await sql(`update orders set status = 'delivered' where true`)
    const place = () => placeOrder(member, benefit)
    const [delivered, , last] = [await place(), await place(), await place()]
    await sql(`update orders set status = 'delivered' where id = $1`, [delivered])
    await rewind(sql)
    await inDays(1.9, sql)
    expect(await notificationsOf(sql, admin)).toEqual([])
    for (const days of [2.1, 2.2, 3]) await inDays(days, sql)
    const data = { order_number: expect.stringMatching(/^ORD-/), benefit: 'Test Benefit' }
    const late = { kind: 'orders_late', order_id: last, count: 2, data }
    expect(await notificationsOf(sql, admin)).toMatchObject([late])
    expect([await emailsOf(sql, admin), await emailsOf(sql, other)]).toEqual([[], ['orders_late']])
  }))

it('recomputes everything once a night, and notifies admins of the number of discrepancies (D40)', () =>
  world.undone(async (sql) => {
    const [member, admin] = [await createMember(world), await createAdmin(world)]
    const order = await placeOrder(member, await createBenefit(world))
    await setPreference(admin, 'grants', true, true).throwOnError()
    await rewind(sql)
    const at = `select private.run_due(date_trunc('day', now(), 'UTC') + $1 * interval '1 hour')`
    await sql(at, [27])
    expect(await found(sql, admin)).toEqual([])
    await sql('update orders set benefit_id = gen_random_uuid() where id = $1', [order])
    await sql(at, [50.9])
    expect(await found(sql, admin)).toEqual([])
    for (const hours of [51, 75]) await sql(at, [hours])
    expect(await found(sql, admin)).toEqual([1])
    expect(await emailsOf(sql, admin)).toEqual(['reconcile_found', 'reconcile_found'])
  }))

it('recomputes before it locks anything that others need, and does the rest a minute later if it has notified admins', () =>
  world.undone(async (sql) => {
    const [member, leaver, admin] = [
      await createMember(world),
      await createMember(world),
      await createAdmin(world),
    ]
    await setEnd(sql, member, 5)
    await sql(`update profiles set deletes_at = now() - interval '1 day' where id = $1`, [leaver.id])
    await rewind(sql)
    // Finds what this transaction locks: run_due() itself, and nothing else.
    await sql(`create or replace function private.reconcile() returns table (account_id uuid, problem text) language sql as $$
      select null::uuid, 'locked' from pg_locks where pid = pg_backend_pid() and locktype = 'advisory' and mode = 'ExclusiveLock' $$`)
    expect(await inDays(0, sql)).toEqual([])
    expect([await found(sql, admin), await notificationKindsOf(sql, member)]).toEqual([[1], []])
    await inDays(0.001, sql)
    expect(await notificationKindsOf(sql, member)).toEqual([ENDS_SOON])
    expect(await sql('select from profiles where id = $1', [leaver.id])).toEqual([])
  }))

it('gives up a nightly check that takes too long, tells admins, and does everything else', () =>
  world.undone(async (sql) => {
    const admin = await createAdmin(world)
    await rewind(sql)
    await sql(`create or replace function private.reconcile() returns table (account_id uuid, problem text)
      language sql as $$ select null::uuid, pg_sleep(30)::text $$`)
    await sql(`set local statement_timeout = '5s'`)
    expect(await inDays(0, sql)).toEqual([])
    await sql('set local statement_timeout = 0')
    expect(await found(sql, admin)).toEqual([1])
    // What follows the notification of admins waits for the next call.
    expect(await inDays(0, sql)).toEqual([])
    const done = await columnOf(sql, 'select item from private.due_items where done_until = now()')
    expect(done).toEqual(expect.arrayContaining(['memberships', 'late', 'reconcile', 'retention']))
  }))

it('does everything else when one item fails, names it, and does it with the next run', () =>
  world.undone(async (sql) => {
    const member = await createMember(world)
    await setEnd(sql, member, 5)
    await rewind(sql)
    await sql('alter table private.absent_benefits rename to away')
    await sql('alter function private.due_memberships rename to away')
    expect(await inDays(0, sql)).toEqual(['due_benefits', 'due_memberships'])
    const done = 'select count(*)::int from private.due_items where done_until = now()'
    expect(await scalarOf(sql, done)).toBe(4)
    await sql('alter table private.away rename to absent_benefits')
    await sql('alter function private.away rename to due_memberships')
    expect(await inDays(0, sql)).toEqual([])
    expect(await notificationKindsOf(sql, member)).toEqual([ENDS_SOON])
  }))

const ask = (person: Person, p_benefit_id: string) =>
  rpc(person, 'ask_to_be_told', { p_benefit_id, p_wanted: true })
const soldOut = async (name = 'Minutes') => {
  const { id } = await createBenefit(world, { name, price: 3 })
  await setStock(world, id, 0)
  return id
}
const DAY = 60 * 24
/** Runs what is due in that many minutes. */
const after = async (...minutes: number[]) => {
  for (const each of minutes) expect(await inDays(each / DAY)).toEqual([])
}
const notificationKinds = (person: Person) => notificationKindsOf(world.sql, person)
const AVAILABLE = ['benefit_available', { benefit: 'Minutes' }]

it('notifies who asked, and whose favourite it is, once it has been available for ten minutes (D39)', async () => {
  const create = () => createMember(world)
  const [asked, likes, both] = [await create(), await create(), await create()]
  const [quiet, nobody] = [await create(), await create()]
  const id = await soldOut()
  for (const person of [asked, both, quiet]) await ask(person, id)
  for (const person of [likes, both])
    await rpc(person, 'set_favourite', { p_benefit_id: id, p_favourite: true })
  await setPreference(quiet, 'favourites', false, false).throwOnError()
  await after(0, 20)
  await setStock(world, id, 5)
  await after(21, 30)
  expect(await notificationKinds(asked)).toEqual([])
  await after(31, 32, DAY, DAY * 8, DAY * 8 + 11)
  for (const person of [asked, likes, both]) {
    expect(await notificationKinds(person)).toEqual([AVAILABLE])
    expect(await emailsOf(world.sql, person)).toEqual(['benefit_available'])
  }
  for (const person of [quiet, nobody]) expect(await notificationKinds(person)).toEqual([])
  expect(await notificationsOf(world.sql, asked)).toMatchObject([{ benefit_id: id, order_id: null }])
  // Asking is over once told.
  const left = 'select user_id from private.waiting_members where benefit_id = $1'
  expect(await columnOf(world.sql, left, [id])).toEqual([])
})

it('notifies the other admins of a stock that falls below its mark, once for each fall, and when nothing is left (D38, D40)', async () => {
  const [member, admin] = [await createMember(world, { tokens: 100 }), await createAdmin(world)]
  const low = (left: number) => ['stock_low', { benefit: 'Minutes', left }]
  const create = async (stock: number) => {
    const benefit = await createBenefit(world, { name: 'Minutes', price: 1 })
    await setStock(world, benefit.id, stock)
    return benefit
  }
  const benefit = await create(11)
  await placeOrder(member, benefit)
  expect(await notificationKinds(admin)).toEqual([])
  for (let n = 0; n < 2; n++) await placeOrder(member, benefit)
  expect(await notificationKinds(admin)).toEqual([low(9)])
  for (const stock of [10, 9]) await setStock(world, benefit.id, stock)
  for (const stock of [30, 3]) await saveBenefit(admin, benefit.id, { stock })
  expect(await notificationsOf(world.sql, admin)).toMatchObject([{ count: 2 }])
  expect(await emailsOf(world.sql, admin)).toEqual(['stock_low'])
  await world.sql('delete from notifications where true')
  // Below its mark from the beginning.
  const few = await create(2)
  await placeOrder(member, few)
  expect(await notificationKinds(admin)).toEqual([])
  await placeOrder(member, few)
  expect(await notificationKinds(admin)).toEqual([low(0)])
})
