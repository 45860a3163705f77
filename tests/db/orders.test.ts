import { describe, expect, it } from 'vitest'
import * as orders from './probes/orders'
import { outcome } from './support/outcome'
import { createCast } from './support/people'
import { balanceOf, createBenefit, orderPayload, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('placing an order charges it in the same transaction (D1)', () => orders.orderIsCharged(world))
it('the server writes the order (D3, D8, D25)', () => orders.serverWritesTheOrder(world))
it('only today’s price is paid (D3)', () => orders.onlyTodaysPriceIsPaid(world))
it('an order waits for a change of the price that is under way, and is refused then (D3)', () =>
  orders.repricingIsWaitedFor(world))
it('nobody orders for another', () => orders.nobodyOrdersForAnother(world))
it('admins set the status, nobody else', () => orders.adminsSetTheStatus(world))
it('snapshots never change and orders never go', () => orders.ordersAreImmutable(world))
it('cancelling gives the tokens back once (D6)', () => orders.cancellingGivesTheTokensBack(world))

describe('what is refused charges nothing', () => {
  it.each([
    ['no address', { redemption_email: null }],
    ['a blank address', { redemption_email: '   ' }],
    ['no at sign', { redemption_email: 'somebody' }],
    ['white space inside', { redemption_email: 'some body@example.test' }],
    ['angle brackets', { redemption_email: '<a@b.example>' }],
    ['more than 254 characters', { redemption_email: `${'a'.repeat(250)}@b.example` }],
  ])('%s', async (_, changes) => {
    const { people, owner } = await createCast(world)
    const payload = orderPayload(people.owner, await createBenefit(world), changes)
    expect(outcome(await owner.from('orders').insert(payload))).toBe('invalid_redemption_email')
    expect(await balanceOf(world, people.owner.id)).toBe(100)
    expect(await world.sql('select from orders where id = $1', [payload.id])).toEqual([])
  })

  it('a benefit that is inactive, or gone', async () => {
    const { people, owner } = await createCast(world)
    const inactive = await createBenefit(world, { active: false })
    expect(outcome(await owner.from('orders').insert(orderPayload(people.owner, inactive)))).toBe(
      'benefit_unavailable',
    )
    const gone = { ...inactive, id: crypto.randomUUID() }
    expect(outcome(await owner.from('orders').insert(orderPayload(people.owner, gone)))).toBe(
      'benefit_unavailable',
    )
    expect(await balanceOf(world, people.owner.id)).toBe(100)
  })

  it('a price above the balance', async () => {
    const { people, owner } = await createCast(world)
    const dear = orderPayload(people.owner, await createBenefit(world, { price: 101 }))
    expect(outcome(await owner.from('orders').insert(dear))).toBe('insufficient_tokens')
    expect(await world.sql('select from orders where id = $1', [dear.id])).toEqual([])
    await placeOrder(people.owner, await createBenefit(world, { price: 100 }))
    expect(await balanceOf(world, people.owner.id)).toBe(0)
  })
})

it('a retry ends in a conflict even when the price, the benefit or the balance changed since (D3)', async () => {
  const { people, owner, other } = await createCast(world)
  const benefit = await createBenefit(world, { price: 60 })
  const payload = orderPayload(people.owner, benefit)
  await owner.from('orders').insert(payload).throwOnError()
  expect(outcome(await owner.from('orders').insert(payload))).toBe('23505')
  await world.sql('update benefits set token_value = 70, is_active = false where id = $1', [benefit.id])
  expect(outcome(await owner.from('orders').insert(payload))).toBe('23505')
  expect(outcome(await owner.from('orders').select('id').eq('id', payload.id))).toBe(1)
  expect(outcome(await other.from('orders').insert({ ...payload, user_id: people.other.id }))).toBe('23505')
  expect(outcome(await other.from('orders').select('id').eq('id', payload.id))).toBe(0)
  expect(await balanceOf(world, people.owner.id)).toBe(40)
  expect(await balanceOf(world, people.other.id)).toBe(100)
})

it('an order from before numbers and snapshots is possible and moves nothing (D8)', async () => {
  const { people, admin } = await createCast(world)
  const [order] = await world.sql<{ id: string }>(
    `insert into orders (user_id, redemption_email) values ($1, 'old@example.test') returning id`,
    [people.owner.id],
  )
  await admin.from('orders').update({ status: 'cancelled' }).eq('id', order?.id).throwOnError()
  expect(await balanceOf(world, people.owner.id)).toBe(100)
})

it('an order outlives its benefit (D13)', async () => {
  const { people, admin, owner } = await createCast(world)
  const benefit = await createBenefit(world, { price: 30, name: 'Short Lived' })
  const id = await placeOrder(people.owner, benefit)
  await admin.from('benefits').delete().eq('id', benefit.id).throwOnError()
  const { data } = await owner
    .from('orders')
    .select('benefit_id, benefit_name, benefit_token_value')
    .eq('id', id)
    .single()
  expect(data).toEqual({ benefit_id: null, benefit_name: 'Short Lived', benefit_token_value: 30 })
  await admin.from('orders').update({ status: 'cancelled' }).eq('id', id).throwOnError()
  expect(await balanceOf(world, people.owner.id)).toBe(100)
})

it('a deleted person’s order can still be handled, and moves nothing (D12)', async () => {
  const { people, admin } = await createCast(world)
  const id = await placeOrder(people.owner, await createBenefit(world))
  await admin.from('profiles').delete().eq('id', people.owner.id).throwOnError()
  await admin.from('orders').update({ status: 'cancelled' }).eq('id', id).throwOnError()
  expect(await world.sql('select amount from token_transactions where order_id = $1', [id])).toEqual([
    { amount: -10 },
  ])
})
