import { QueryClient } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { CodeSort, CodeState } from '@/entities/codes/code'
import { codeKey, codeQueries } from '@/entities/codes/list'
import {
  adminOrderQueries,
  noOrderFilters,
  type OrderFilters,
  type OrderSort,
  orderKey,
} from '@/entities/orders/admin-list'
import { orderQueries } from '@/entities/orders/own-lists'
import { adminProfileQueries, profileKey, profileSorts } from '@/entities/profiles/admin-list'
import type { KeysetPage } from '@/entities/shared/keyset'
import type { Page } from '@/entities/shared/lists'
import { historyQueries } from '@/entities/transactions/history'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { actAs } from './support/app-client'
import { columnOf, rpc, scalarOf } from './support/ask'
import { createPool, orderAndRead, report } from './support/delivery'
import { setStatus } from './support/notifications'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, freshCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

vi.mock('@/lib/supabase', () => import('./support/app-client'))
vi.mock('@/entities/session/session', () => ({ useUser: vi.fn() }))

const world = sharedWorld()
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0 } } })
const statuses = ['pending', 'processing', 'completed', 'delivered', 'cancelled'] as const
const START = `'2026-03-01 10:00:00.123456+00'::timestamptz`
const ada = await createAdmin(world)

// 65 people, 165 orders and 65 codes of each kind and state, many of them created at the same time.
await world.commits(async (sql) => {
  await sql('set local session_replication_role = replica')
  await sql(`insert into profiles (id, name, email, current_tokens, created_at)
    select gen_random_uuid(), case when n % 2 = 1 then 'pia' else 'PIA' end || ' Page ' || n % 9, md5(n::text) || '@page.test', n % 4,
      ${START} + n / 7 * interval '1 microsecond' from generate_series(1, 65) as n`)
  await sql(
    `insert into private.sorted_balances select id, current_tokens from profiles where name ilike 'pia page %'`,
  )
  await sql(`insert into orders (order_number, account_id, status, benefit_name, customer_name, created_at, due_at)
    select 'PAGED-' || n, gen_random_uuid(), ('{${statuses}}'::text[])[1 + n % 5], 'Paged', 'Pia',
      ${START} + n / 7 * interval '1 microsecond', ${START} + n % 40 * interval '1 minute' from generate_series(1, 165) as n`)
  for (const [table, column, value] of [
    ['redeem_codes', ', token_value', ', 5 + n % 3'],
    ['invite_codes', '', ''],
  ])
    await sql(`insert into ${table} (code, note, uses, used_at, expires_at, revoked_at, revoked_by, revoked_reason, created_at${column})
      select 'PAGED-' || n, 'Paged', (n % 4 = 0)::integer, case when n % 4 = 0 then now() - n % 5 * interval '1 microsecond' end,
        case when n % 4 = 3 then now() - n % 5 * interval '1 day' when n % 8 = 2 then now() + n % 5 * interval '1 day' + interval '1 hour' end,
        case when n % 4 = 1 then now() - n % 5 * interval '1 microsecond' end, case when n % 4 = 1 then gen_random_uuid() end, case when n % 4 = 1 then 'Paged' end,
        ${START} + n / 7 * interval '1 microsecond'${value} from generate_series(1, 260) as n`)
})

type Read<Each> = (cursor: PageCursor) => Promise<KeysetPage<Each>>

const orders =
  (filters: Partial<OrderFilters> = {}, sort: OrderSort = 'newest') =>
  (cursor: PageCursor) =>
    queryClient.fetchQuery(adminOrderQueries.list({ ...noOrderFilters, ...filters }, sort, cursor))

