import { beforeEach, expect, it } from 'vitest'
import { choose, noticesOf, toldTo } from './support/notifications'
import { createSender } from './support/outbox'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, placeOrder, setStock } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const sender = createSender(world)

beforeEach(async () => {
  await world.sql(
    'delete from public.notifications; delete from private.outbox; delete from private.told_members',
  )
  await world.sql('delete from private.waiting_members; delete from private.favourites')
  // Operations of other files would be settled, with their emails.
  await world.sql('update public.operations set settled_at = now() where settled_at is null')
})

const ask = ({ client }: Person, p_benefit_id: string) =>
  client.rpc('ask_to_be_told', { p_benefit_id, p_wanted: true }).throwOnError()
const like = ({ client }: Person, p_benefit_id: string) =>
  client.rpc('set_favourite', { p_benefit_id, p_favourite: true }).throwOnError()
const soldOut = async (name = 'Minutes') => {
  const benefit = await createBenefit(world, { name, price: 3 })
  await setStock(world, benefit.id, 0)
  return benefit
}
/** What is due in that many minutes. */
const after = async (...minutes: number[]) => {
  for (const each of minutes)
    expect(
      await world.sql(`select private.run_due(now() + $1 * interval '1 minute') as failed`, [each]),
    ).toEqual([{ failed: [] }])
}
const told = (person: Person) => toldTo(world.sql, person)
/** Queued emails. What is due for orders of other files at the time passed in is not this file's. */
const emailed = async () =>
  (await sender.lease())
    .map(({ email, kind }) => [email, kind])
    .filter(([, kind]) => kind !== 'orders_overdue' && kind !== 'stock_low')
const AVAILABLE = ['benefit_available', { benefit: 'Minutes' }]

it('notifies who asked, and whose favourite it is, once it has been available for ten minutes', async () => {
  const [asked, likes, both, quiet, nobody] = [
    await createMember(world),
    await createMember(world),
    await createMember(world),
    await createMember(world),
    await createMember(world),
  ]
  const { id } = await soldOut()
  for (const person of [asked, both, quiet]) await ask(person, id)
  for (const person of [likes, both]) await like(person, id)
  await choose(quiet, 'favourites', false, false).throwOnError()
  await after(0, 20)
  await setStock(world, id, 5)
  await after(21, 30.9)
  expect(await told(asked)).toEqual([])
  await after(31, 32, 60 * 24, 60 * 24 * 8, 60 * 24 * 8 + 11)
  for (const person of [asked, likes, both]) expect(await told(person)).toEqual([AVAILABLE])
  for (const person of [quiet, nobody]) expect(await told(person)).toEqual([])
  expect(await noticesOf(world.sql, asked)).toMatchObject([{ benefit_id: id, order_id: null }])
  expect((await emailed()).sort()).toEqual(
    [asked, likes, both].map(({ email }) => [email, 'benefit_available']).sort(),
  )
  // Asking is over once told.
  expect(await world.sql('select user_id from private.waiting_members where benefit_id = $1', [id])).toEqual(
    [],
  )
})

it('does not announce what was gone again within ten minutes, nor email what is gone when the email is sent', async () => {
  const asked = await createMember(world)
  const { id } = await soldOut()
  await ask(asked, id)
  await setStock(world, id, 1)
  await after(1, 8)
  await setStock(world, id, 0)
  await after(9, 12)
  await setStock(world, id, 1)
  await after(13, 22)
  expect(await told(asked)).toEqual([])
  await after(23)
  expect(await told(asked)).toEqual([AVAILABLE])
  await setStock(world, id, 0)
  expect((await emailed()).filter(([email]) => email === asked.email)).toEqual([])
})

