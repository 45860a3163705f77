import { expect, it } from 'vitest'
import { outcome } from './support/outcome'
import { createActors } from './support/people'
import { balanceOf, createBenefit, orderPayload, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('responds to a retry with a conflict even after the price, the benefit or the balance changed (D3)', async () => {
  const { people, owner, other } = await createActors(world)
  const benefit = await createBenefit(world, { price: 60 })
  const payload = orderPayload(people.owner, benefit)
  const insert = async (client = owner, user_id = people.owner.id) =>
    outcome(await client.from('orders').insert({ ...payload, user_id }))
  expect(await insert()).toBe(0)
  expect(await insert()).toBe('23505')
  await world.sql('update benefits set token_value = 70, is_active = false where id = $1', [benefit.id])
  expect(await insert()).toBe('23505')
  expect(await insert(other, people.other.id)).toBe('23505')
  expect(await balanceOf(world, people.owner.id)).toBe(40)
  expect(await balanceOf(world, people.other.id)).toBe(100)
})

it('refunds nothing for an order without number and snapshot (D8)', async () => {
  const { people, admin } = await createActors(world)
  const [order] = await world.sql<{ id: string }>(
    `insert into orders (user_id, redemption_email) values ($1, 'old@example.test') returning id`,
    [people.owner.id],
  )
  await admin.from('orders').update({ status: 'cancelled' }).eq('id', order?.id).throwOnError()
  expect(await balanceOf(world, people.owner.id)).toBe(100)
})

it('keeps the snapshot of an order, and its refund, when the benefit is deleted (D13)', async () => {
  const { people, admin, owner } = await createActors(world)
  const benefit = await createBenefit(world, { price: 30, name: 'Short Lived' })
  const id = await placeOrder(people.owner, benefit)
  await admin.from('benefits').delete().eq('id', benefit.id).throwOnError()
  const columns = 'benefit_id, benefit_name, benefit_token_value'
  const { data } = await owner.from('orders').select(columns).eq('id', id).single()
  expect(data).toEqual({ benefit_id: null, benefit_name: 'Short Lived', benefit_token_value: 30 })
  await admin.from('orders').update({ status: 'cancelled' }).eq('id', id).throwOnError()
  expect(await balanceOf(world, people.owner.id)).toBe(100)
})

it('lets admins cancel the order of a deleted person, without a refund (D12)', async () => {
  const { people, admin } = await createActors(world)
  const id = await placeOrder(people.owner, await createBenefit(world))
  await admin.from('profiles').delete().eq('id', people.owner.id).throwOnError()
  await admin.from('orders').update({ status: 'cancelled' }).eq('id', id).throwOnError()
  const amounts = await world.sql('select amount from token_transactions where order_id = $1', [id])
  expect(amounts).toEqual([{ amount: -10 }])
})

it('lets a member cancel a pending order, with the refund, and says who did it (D35)', async () => {
  const { people, admin, owner, other } = await createActors(world)
  const p_order_id = await placeOrder(people.owner, await createBenefit(world, { price: 30 }))
  const cancel = async (client = owner) => outcome(await client.rpc('cancel_my_order', { p_order_id }))
  expect(await cancel(other)).toBe('order_not_found')
  expect(await cancel(admin)).toBe('order_not_found')
  expect(await cancel()).toBe(1)
  expect(await cancel()).toBe(1)
  expect(await balanceOf(world, people.owner.id)).toBe(100)
  const events = await owner.rpc('order_events', { p_order_id }).throwOnError()
  const detail = { from: 'pending', to: 'cancelled' }
  expect(events.data).toContainEqual(expect.objectContaining({ event: 'status', actor: 'you', detail }))
  await admin.from('orders').update({ status: 'processing' }).eq('id', p_order_id).throwOnError()
  expect(await cancel()).toBe('order_not_pending')
  expect(await balanceOf(world, people.owner.id)).toBe(70)
})