/** The ids of all pages, from the first to the last or from the last to the first. */
async function turn<Each extends { id: string }>(
  read: Read<Each>,
  keyOf: (row: Each) => RowKey,
  back: boolean,
) {
  const pages: Each[][] = []
  let cursor: PageCursor | undefined = back ? { page: 2, last: 25 } : { page: 1 }
  while (cursor) {
    const { rows, hasNext, hasPrevious } = await read(cursor)
    pages.push(rows)
    // A page that leads to itself would be read for ever.
    expect(pages.length).toBeLessThan(200)
    const edge = back ? rows[0] : rows.at(-1)
    const more: boolean = back ? hasPrevious : hasNext
    // Any page number but 1: the key decides.
    cursor = more && edge ? { page: 2, [back ? 'before' : 'after']: keyOf(edge) } : undefined
  }
  return (back ? pages.reverse() : pages).flat().map(({ id }) => id)
}

async function expectPages<Each extends { id: string }>(
  read: Read<Each>,
  keyOf: (row: Each) => RowKey,
  query: string,
) {
  actAs(ada)
  const expected = await columnOf(world.sql, query)
  expect(expected.length).toBeGreaterThan(60)
  for (const back of [false, true]) expect(await turn(read, keyOf, back)).toEqual(expected)
  // Opened by its number alone.
  const { rows, page } = await read({ page: 3 })
  expect([page, rows.map(({ id }) => id)]).toEqual([3, expected.slice(50, 75)])
}

/** Each of the two ways, the second of a search. */
const ways = [
  { ascending: true, search: '' },
  { ascending: false, search: 'paged' },
]

it.each<[filters: Partial<OrderFilters>, sort: OrderSort, condition: string, order: string]>([
  [{}, 'newest', 'true', 'created_at desc, id desc'],
  [{ search: 'paged' }, 'newest', `search_text like '%paged%'`, 'created_at desc, id desc'],
  [{ status: 'waiting' }, 'newest', `status in ('pending', 'processing')`, 'created_at desc, id desc'],
  [{ status: 'waiting' }, 'due', `status in ('pending', 'processing')`, 'due_at, id'],
])('every order of %j is on one page, %s first (D20)', (filters, sort, condition, order) =>
  expectPages(
    orders(filters, sort),
    orderKey(sort),
    `select id from orders where ${condition} order by ${order}`,
  ),
)

it.each(profileSorts)(
  'every person is on one page, sorted by %s either way, also of a search (D20)',
  async (by) => {
    const column = by === 'name' || by === 'email' ? `lower(${by})` : by
    for (const { ascending, search } of ways) {
      const [sort, found, way] = [{ by, ascending }, search && 'pia page', ascending ? 'asc' : 'desc']
      await expectPages(
        (cursor) => queryClient.fetchQuery(adminProfileQueries.list({ search: found, sort }, cursor)),
        (user) => profileKey(user, sort),
        `select id from profiles where lower(name) like '%${found}%' order by ${column} ${way}, id ${way}`,
      )
    }
  },
)

it.each<[kind: 'token' | 'invite', state: CodeState, by: CodeSort['by']]>([
  ['token', 'available', 'code'],
  ['token', 'available', 'expires_at'],
  ['token', 'used', 'token_value'],
  ['token', 'used', 'used_at'],
  ['token', 'expired', 'created_at'],
  ['token', 'revoked', 'revoked_at'],
  ['invite', 'available', 'created_at'],
  ['invite', 'used', 'used_at'],
  ['invite', 'expired', 'expires_at'],
  ['invite', 'revoked', 'created_at'],
])(
  'every %s code that is %s is on one page, sorted by %s either way, also of a search (D20)',
  async (kind, state, by) => {
    for (const { ascending, search } of ways) {
      const [sort, way] = [{ by, ascending }, ascending ? 'asc' : 'desc']
      await expectPages(
        (cursor) => queryClient.fetchQuery(codeQueries.list(kind, { state, search }, sort, cursor)),
        (code) => codeKey(code, sort),
        `select id from ${kind === 'token' ? 'redeem_codes where' : 'invite_codes where is_plain and'}
           private.code_state(is_used, is_revoked, expires_at) = '${state}' and lower(code) like '%${search}%'
         order by ${by} ${way}, id ${way}`,
      )
    }
  },
)

