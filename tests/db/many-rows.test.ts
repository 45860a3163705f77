import { QueryClient } from '@tanstack/react-query'
import { beforeAll, expect, it, vi } from 'vitest'
import { orderQueries } from '@/entities/orders/own'
import type { Page } from '@/entities/shared/offset-page'
import { historyQueries, type TransactionFilter } from '@/entities/transactions/history'
import { transactionTypes } from '@/entities/transactions/transaction'
import { createMember, type Person } from './support/people'
import { createBenefit, reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'

/** Whose client the app's queries ask with. */
const asking = vi.hoisted(() => ({ as: undefined as unknown }))
vi.mock('@/lib/supabase', () => ({
  get supabase() {
    return asking.as
  },
}))
vi.mock('@/entities/session/session', () => ({ useUser: vi.fn() }))

const world = sharedWorld()
const orders = 1_200
const entries = 5_000
let many: Person
let few: Person

/** Orders and other entries, in turn, through the same triggers as one by one. */
async function fill({ id, email }: Person, orderCount: number, entryCount: number) {
  const benefit = await createBenefit(world, { price: 3, name: 'Quill' })
  const others = entryCount - orderCount - 1
  await world.commits(async (sql) => {
    await sql(
      `select private.post_tokens($1, (array['purchase', 'referral_bonus', 'adjustment'])[1 + n % 3], 5, 'Entry ' || n)
       from generate_series(1, $2::int) as n`,
      [id, others],
    )
    await sql(
      `insert into orders (order_number, user_id, benefit_id, redemption_email, benefit_name, benefit_token_value, created_at, updated_at)
       select private.next_order_number(), $1, $2, $3, $4, 3, now() - n * interval '1 minute', now() - n * interval '1 minute'
       from generate_series(1, $5::int) as n`,
      [id, benefit.id, email, benefit.name, orderCount],
    )
  })
}

beforeAll(async () => {
  many = await createMember(world, { name: 'Maud Many' })
  few = await createMember(world, { name: 'Fritz Few' })
  await fill(many, orders, entries)
  await fill(few, 5, 10)
  await world.sql('analyze orders, token_transactions')
})

const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0 } } })

/** A page of a list, asked for as its screen asks. */
function orderPage(person: Person, page: number) {
  asking.as = person.client
  return client.fetchQuery(orderQueries.own(person.id, { search: '', page }))
}

function entryPage(person: Person, page: number, type: TransactionFilter = 'all') {
  asking.as = person.client
  return client.fetchQuery(historyQueries.page(person.id, type, page))
}

/** Every row of a list, page by page as far as the first page says. */
async function readAll<Row>(ask: (person: Person, page: number) => Promise<Page<Row>>) {
  const { rows, pages, count } = await ask(many, 1)
  for (let page = 2; page <= pages; page++) rows.push(...(await ask(many, page)).rows)
  return { rows, count }
}

it('every order is reached once', async () => {
  const { rows, count } = await readAll(orderPage)
  expect([rows.length, count]).toEqual([orders, orders])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(orders)
})

it('every entry is reached once, and the running balance is unbroken', async () => {
  const { rows, count } = await readAll(entryPage)
  expect([rows.length, count]).toEqual([entries, entries])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(entries)
  for (const [at, { amount, balance_after }] of rows.entries()) {
    expect(balance_after - amount).toBe(rows[at + 1]?.balance_after ?? 0)
  }
})

it('the totals are those of all rows, in all and by type', async () => {
  asking.as = many.client
  const total = (type: TransactionFilter) => client.fetchQuery(historyQueries.totals(many.id, type))
  const gifts = entries - orders - 1
  const all = { received: 25 + gifts * 5, received_count: gifts + 1, spent: orders * 3, spent_count: orders }
  expect(await total('all')).toMatchObject(all)
  const each = await Promise.all(transactionTypes.map(total))
  const sum = (key: keyof typeof all) => each.reduce((sofar, part) => sofar + (part[key] ?? 0), 0)
  expect(Object.fromEntries(Object.keys(all).map((key) => [key, sum(key as keyof typeof all)]))).toEqual(all)
  expect(each[transactionTypes.indexOf('redemption')]).toMatchObject({ received: 0, spent: orders * 3 })
  expect(await reconcile(world)).toEqual([])
})

/** The best of several times in milliseconds of each, taken in turns: the machine may be busy, the query is not. */
async function best(...works: (() => PromiseLike<unknown>)[]): Promise<number[]> {
  const times = works.map(() => Number.POSITIVE_INFINITY)
  for (let run = 0; run < 25; run++) {
    for (const [at, work] of works.entries()) {
      const start = performance.now()
      await work()
      times[at] = Math.min(times[at] ?? 0, performance.now() - start)
    }
  }
  return times
}

it.each([
  ['orders', orderPage],
  ['entries', entryPage],
] as const)('the first page of %s is as fast as with ten', async (_what, ask) => {
  const [small = 0, large] = await best(
    () => ask(few, 1),
    () => ask(many, 1),
  )
  expect(large).toBeLessThan(Math.max(3 * small, 15))
  expect(large).toBeLessThan(150)
})
