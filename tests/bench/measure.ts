import { deskPages, viewCounts } from '../db/support/desk-lists'
import { call, type Listing } from '../db/support/listing'
import { adminPages, adminSearches } from '../db/support/lists'
import { explainLists } from './explained'
import { measureHttp, measureSql, type Timed } from './timing'
import type { Fixture } from './world'

/** The time of one query: in the database, as raw SQL of the owner, and over HTTP. */
export type Row = {
  name: string
  kind: 'page' | 'search' | 'count'
  database: Timed
  raw?: Timed
  /** The name of the first page of the same list. */
  first?: string
  http?: Timed
}

const counts = (): Listing[] => [
  viewCounts(),
  call('orders on time', 'on_time_figures', {}),
  call('count of all orders', 'count_orders', {}),
  call('count of delivered orders', 'count_orders', { p_filter: { status: 'delivered' } }),
  call('count of a common term', 'count_orders', { p_filter: { search: 'guild.example' } }),
  call('count of a rare term', 'count_orders', { p_filter: { search: 'quixwood' } }),
  call('orders by status', 'order_counts', {}),
  call('count of all users', 'count_profiles', {}),
  call('count of users found', 'count_profiles', { p_search: 'guild.example' }),
  call('token codes by state', 'code_counts', { p_kind: 'token' }),
  call('count of codes found', 'count_codes', {
    p_kind: 'token',
    p_state: 'used',
    p_search: 'guild.example',
  }),
]

/** Terms too short for a trigram, and a page opened by its number: reported without a budget. */
const slow = (orders: number): Listing[] => [
  {
    name: 'orders, the key of a typed page',
    sql: `select id, created_at from orders order by created_at desc, id desc limit 1 offset ${orders / 2}`,
    path: `/rest/v1/orders?select=id,created_at&order=created_at.desc,id.desc&limit=1&offset=${orders / 2}`,
  },
  call('count of a two-letter term', 'count_orders', { p_filter: { search: 'qu' } }),
  call('orders, two letters that many have', 'search_orders', { p_filter: { search: 'el' } }),
  call('orders, two letters that nobody has', 'search_orders', { p_filter: { search: 'zq' } }),
]

/** Measures every admin list, search and count in sequence. */
export async function measure(fixture: Fixture, overHttp: boolean): Promise<Row[]> {
  const rows: Row[] = []
  const add = async (kind: Row['kind'], listing: Listing, more: Partial<Row> = {}) => {
    rows.push({
      name: listing.name,
      kind,
      database: await measureSql(fixture, listing.sql, fixture.admin),
      ...(overHttp ? { http: await measureHttp(fixture, listing) } : {}),
      ...more,
    })
  }
  const pages = [
    ...(await adminPages(fixture.world, fixture.member)),
    ...(await deskPages(fixture.world, fixture.admin)),
  ]
  // Warms the server up, which has just started.
  for (const { listing } of overHttp ? pages.slice(0, 9) : []) await measureHttp(fixture, listing)
  for (const { list, listing, raw } of pages) {
    await add('page', listing, { raw: await measureSql(fixture, raw), first: `${list}, first page` })
  }
  const { pages: explained, sums } = explainLists(fixture.member)
  for (const [list, listing] of explained)
    await add('page', listing, { first: `explained: ${list}, first page` })
  for (const listing of adminSearches()) await add('search', listing)
  for (const listing of [...counts(), ...sums, ...slow(fixture.size.orders)]) await add('count', listing)
  return rows
}