it('combines a search with status and days, and counts its results', async () => {
  actAs(ada)
  for (const status of ['delivered', ''] as const)
    for (const [from, to, condition] of [
      ['', '', 'true'],
      ['2026-03-01', '2026-03-01', `created_at >= '2026-03-01' and created_at < '2026-03-02'`],
      ['2026-03-02', '', 'false'],
      ['', '2026-02-28', 'false'],
    ] as const) {
      const filters = { ...noOrderFilters, search: 'PAGED', status, from, to }
      const { rows } = await orders(filters)({ page: 1 })
      const expected = await columnOf(
        world.sql,
        `select id from orders where search_text like '%paged%' and ${condition}
         ${status && `and status = '${status}'`} order by created_at desc, id desc`,
      )
      expect([filters, rows.map(({ id }) => id)]).toEqual([filters, expected.slice(0, 25)])
      expect((await queryClient.fetchQuery(adminOrderQueries.count(filters))).value).toBe(expected.length)
    }
})

it('reads all orders and entries of a member, also more than the REST layer returns at once (D4, D21)', async () => {
  const all = 1_010
  const member = await createMember(world)
  actAs(member)
  // Without triggers, which would take seconds.
  const quickly = (...statements: string[]) =>
    world.commits(async (sql) => {
      await sql('set local session_replication_role = replica')
      for (const text of statements) await sql(text, [member.id])
    })
  await quickly(
    `insert into orders (order_number, user_id, account_id, benefit_name, benefit_token_value, created_at)
     select 'OWN-' || n, $1, $1, 'Quill', 3, now() + n * interval '1 second' from generate_series(1, ${all}) as n`,
    `insert into token_transactions (user_id, account_id, transaction_type, amount, description, balance_after, created_at, hash)
     select $1, $1, 'purchase', 20, 'Entry ' || n, 25 + n * 20, now() + n * interval '1 second', '' from generate_series(1, ${all - 1}) as n`,
  )
  onTestFinished(() =>
    quickly(
      'delete from orders where account_id = $1',
      'delete from token_transactions where account_id = $1',
    ),
  )
  /** What the first, a middle and the last page show, the newest first. */
  const expectAll = async <Each>(
    show: (row: Each) => unknown,
    read: (page: number) => Promise<Page<Each>>,
  ) => {
    const first = await read(1)
    expect(first.count).toBe(all)
    const [middle, last] = [await read(Math.ceil(first.pages / 2)), await read(first.pages)]
    expect(last.rows).toHaveLength(all - (first.pages - 1) * first.rows.length)
    const numbers = [...first.rows, ...middle.rows, ...last.rows].map((row) => Number(show(row)))
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    expect(new Set(numbers).size).toBe(numbers.length)
    return [numbers[0], numbers.at(-1)]
  }
  const own = (page: number) => queryClient.fetchQuery(orderQueries.own(member.id, { search: '', page }))
  expect(await expectAll(({ order_number }) => order_number?.slice(4), own)).toEqual([all, 1])
  const entries = (page: number) => queryClient.fetchQuery(historyQueries.page(member.id, 'all', page))
  expect(await expectAll(({ balance_after }) => balance_after, entries)).toEqual([25 + (all - 1) * 20, 25])
})

const MANY = [
  `insert into orders (account_id, benefit_name) select gen_random_uuid(), 'Multitude' from generate_series(1, 10002)`,
  `insert into profiles (id, name, email) select gen_random_uuid(), 'Multitude', n || '@multitude.test' from generate_series(1, 10002) as n`,
  `insert into redeem_codes (code, token_value, note) select 'MULTITUDE-' || n, 1, 'Many' from generate_series(1, 10002) as n`,
  `insert into invite_codes (code, note) select 'INVITED-' || n, 'Multitude' from generate_series(1, 10002) as n`,
]

