import { TERMS } from '../db/support/fill'
import type { Row, World } from '../db/support/world'
import { measureSql, type Timed } from './timing'
import { openFixture } from './world'

/** Newest first unless it has another order. Clients read its table, or call the function that `read` writes. */
type List = { name: string; table: string; where?: string; sort?: string; read?: (range: Row) => string }
type Way = 'asc' | 'desc'

const call = (name: string, args: Row) => {
  const texts = Object.entries(args).map(
    ([key, value]) => `${key} => '${typeof value === 'object' ? JSON.stringify(value) : value}'`,
  )
  return `select * from public.${name}(${texts.join(', ')})`
}

const person = `(select row_to_json(p) from (select name, email from public.redeemer(t)) as p) as person`
/** The columns of the screens, with what they show of another table. */
const COLUMNS: Record<string, string> = {
  orders: `id, order_number, user_id, redemption_email, status, benefit_name, benefit_token_value, customer_name, customer_email, due_at, created_at,
    (select row_to_json(p) from (select name, email, current_tokens from public.customer(t)) as p) as profile,
    (select row_to_json(b) from (select name, description, token_value from public.benefit(t)) as b) as benefit`,
  profiles: 'id, name, email, phone, current_tokens, role, created_at',
  redeem_codes: `id, code, token_value, note, batch_id, is_used, used_at, created_at, ${person}`,
  invite_codes: `id, code, note, batch_id, is_used, used_at, created_at, ${person}`,
}

const WAITS = `status in ('pending', 'processing')`
const ofAdmin = (admin: string) => `id in (select order_id from order_desk where assignee_id = '${admin}')`
const desk = (p_filter: Row, p_sort: string) => (range: Row) =>
  call('search_orders', { p_filter, p_sort, ...range })

/** The lists of an admin, without and with filters. */
const listsFor = (admin: string, member: string): List[] => [
  { name: 'orders', table: 'orders' },
  { name: 'delivered orders', table: 'orders', where: `status = 'delivered'` },
  { name: 'orders of one person', table: 'orders', where: `user_id = '${member}'` },
  { name: 'users', table: 'profiles' },
  ...['redeem_codes', 'invite_codes'].flatMap((table) =>
    ['not is_used', 'is_used'].map((used): List => {
      const where = `not is_revoked and ${used}${table === 'invite_codes' ? ' and is_plain' : ''}`
      return { name: `${table}, ${used}`, table, where }
    }),
  ),
  ...['created_at', 'name', 'email', 'current_tokens'].map((sort): List => {
    const read = (range: Row) => call('search_profiles', { p_sort: sort, ...range })
    return { name: `users by ${sort}`, table: 'profiles', sort, read }
  }),
  { name: 'desk, newest', table: 'orders', read: desk({}, 'newest') },
  ...[
    { name: 'desk, waiting', where: WAITS, read: desk({ status: 'waiting' }, 'due') },
    { name: 'desk, late', where: `${WAITS} and due_at < now()`, read: desk({ due: 'late' }, 'due') },
  ].map((list): List => ({ ...list, table: 'orders', sort: 'due_at' })),
  { name: 'desk, mine', table: 'orders', where: ofAdmin(admin), read: desk({ assigned: 'me' }, 'newest') },
]

/** A page as a client reads it, and as raw SQL of the owner; all pages of a list should cost the same (D20). */
type Page = { name: string; list: string; sql: string; raw: string }

