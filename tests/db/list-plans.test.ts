import { expect, it } from 'vitest'
import { deskPages } from './support/desk-lists'
import { fill, TERMS } from './support/fill'
import { browse, call, type Listing, TABLES } from './support/listing'
import { adminPages, adminSearches, searchCounts } from './support/lists'
import { ownWorld } from './support/own-world'
import { tokenFor } from './support/people'
import { planFaults } from './support/plans'
import type { Row } from './support/world'

// Last by name: a key of a middle page is not quoted.
const odd = `Zz It's 100 %_\\ %1$s $1 "sure" ^ .* ( ) [ ] ; É`

// A backend of its own: plans depend on the number of rows.
const { world } = await ownWorld()
await fill(world, { orders: 20_000, users: 10_000, codes: 20_000 })
const oldest = await world.sql<{ id: string }>('select id from profiles order by created_at limit 2')
const [admin = '', member = ''] = oldest.map(({ id }) => id)
await world.sql(`update profiles set role = 'admin' where id = $1`, [admin])
// Among the oldest rows, beyond what a search scans in order; without triggers, which would record renamed people.
await world.commits(async (sql) => {
  await sql('set local session_replication_role = replica')
  for (const [table, column, rows] of [
    ['orders', 'benefit_name', 'orders'],
    ['redeem_codes', 'note', 'redeem_codes where is_used'],
    ['redeem_codes', 'note', 'redeem_codes where not is_used'],
    ['invite_codes', 'note', 'invite_codes where is_used'],
    ['profiles', 'name', `profiles where role = 'user'`],
  ]) {
    const ids = `select id from ${rows} order by created_at limit 60 offset 9`
    await sql(`update ${table} set ${column} = $1 where id in (${ids})`, [odd])
  }
  // Used by some, of all the others.
  for (const table of ['redeem_codes', 'invite_codes'])
    await sql(
      `update ${table} as c set max_uses = 5, uses = 1, used_at = c.created_at, used_by = p.id
       from (select id, row_number() over (order by created_at) as n from profiles) as p,
         (select id, row_number() over (order by created_at) as n from ${table} where not is_used) as o
       where c.id = o.id and o.n % 50 = 0 and p.n = o.n / 50`,
    )
  // The newest of the used ones belong to invitations.
  const newest = 'select id from invite_codes where is_used order by created_at desc limit 3000'
  await sql(`update invite_codes set is_plain = false where id in (${newest})`)
})

const ledger = (id: string): Listing => ({
  name: 'ledger of one person',
  sql: `select t.*, (select order_number from orders as o where o.id = t.order_id) from token_transactions as t
    where t.account_id = '${id}' order by t.seq desc limit 25`,
  path: '',
})

/** The lists of the member's screens. */
const memberLists = (): Listing[] => [
  browse('own orders', TABLES.orders, [['user_id', 'eq', member]]),
  browse('own orders, end', TABLES.orders, [['user_id', 'eq', member]], { reverse: true }),
  ledger(member),
  {
    ...ledger(member),
    name: 'count',
    sql: `select count(*) from token_transactions where account_id = '${member}'`,
  },
  call('own totals', 'my_totals', {}),
  call('launch spots left', 'launch_spots_left', {}),
]

/** The count in the menu, which every admin page polls once a minute. */
const badge = () => call('pending orders in the menu', 'pending_orders', {})

/** The lists with faults in their plans, and the faults. */
async function faulty(person: string, lists: Listing[]) {
  const found: [string, string[]][] = []
  for (const list of lists) {
    const faults = await planFaults(world, person, list)
    if (faults.length > 0) found.push([list.name, faults])
  }
  return found
}

it('no admin list reads a whole table or evaluates anything row by row', async () => {
  const pages = await adminPages(world, member)
  const lists = [
    ...[...pages, ...(await deskPages(world, admin))].map(({ listing }) => listing),
    call('late orders, count', 'count_orders', { p_filter: { due: 'late' } }),
    ...adminSearches(),
    ...searchCounts(),
    ledger(member),
    badge(),
  ]
  expect(lists.length).toBeGreaterThan(100)
  expect(await faulty(admin, lists)).toEqual([])
})

it('no list of a member does', async () => {
  expect(await faulty(member, memberLists())).toEqual([])
})

/** The first ids of a list, read page by page through a function. */
async function find(rpc: string, args: Row, maxRows = 300): Promise<string[]> {
  const ids: string[] = []
  const client = world.client(tokenFor(admin, 600))
  for (let key: Row = {}; ids.length < maxRows; ) {
    const { data } = await client.rpc(rpc, { ...args, ...key, p_limit: 50 }).throwOnError()
    ids.push(...data.map(({ id }: { id: string }) => id))
    const last = data.at(-1)
    if (data.length < 50) break
    key = { p_key_value: last.created_at, p_key_id: last.id }
  }
  return ids.slice(0, maxRows)
}

const codesLike = (table: string, used: boolean) => `
  select id from ${table} where is_used = ${used} ${table === 'invite_codes' ? 'and is_plain' : ''} and (strpos(lower(code || E'\\n' || coalesce(note, '')), $1) > 0
    or used_by in (select id from profiles where strpos(lower(name || E'\\n' || email), $1) > 0))`
const peopleLike = `select id from profiles where strpos(lower(name || E'\\n' || email), $1) > 0`
const ordersLike = 'select id from orders where strpos(search_text, $1) > 0'

/** Each search, and the rows that a sequential scan finds. */
const SEARCHES: [rpc: string, args: Row, scan: string][] = [
  ['search_orders', {}, ordersLike],
  ['search_orders', { status: 'cancelled' }, `${ordersLike} and status = 'cancelled'`],
  ['search_profiles', {}, peopleLike],
  ['search_redeem_codes', { p_state: 'used' }, codesLike('redeem_codes', true)],
  ['search_redeem_codes', { p_state: 'available' }, codesLike('redeem_codes', false)],
  ['search_invite_codes', { p_state: 'used' }, codesLike('invite_codes', true)],
]
const literal = [
  ...`'"\\^;%_*?|$`,
  '%1$s',
  '%_\\ %1',
  '%o',
  "' or true --",
  "''",
  '.*',
  '$1',
  '( ) [ ]',
  '; é',
  odd,
]

it.each([...Object.values(TERMS), 'qu', 'zq', ...literal])(
  'searches for %s find what sequential scans find',
  async (term) => {
    for (const [rpc, args, scan] of SEARCHES) {
      const rows = await world.sql<{ id: string }>(`${scan} order by created_at desc, id desc limit 300`, [
        term.toLowerCase(),
      ])
      const found = await find(
        rpc,
        rpc === 'search_orders' ? { p_filter: { search: term, ...args } } : { p_search: term, ...args },
      )
      expect([rpc, args, found]).toEqual([rpc, args, rows.map(({ id }) => id)])
    }
  },
)
