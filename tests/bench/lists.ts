import { measure, type Row } from './measure'
import { broken, print } from './report'
import { openFixture } from './world'

async function timesOf(rows: number, overHttp: boolean): Promise<Row[]> {
  const start = performance.now()
  const users = Math.max(rows / 10, 2_000)
  const size = { orders: rows, users: rows === 100_000 ? 20_000 : users, codes: Math.min(rows, 20_000) }
  const fixture = await openFixture(size)
  try {
    const seconds = Math.round((performance.now() - start) / 1000)
    console.log(`${size.orders} orders, ${size.users} users, ${size.codes} codes in ${seconds} s`)
    return await measure(fixture, overHttp)
  } finally {
    await fixture.stop()
  }
}

/** Measures every admin list with `orders` orders and with 10,000; returns the broken budgets. */
export async function benchLists(orders: number): Promise<string[]> {
  const few = await timesOf(10_000, false)
  const many = await timesOf(orders, true)
  print(many, few)
  return broken(many, few)
}
