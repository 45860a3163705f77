import { expect, it } from 'vitest'
import { outcome } from './support/outcome'
import { createMember } from './support/people'
import { createBenefit, orderPayload, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

async function numberOf(id: string): Promise<number> {
  const [row] = await world.sql<{ number: number }>(
    'select substr(order_number, 5)::int as number from orders where id = $1',
    [id],
  )
  return row?.number ?? Number.NaN
}

async function createBuyer() {
  const [member, benefit] = [await createMember(world), await createBenefit(world, { price: 1 })]
  return { member, benefit, first: await placeOrder(member, benefit) }
}

it.each<[name: string, rows: number, last: (first: string) => Row, code: string]>([
  ['beyond the balance', 25, () => ({}), 'insufficient_tokens'],
  ['with too many rows', 101, () => ({}), 'too_many_orders'],
  ['at a stale price in its last row', 20, () => ({ benefit_token_value: 2 }), 'price_changed'],
  ['for another user in its last row', 20, () => ({ user_id: crypto.randomUUID() }), '42501'],
  ['with a used id in its last row', 2, (id) => ({ id }), '23505'],
])('an insert %s uses no order number (D8)', async (_, rows, last, code) => {
  const { member, benefit, first } = await createBuyer()
  const payload = Array.from({ length: rows }, (_, n) =>
    orderPayload(member, benefit, n === rows - 1 ? last(first) : {}),
  )
  expect(outcome(await member.client.from('orders').insert(payload).select('id'))).toBe(code)
  expect(await numberOf(await placeOrder(member, benefit))).toBe((await numberOf(first)) + 1)
})

it('an insert that fails after it was charged uses no order number', async () => {
  const { member, benefit, first } = await createBuyer()
  const two = [orderPayload(member, benefit), orderPayload(member, benefit)]
  expect(outcome(await member.client.from('orders').insert(two).select('id').single())).toBe('PGRST116')
  expect(await numberOf(await placeOrder(member, benefit))).toBe((await numberOf(first)) + 1)
})

it('returns the numbers of inserted orders', async () => {
  const { member, benefit } = await createBuyer()
  const payload = [orderPayload(member, benefit), orderPayload(member, benefit)]
  const { data } = await member.client.from('orders').insert(payload).select('order_number').throwOnError()
  const numbers = data.map(({ order_number }) => order_number)
  expect(numbers).toEqual([expect.stringMatching(/^ORD-\d{6}$/), expect.stringMatching(/^ORD-\d{6}$/)])
  expect(numbers[0]).not.toBe(numbers[1])
})

it('numbers concurrent orders without repetition, and reuses the numbers of failed ones', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => createMember(world)))
  const benefit = await createBenefit(world, { price: 5 })
  const before = await numberOf(await placeOrder(await createMember(world), benefit))
  // Two of seven fail: 25 tokens are five orders.
  await Promise.all(
    people.flatMap((person) =>
      Array.from({ length: 7 }, () => person.client.from('orders').insert(orderPayload(person, benefit))),
    ),
  )
  const numbers = await world.sql<{ number: number }>(
    `select substr(order_number, 5)::int as number from orders where benefit_id = $1 order by 1`,
    [benefit.id],
  )
  expect(numbers).toHaveLength(51)
  expect(new Set(numbers.map(({ number }) => number)).size).toBe(51)
  // Some numbers are returned after others have passed them; the next orders use those.
  expect(numbers.at(-1)?.number).toBeLessThan(before + 71)
})

it('continues after 999999', async () => {
  await world.undone(async (sql) => {
    await sql('delete from private.free_order_numbers')
    await sql('update private.order_number_counter set last = 999998')
    const next = async () => (await sql('select private.next_order_number() as number'))[0]?.number
    expect([await next(), await next()]).toEqual(['ORD-999999', 'ORD-1000000'])
  })
})
