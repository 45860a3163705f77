import { QueryClient } from '@tanstack/react-query'
import { beforeAll, expect, it, vi } from 'vitest'
import { orderQueries } from '@/entities/orders/own'
import type { Page } from '@/entities/shared/offset-page'
import { historyQueries } from '@/entities/transactions/history'
import { type TransactionFilter, totalsQuery } from '@/entities/transactions/totals'
import { transactionTypes } from '@/entities/transactions/transaction'
import { actAs } from './support/app-client'
import { createMember, type Person } from './support/people'
import { createBenefit, reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'

vi.mock('@/lib/supabase', () => import('./support/app-client'))
vi.mock('@/entities/session/session', () => ({ useUser: vi.fn() }))

const world = sharedWorld()
// More than the REST layer returns at once (max_rows).
const orders = 1_010
const entries = 1_210
let member: Person

beforeAll(async () => {
  member = await createMember(world)
  actAs(member)
  const benefit = await createBenefit(world, { price: 3, name: 'Quill' })
  await world.sql(
    `select private.post_tokens($1, (array['purchase', 'purchase', 'adjustment'])[1 + n % 3], 20, 'Entry ' || n)
     from generate_series(1, $2::int) as n`,
    [member.id, entries - orders - 1],
  )
  await world.sql(
    `insert into orders (order_number, user_id, benefit_id, redemption_email, benefit_name, benefit_token_value, created_at)
     select private.next_order_number(), $1, $2, $3, $4, 3, clock_timestamp() from generate_series(1, $5::int)`,
    [member.id, benefit.id, member.email, benefit.name, orders],
  )
  await world.sql('analyze orders, token_transactions')
})

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0 } } })

/** All rows of a list, read page by page as its screen reads them. */
async function readAll<Row extends { id: string }>(read: (page: number) => Promise<Page<Row>>) {
  const { rows, pages, count } = await read(1)
  for (let page = 2; page <= pages; page++) rows.push(...(await read(page)).rows)
  expect(count).toBe(rows.length)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  return rows
}

it('lists every order once', async () => {
  const rows = await readAll((page) =>
    queryClient.fetchQuery(orderQueries.own(member.id, { search: '', page })),
  )
  expect(rows).toHaveLength(orders)
})

it('lists every ledger entry once, with an unbroken running balance', async () => {
  const rows = await readAll((page) => queryClient.fetchQuery(historyQueries.page(member.id, 'all', page)))
  expect(rows).toHaveLength(entries)
  for (const [at, { amount, balance_after }] of rows.entries()) {
    expect(balance_after - amount).toBe(rows[at + 1]?.balance_after ?? 0)
  }
})

it('totals all entries, overall and by type', async () => {
  const total = (type: TransactionFilter) => queryClient.fetchQuery(totalsQuery(member.id, type))
  const gifts = entries - orders - 1
  const all = { received: 25 + gifts * 20, received_count: gifts + 1, spent: orders * 3, spent_count: orders }
  expect(await total('all')).toMatchObject(all)
  const byType = await Promise.all(transactionTypes.map(total))
  const sum = (key: keyof typeof all) => byType.reduce((sofar, part) => sofar + (part[key] ?? 0), 0)
  expect(Object.fromEntries(Object.keys(all).map((key) => [key, sum(key as keyof typeof all)]))).toEqual(all)
  expect(byType[transactionTypes.indexOf('redemption')]).toMatchObject({ received: 0, spent: orders * 3 })
  expect(await reconcile(world)).toEqual([])
})
