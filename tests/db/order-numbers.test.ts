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

const CASES: [name: string, rows: number, last: Row, code: string][] = [
  ['above the balance', 26, {}, 'insufficient_tokens'],
  ['of 1,000 rows', 1000, {}, 'too_many_orders'],
  ['of 101 rows', 101, {}, 'too_many_orders'],
  ['at a stale price', 20, { benefit_token_value: 2 }, 'price_changed'],
  ['without an address', 20, { redemption_email: '' }, 'invalid_redemption_email'],
  ['with hidden characters', 20, { redemption_email: 'a\u200b@b.test' }, 'invalid_redemption_email'],
  ['for a benefit that is gone', 20, { benefit_id: crypto.randomUUID() }, 'benefit_unavailable'],
  ['for somebody else', 20, { user_id: crypto.randomUUID() }, '42501'],
]

it.each(CASES)('an insert %s is refused and uses up no order number (D8)', async (_, rows, last, code) => {
  const member = await createMember(world)
  const benefit = await createBenefit(world, { price: 1 })
  const number = await numberOf(await placeOrder(member, benefit))
  const payload = Array.from({ length: rows }, (_, n) =>
    orderPayload(member, benefit, n === rows - 1 ? last : {}),
  )
  expect(outcome(await member.client.from('orders').insert(payload).select('id'))).toBe(code)
  expect(await numberOf(await placeOrder(member, benefit))).toBe(number + 1)
})

it('nor does one that fails after it was charged, or repeats an id', async () => {
  const member = await createMember(world)
  const benefit = await createBenefit(world, { price: 1 })
  const first = await placeOrder(member, benefit)
  const replay = [orderPayload(member, benefit), orderPayload(member, benefit, { id: first })]
  const orders = () => member.client.from('orders')
  expect(outcome(await orders().insert(replay).select('id'))).toBe('23505')
  const two = [orderPayload(member, benefit), orderPayload(member, benefit)]
  expect(outcome(await orders().insert(two).select('id').single())).toBe('PGRST116')
  expect(await numberOf(await placeOrder(member, benefit))).toBe((await numberOf(first)) + 1)
})

it('the answer to an insert holds the numbers', async () => {
  const member = await createMember(world)
  const benefit = await createBenefit(world, { price: 1 })
  const payload = [orderPayload(member, benefit), orderPayload(member, benefit)]
  const { data } = await member.client.from('orders').insert(payload).select('order_number').throwOnError()
  const [first, second] = data.map(({ order_number }) => order_number)
  expect([first, second]).toEqual([
    expect.stringMatching(/^ORD-\d{6}$/),
    expect.stringMatching(/^ORD-\d{6}$/),
  ])
  expect(first).not.toBe(second)
})

it('orders that are placed at once have different numbers, and leave none out', async () => {
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
  // A few that were given back while others were already beyond them are used next.
  expect(numbers.at(-1)?.number).toBeLessThan(before + 71)
})

it('numbers go on when all are taken, and outgrow six digits', async () => {
  await world.undone(async (sql) => {
    await sql('delete from private.free_order_numbers')
    await sql('update private.order_number_counter set last = 999998')
    const next = async () => (await sql('select private.next_order_number() as number'))[0]?.number
    expect([await next(), await next()]).toEqual(['ORD-999999', 'ORD-1000000'])
  })
  expect(
    await world.sql('select order_number from orders group by 1 having count(order_number) > 1'),
  ).toEqual([])
})