/** The first, a middle and the last page. */
async function pagesOf(
  world: World,
  { name, table, where = 'true', sort = 'created_at', read }: List,
): Promise<Page[]> {
  const key = sort === 'name' || sort === 'email' ? `lower(${sort})` : sort
  const [way, back]: [Way, Way] = sort === 'due_at' ? ['asc', 'desc'] : ['desc', 'asc']
  const [middle] = await world.sql<{ value: string; id: string }>(
    `select ${sort}::text as value, id from ${table} where ${where} order by ${key} ${way}, id ${way} limit 1
     offset (select count(*) / 2 from ${table} where ${where})`,
  )
  if (!middle) throw new Error(`the list '${name}' is empty`)
  const [side, value] = [way === 'asc' ? '>' : '<', key.replace(sort, `'${middle.value}'`)]
  const after = `${key} ${side}= ${value} and (${key} ${side} ${value} or id ${side} '${middle.id}')`
  return (
    [
      ['first', 'true', way, {}],
      ['middle', after, way, { p_key_value: middle.value, p_key_id: middle.id }],
      ['last', 'true', back, { p_reverse: true }],
    ] as [string, string, Way, Row][]
  ).map(([at, range, ordered, args]) => {
    const columns = read ? '*' : COLUMNS[table]
    const raw = `select ${columns} from public.${table} as t where ${where} and ${range} order by ${key} ${ordered}, id ${ordered} limit 26`
    return { name: `${name}, ${at} page`, list: name, sql: read?.(args) ?? raw, raw }
  })
}

/** Every search, by terms that many, some, few or no rows contain. */
const searches = (): { name: string; sql: string }[] =>
  Object.entries(TERMS).flatMap(([name, term]) =>
    (
      [
        ['orders', 'search_orders', { p_filter: { search: term } }],
        ['cancelled orders', 'search_orders', { p_filter: { search: term, status: 'cancelled' } }],
        ['users', 'search_profiles', { p_search: term }],
        ['users by name', 'search_profiles', { p_search: term, p_sort: 'name' }],
        ['used token codes', 'search_redeem_codes', { p_search: term, p_state: 'used' }],
        ['available invite codes', 'search_invite_codes', { p_search: term, p_state: 'available' }],
      ] as const
    ).map(([list, rpc, args]) => ({ name: `${list}, ${name} term`, sql: call(rpc, args) })),
  )

/** The time of a query in the database; of a page also as raw SQL. */
type Measured = { name: string; list?: string; database: Timed; raw?: Timed }

async function measure(orders: number): Promise<Measured[]> {
  const users = Math.max(orders / 10, 2_000)
  const fixture = await openFixture({ orders, users, codes: Math.min(orders, 20_000) })
  const { world, admin, member } = fixture
  const time = (sql: string) => measureSql(fixture, sql, admin)
  const found: Measured[] = []
  try {
    for (const list of listsFor(admin, member))
      for (const page of await pagesOf(world, list))
        found.push({ ...page, database: await time(page.sql), raw: await measureSql(fixture, page.raw) })
    for (const { name, sql } of searches()) found.push({ name, database: await time(sql) })
    return found
  } finally {
    await fixture.stop()
  }
}

/** Prints each page and search with `orders` orders, and returns the budgets that are broken, with some slack for short times. */
export async function benchLists(orders: number): Promise<string[]> {
  const few = new Map((await measure(10_000)).map(({ name, database }) => [name, database]))
  const many = await measure(orders)
  const faults: string[] = []
  for (const { name, list, database, raw } of many) {
    const first = many.find((one) => one.name === `${list}, first page`)?.database
    const said = [`${name}: ${database.median.toFixed(2)} ms`]
    const judge = (budget: string, than: string, other: Timed | undefined, times: number, slack: number) => {
      if (!other) return
      said.push(`${(database.best / other.best).toFixed(1)} x ${than}`)
      if (list && database.best > times * other.best && database.best > other.best + slack)
        faults.push(
          `${budget} broken by '${name}': ${database.best.toFixed(2)} ms, ${than} ${other.best.toFixed(2)} ms`,
        )
    }
    judge('P7', 'raw SQL', raw, 5, 1)
    judge('P8', 'its first page', first, 1.3, 0.5)
    judge('P9', 'with 10,000 orders', few.get(name), 2, 1)
    if (!list && database.best > 60) faults.push(`P10 broken by '${name}': ${database.best.toFixed(2)} ms`)
    console.log(said.join(', '))
  }
  return faults
}
