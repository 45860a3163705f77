import { call, type Listing } from '../db/support/listing'
import { adminPages, adminSearches } from '../db/support/lists'
import { atTheEdge, inDatabase, type Timed } from './timing'
import type { Guild } from './world'

/** What one question takes: in the database, by the owner without row rules, and at the HTTP edge. */
export type Row = {
  name: string
  kind: 'page' | 'search' | 'count'
  database: Timed
  raw?: Timed
  /** The name of the first page of the same list. */
  first?: string
  edge?: Timed
}

const counts = (): Listing[] => [
  call('count of all orders', 'count_orders', {}),
  call('count of delivered orders', 'count_orders', { p_status: 'delivered' }),
  call('count of a common term', 'count_orders', { p_search: 'guild.example' }),
  call('count of a rare term', 'count_orders', { p_search: 'quixwood' }),
  call('orders by status', 'order_counts', {}),
  call('count of all users', 'count_profiles', {}),
  call('count of users found', 'count_profiles', { p_search: 'guild.example' }),
  call('token codes by state', 'code_counts', { p_kind: 'token' }),
  call('count of codes found', 'count_codes', { p_kind: 'token', p_used: true, p_search: 'guild.example' }),
]

/** Terms that no trigram stands for, and a page that somebody typed the number of; they are told, not judged. */
const slow = (orders: number): Listing[] => [
  {
    name: 'orders, the key of a typed page',
    sql: `select id, created_at from orders order by created_at desc, id desc limit 1 offset ${orders / 2}`,
    path: `/rest/v1/orders?select=id,created_at&order=created_at.desc,id.desc&limit=1&offset=${orders / 2}`,
  },
  call('count of a two-letter term', 'count_orders', { p_search: 'qu' }),
  call('orders, two letters that many have', 'search_orders', { p_search: 'el' }),
  call('orders, two letters that nobody has', 'search_orders', { p_search: 'zq' }),
]

/** Times every list, search and count of the admin's screens, one after the other. */
export async function measure(guild: Guild, edge: boolean): Promise<Row[]> {
  const rows: Row[] = []
  const add = async (kind: Row['kind'], listing: Listing, more: Partial<Row> = {}) => {
    rows.push({
      name: listing.name,
      kind,
      database: await inDatabase(guild, listing.sql, guild.admin),
      ...(edge ? { edge: await atTheEdge(guild, listing) } : {}),
      ...more,
    })
  }
  const pages = await adminPages(guild.world, guild.member)
  // A server that has just started compiles while it answers, which is not the first list's fault.
  for (const { listing } of edge ? pages.slice(0, 9) : []) await atTheEdge(guild, listing)
  for (const { list, listing, raw } of pages) {
    await add('page', listing, { raw: await inDatabase(guild, raw), first: `${list}, first page` })
  }
  for (const listing of adminSearches()) await add('search', listing)
  for (const listing of [...counts(), ...slow(guild.size.orders)]) await add('count', listing)
  return rows
}