it('caps counts of a search at 10,001, and pages at 1,000 rows (D20)', () =>
  world.undone(async (sql) => {
    await sql('set local session_replication_role = replica')
    for (const text of MANY) await sql(text)
    await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: ada.id })])
    for (const [call, count] of [
      [`count_orders('{"search": "multitude"}')`, 10_001],
      [`count_profiles('multitude')`, 10_001],
      [`count_codes('token', 'available', 'multitude')`, 10_001],
      [`count_codes('invite', 'available', 'multitude')`, 10_001],
      [`count_orders('{"search": "multitude", "status": "delivered"}')`, 0],
      [`count_codes('token', 'available', null) > 10_001`, true],
    ])
      expect([call, await scalarOf(sql, `select ${call}`)]).toEqual([call, count])
    for (const table of ['orders', 'profiles'])
      expect(await scalarOf(sql, `select count_${table}() - (select count(*)::int from ${table})`)).toBe(0)
    for (const page of [
      'search_orders(p_limit => ?)',
      `search_orders('{"search": "multitude"}', p_limit => ?)`,
      'search_profiles(p_limit => ?)',
      "search_redeem_codes('multi', 'available', p_limit => ?)",
      "search_invite_codes('', 'available', p_limit => ?)",
    ])
      for (const [limit, rows] of Object.entries({ '-1': 1, null: 26, '1001': 1000 })) {
        const call = page.replace('?', limit)
        expect([call, await scalarOf(sql, `select count(*)::int from ${call}`)]).toEqual([call, rows])
      }
  }))

it('filters what waits by due time, admin, benefit and notes, the first due first (D25)', async () => {
  const member = await createMember(world)
  const bea = await createAdmin(world, { name: 'Bea Admin' })
  const benefit = await createBenefit(world, { price: 1, name: `Desk ${freshCode()}` })
  const place = async (due: string, status = 'pending') => {
    const id = await placeOrder(member, benefit)
    const set = 'update orders set due_at = now() + $2::interval, status = $3 where id = $1'
    await world.sql(set, [id, due, status])
    return id
  }
  /** The ids that a filter finds, in their order; as many as are counted. */
  const by = async (filter: Row, p_sort = 'newest') => {
    const p_filter = { benefit: benefit.id, ...filter }
    const found: Row[] = await rpc(ada, 'search_orders', { p_filter, p_sort })
    expect(await rpc(ada, 'view_counts', { p_filters: [p_filter] })).toEqual([found.length])
    return found.map(({ id }) => id)
  }
  const later = await place('7 hours')
  const soon = await place('5 hours', 'processing')
  const late = await place('-1 minute')
  const latest = await place('-2 days', 'processing')
  const done = await place('-3 days', 'delivered')

  expect(await by({ status: 'waiting' }, 'due')).toEqual([latest, late, soon, later])
  expect(await by({ status: 'waiting' })).toEqual([latest, late, soon, later])
  expect(await by({ due: 'late' }, 'due')).toEqual([latest, late])
  expect(await by({ due: 'late', status: 'pending' }, 'due')).toEqual([late])
  expect(await by({ due: 'soon' }, 'due')).toEqual([soon])
  expect(await by({})).toEqual([done, latest, late, soon, later])

  const assign = (who: Person, p_ids: string[], p_assign = true) =>
    rpc(who, 'assign_orders', { p_ids, p_assign })
  expect(await assign(ada, [late, soon, done])).toBe(3)
  expect(await assign(bea, [soon, later])).toBe(2)
  expect(await assign(bea, [late, latest], false)).toBe(1)
  expect(await by({ assigned: 'me' })).toEqual([done])
  expect(await by({ assigned: bea.id })).toEqual([soon, later])
  expect(await by({ assigned: 'nobody', status: 'waiting' }, 'due')).toEqual([latest, late])
  const note = { order_id: late, body: ' Called them. ' }
  await bea.client.from('order_notes').insert(note).throwOnError()
  expect(await by({ noted: true })).toEqual([late])
  const orders = ada.client.from('orders').select('desk(notes, assignee_id, assignee(name))')
  const author = { name: bea.name }
  expect((await orders.in('id', [soon, late]).order('due_at').throwOnError()).data).toEqual([
    { desk: { notes: 1, assignee_id: null, assignee: null } },
    { desk: { notes: 0, assignee_id: bea.id, assignee: author } },
  ])
  const notes = ada.client.from('order_notes').select('body, author(name)').eq('order_id', late)
  expect((await notes.throwOnError()).data).toEqual([{ body: 'Called them.', author }])
})