it('notifies of each benefit once a week, and again on a new request', async () => {
  const asked = await createMember(world)
  const { id } = await soldOut()
  const day = 60 * 24
  const returns = async (at: number) => {
    await setStock(world, id, 0)
    await after(at)
    await setStock(world, id, 1)
    await after(at + 1, at + 11)
  }
  await ask(asked, id)
  await returns(0)
  await ask(asked, id)
  await returns(3 * day)
  expect(await told(asked)).toHaveLength(1)
  await after(7 * day + 12, 7 * day + 23)
  expect(await told(asked)).toHaveLength(2)
})

it('notifies of a benefit that opens, by the clock of the server, also after a day without a run', async () => {
  const asked = await createMember(world)
  const { id } = await createBenefit(world, { name: 'Minutes' })
  await world.sql(`update benefits set opens_at = now() + interval '1 hour' where id = $1`, [id])
  await ask(asked, id)
  await after(1, 59)
  expect(await told(asked)).toEqual([])
  await after(60 * 25, 60 * 25 + 10)
  expect(await told(asked)).toEqual([AVAILABLE])
})

it('forgets the requests of a deleted person, and does not announce a deleted benefit', async () => {
  const [asked, gone, admin] = [
    await createMember(world),
    await createMember(world),
    await createAdmin(world),
  ]
  const [kept, deleted] = [await soldOut(), await soldOut('Gone')]
  for (const { id } of [kept, deleted]) for (const person of [asked, gone]) await ask(person, id)
  await after(0)
  for (const { id } of [kept, deleted]) await setStock(world, id, 1)
  await after(1, 11)
  expect(await told(gone)).toHaveLength(2)
  await setStock(world, deleted.id, 0)
  await ask(asked, deleted.id)
  await after(12)
  await admin.client.from('benefits').delete().eq('id', deleted.id).throwOnError()
  await admin.client.from('profiles').delete().eq('id', gone.id).throwOnError()
  await after(60 * 24 * 9, 60 * 24 * 9 + 11)
  expect(await told(asked)).toHaveLength(2)
  const left = `select from private.told_members where user_id = $1 union all
    select from notifications where user_id = $1 union all select from private.outbox where recipient_id = $1`
  expect(await world.sql(left, [gone.id])).toEqual([])
})

it('notifies the other admins of a stock that falls below its mark, once for each fall', async () => {
  const [member, admin] = [await createMember(world, { tokens: 100 }), await createAdmin(world)]
  const benefit = await createBenefit(world, { name: 'Minutes', price: 1 })
  await setStock(world, benefit.id, 11)
  await placeOrder(member, benefit)
  expect(await told(admin)).toEqual([])
  await placeOrder(member, benefit)
  await placeOrder(member, benefit)
  expect(await told(admin)).toEqual([['stock_low', { benefit: 'Minutes', left: 9 }]])
  // Not by a lease of 50: other files leave any number of admins.
  const queued = 'select kind from private.outbox where recipient_id = $1'
  expect(await world.sql(queued, [admin.id])).toEqual([{ kind: 'stock_low' }])
  for (const stock of [10, 9]) await setStock(world, benefit.id, stock)
  expect(await world.sql(queued, [admin.id])).toHaveLength(1)
  const set = async (p_expected: number, p_stock: number) =>
    (await admin.client.rpc('set_stock', { p_benefit_id: benefit.id, p_stock, p_expected }).throwOnError())
      .data
  expect([await set(9, 30), await set(30, 3)]).toEqual([true, true])
  expect(await noticesOf(world.sql, admin)).toMatchObject([{ count: 2 }])
  expect(await world.sql(queued, [admin.id])).toHaveLength(1)
})

it('notifies the other admins of a stock that began below its mark once nothing is left', async () => {
  const [member, admin] = [await createMember(world, { tokens: 100 }), await createAdmin(world)]
  const benefit = await createBenefit(world, { name: 'Minutes', price: 1 })
  await setStock(world, benefit.id, 2)
  await placeOrder(member, benefit)
  expect(await told(admin)).toEqual([])
  await placeOrder(member, benefit)
  expect(await told(admin)).toEqual([['stock_low', { benefit: 'Minutes', left: 0 }]])
})
