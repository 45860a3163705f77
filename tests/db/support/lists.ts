import { TERMS } from './fill'
import { browse, call, conditionOf, type Filter, type Key, type Listing, TABLES } from './listing'
import type { World } from './world'

/** A page and its position in the list; all positions should cost the same (D20). */
export type Page = { list: string; at: 'first' | 'middle' | 'last'; listing: Listing; raw: string }

/** The middle row of a filtered table in the order of its list. */
async function middleOf(
  world: World,
  table: string,
  where: string,
  sort: string,
  value = sort,
): Promise<Key> {
  const [row] = await world.sql<Key>(
    `select ${value}::text as value, id from ${table} as t where ${where} order by ${sort} desc, id desc limit 1
     offset (select count(*) / 2 from ${table} as t where ${where})`,
  )
  if (!row) throw new Error(`${table} is empty`)
  return row
}

const unrevoked: Filter = ['is_revoked', 'eq', 'false']
const plain: Filter = ['is_plain', 'eq', 'true']

type FilteredList = [list: string, table: keyof typeof TABLES, filters: Filter[]]

/** The lists of tables, without and with each filter. */
async function filteredLists(world: World, person: string): Promise<FilteredList[]> {
  const { value } = await middleOf(world, 'orders', 'true', 'created_at')
  const statuses = ['pending', 'processing', 'completed', 'delivered', 'cancelled']
  return [
    ['orders', 'orders', []],
    ...statuses.map((status): FilteredList => [`orders, ${status}`, 'orders', [['status', 'eq', status]]]),
    ['orders, from a day on', 'orders', [['created_at', 'gte', value]]],
    ['orders, until a day', 'orders', [['created_at', 'lt', value]]],
    [
      'orders, delivered until a day',
      'orders',
      [
        ['status', 'eq', 'delivered'],
        ['created_at', 'lt', value],
      ],
    ],
    ['orders of one person', 'orders', [['user_id', 'eq', person]]],
    ['users', 'users', []],
    ['token codes, available', 'token', [unrevoked, ['is_used', 'eq', 'false']]],
    ['token codes, used', 'token', [unrevoked, ['is_used', 'eq', 'true']]],
    ['invite codes, available', 'invite', [plain, unrevoked, ['is_used', 'eq', 'false']]],
    ['invite codes, used', 'invite', [plain, unrevoked, ['is_used', 'eq', 'true']]],
  ]
}

async function tablePages(world: World, [list, name, filters]: FilteredList): Promise<Page[]> {
  const table = TABLES[name]
  const where = filters.map(conditionOf).join(' and ')
  const key = await middleOf(world, table.from, where || 'true', 'created_at')
  const ranges = { first: {}, middle: { key }, last: { reverse: true } }
  return Object.entries(ranges).map(([at, range]) => {
    const listing = browse(`${list}, ${at} page`, table, filters, range)
    return { list, at: at as Page['at'], listing, raw: listing.sql }
  })
}

async function sortedPages(world: World, p_sort: string): Promise<Page[]> {
  const compared = p_sort === 'name' || p_sort === 'email' ? `lower(${p_sort})` : p_sort
  const key = await middleOf(world, 'profiles', 'true', compared, p_sort)
  const list = `users by ${p_sort}`
  const ranges = {
    first: {},
    middle: { p_key_value: key.value, p_key_id: key.id },
    last: { p_reverse: true },
  }
  return Object.entries(ranges).map(([at, range]) => {
    const listing = call(`${list}, ${at} page`, 'search_profiles', { p_sort, ...range })
    const way = at === 'last' ? 'asc' : 'desc'
    const after =
      at === 'middle'
        ? `(${compared}, id) < (${compared.replace(p_sort, `'${key.value}'`)}, '${key.id}')`
        : 'true'
    const raw = `select * from profiles where ${after} order by ${compared} ${way}, id ${way} limit 26`
    return { list, at: at as Page['at'], listing, raw }
  })
}

/** The first, a middle and the last page of every admin list; `person` is a member. */
export async function adminPages(world: World, person: string): Promise<Page[]> {
  const pages: Page[] = []
  for (const list of await filteredLists(world, person)) pages.push(...(await tablePages(world, list)))
  for (const sort of ['created_at', 'name', 'email', 'current_tokens']) {
    pages.push(...(await sortedPages(world, sort)))
  }
  return pages
}

/** Every admin search, by terms that many, some, few or no rows contain. */
export function adminSearches(): Listing[] {
  return Object.entries(TERMS).flatMap(([name, term]) => [
    call(`orders, ${name} term`, 'search_orders', { p_filter: { search: term } }),
    call(`orders, ${name} term, cancelled`, 'search_orders', {
      p_filter: { search: term, status: 'cancelled' },
    }),
    call(`users, ${name} term`, 'search_profiles', { p_search: term }),
    call(`users by name, ${name} term`, 'search_profiles', { p_search: term, p_sort: 'name' }),
    call(`token codes, used, ${name} term`, 'search_redeem_codes', { p_search: term, p_state: 'used' }),
    call(`invite codes, available, ${name} term`, 'search_invite_codes', {
      p_search: term,
      p_state: 'available',
    }),
  ])
}