it('shows an admin all that support needs to see of a member', async () => {
  const member = await createMember(world, { tokens: 100, session: true })
  const ask = (name: string, more: Row = {}): Promise<Row[]> => rpc(ada, name, { p_id: member.id, ...more })
  const [late, cancelled] = [
    await placeOrder(member, await createBenefit(world, { name: 'Minutes', price: 10 })),
    await placeOrder(member, await createBenefit(world, { name: 'Keystone', price: 7 })),
  ]
  await setStatus(ada, cancelled, 'cancelled')
  await world.sql(`update orders set due_at = now() - interval '1 hour' where id = $1`, [late])
  const { benefit } = await createPool(world, ada, 4)
  await report(member, await orderAndRead(member, benefit), 'It is empty')
  await ada.client.from('order_notes').insert({ order_id: late, body: 'Called back' }).throwOnError()
  await world.sql(
    `update private.outbox set outcome = 'given_up', finished_at = now(), last_error = 'smtp_550'
     where recipient_id = $1 and kind = 'order_cancelled'`,
    [member.id],
  )
  const order = await orderAndRead(member, benefit)
  await report(member, order, 'Empty again')
  await world.sql(
    `update private.reports set outcome = 'open', answer = 'replied', answered_at = now() where order_id = $1`,
    [order],
  )
  await ada.client.from('order_notes').insert({ order_id: order, body: 'Asked' }).throwOnError()
  const read = `insert into notifications (id, user_id, kind, read_at) values (gen_random_uuid(), $1, 'order_status', now())`
  await world.sql(read, [member.id])
  const messages = await ask('person_messages')
  const failed = { given_up_emails: 1, given_up_error: 'smtp_550', last_sign_in_at: expect.any(String) }
  const counts = { open_orders: 1, late_orders: 1, reports: 2, open_reports: 0, notes: 2, unread_notices: 2 }
  expect(await ask('person_figures')).toMatchObject([
    { received: 107, spent: 37, ...counts, ...failed, messages: messages.length },
  ])
  expect(await ask('person_reports')).toMatchObject([
    { reason: 'Empty again', outcome: 'open' },
    { reason: 'It is empty', outcome: 'replaced' },
  ])
  expect(await ask('person_notes')).toMatchObject([
    { body: 'Asked' },
    { body: 'Called back', author_name: ada.name, order_id: late, benefit_name: 'Minutes' },
  ])
  const about = { kind: 'order_cancelled', order_id: cancelled }
  for (const state of ['given_up', 'unread'])
    expect(messages).toContainEqual(
      expect.objectContaining({ ...about, state, by_email: state === 'given_up' }),
    )
  expect(messages).toContainEqual(expect.objectContaining({ kind: 'order_status', state: 'read' }))
  // Page by page, from either end.
  for (const name of ['person_messages', 'person_reports', 'person_notes']) {
    const rows = await ask(name)
    const [first, second] = rows
    const keyOf = (row?: Row) => ({ p_key_value: row?.created_at, p_key_id: row?.id })
    expect(await ask(name, { ...keyOf(first), p_limit: 1 })).toEqual([second])
    expect(await ask(name, { ...keyOf(second), p_reverse: true })).toEqual([first])
    expect(await ask(name, { p_reverse: true })).toEqual(rows.toReversed())
  }
})
