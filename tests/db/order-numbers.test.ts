import { expect, it } from 'vitest'
import { createMember } from './support/people'
import { createBenefit, orderPayload } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('numbers concurrent orders without repetition, whatever is refused meanwhile (D8)', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => createMember(world)))
  const benefit = await createBenefit(world, { price: 5 })
  // Two of seven fail: 25 tokens are five orders.
  const placed = await Promise.all(
    people.flatMap((person) =>
      Array.from({ length: 7 }, () =>
        person.client.from('orders').insert(orderPayload(person, benefit)).select('order_number'),
      ),
    ),
  )
  const numbers = placed.flatMap(({ data }) => data ?? []).map(({ order_number }) => order_number)
  expect(numbers).toHaveLength(50)
  expect(new Set(numbers).size).toBe(50)
  for (const number of numbers) expect(number).toMatch(/^ORD-\d{6}$/)
})

it('begins with ORD-000001 and continues after 999999 (D8)', async () => {
  await world.undone(async (sql) => {
    const next = async () => (await sql('select private.next_order_number() as number'))[0]?.number
    await sql('alter sequence private.order_numbers restart')
    expect(await next()).toBe('ORD-000001')
    await sql('alter sequence private.order_numbers restart 999999')
    expect([await next(), await next()]).toEqual(['ORD-999999', 'ORD-1000000'])
  })
})
