import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CodeState } from '@/entities/codes/code'
import { codeQueries } from '@/entities/codes/list'
import { adminOrderQueries } from '@/entities/orders/admin-list'
import { noOrderFilters, type OrderFilters } from '@/entities/orders/filters'
import { adminProfileQueries, profileKey, profileSorts } from '@/entities/profiles/admin-list'
import { createdKey, type KeysetPage } from '@/entities/shared/keyset'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { actAs } from './support/app-client'
import { createAdmin, createLogin } from './support/people'
import { sharedWorld } from './support/shared-world'

vi.mock('@/lib/supabase', () => import('./support/app-client'))
vi.mock('@/entities/session/session', () => ({ useUser: vi.fn() }))

const world = sharedWorld()
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0 } } })
const statuses = ['pending', 'processing', 'completed', 'delivered', 'cancelled'] as const
const START = `'2026-03-01 10:00:00.123456+00'::timestamptz`

/** 65 people, 65 orders and 65 codes of each kind and state, many of them created at the same time. */
beforeAll(async () => {
  actAs(await createAdmin(world))
  const names = Array.from({ length: 65 }, (_, n) => `${n % 2 ? 'pia' : 'PIA'} Page ${n % 9}`)
  await Promise.all(names.map((name) => createLogin(world, name)))
  await world.sql(`update profiles set created_at = ${START}
    + length(email) % 9 * interval '1 day' + ascii(email) % 3 * interval '1 microsecond' where name ilike 'pia page %'`)
  await world.commits(async (sql) => {
    await sql('set local session_replication_role = replica')
    await sql(`insert into orders (order_number, account_id, status, benefit_name, customer_name, created_at)
      select 'PAGED-' || n, gen_random_uuid(), ('{${statuses}}'::text[])[1 + n % 5],
        'Paged', 'Pia', ${START} + n / 7 * interval '1 microsecond' from generate_series(1, 65) as n`)
    for (const [table, column, value] of [
      ['redeem_codes', ', token_value', ', 5'],
      ['invite_codes', '', ''],
    ]) {
      await sql(`insert into ${table} (code, note, uses, used_at, expires_at, revoked_at, revoked_by, revoked_reason, created_at${column})
        select 'PAGED-' || n, 'Paged', (n % 4 = 0)::integer, case when n % 4 = 0 then now() end, case when n % 4 = 3 then now() end,
          case when n % 4 = 1 then now() end, case when n % 4 = 1 then gen_random_uuid() end, case when n % 4 = 1 then 'Paged' end,
          ${START} + n / 7 * interval '1 microsecond'${value} from generate_series(1, 260) as n`)
    }
  })
})

// Used codes without a ledger entry would fail reconcile() in other files.
afterAll(() => world.sql(`delete from redeem_codes where note = 'Paged'`))

type Row = { id: string }
type Read<Each> = (cursor: PageCursor) => Promise<KeysetPage<Each>>

const orders =
  (filters: Partial<OrderFilters> = {}): Read<{ id: string; created_at: string }> =>
  (cursor) => {
    const all = { ...noOrderFilters, ...filters }
    return queryClient.fetchQuery(adminOrderQueries.list(all, 'newest', cursor))
  }
const codes =
  (kind: 'token' | 'invite', state: CodeState, search: string): Read<{ id: string; created_at: string }> =>
  (cursor) =>
    queryClient.fetchQuery(codeQueries.list(kind, { state, search }, cursor))

const idsOf = async (query: string) => (await world.sql<Row>(query)).map(({ id }) => id)

/** The ids of all pages, from the first to the last or from the last to the first. */
async function turn<Each extends Row>(read: Read<Each>, keyOf: (row: Each) => RowKey, back: boolean) {
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

async function expectPages<Each extends Row>(read: Read<Each>, keyOf: (row: Each) => RowKey, query: string) {
  const expected = await idsOf(query)
  expect(expected.length).toBeGreaterThan(60)
  expect(await turn(read, keyOf, false)).toEqual(expected)
  expect(await turn(read, keyOf, true)).toEqual(expected)
}

it.each(['', 'paged'])('every order is on one page, searched by "%s"', (search) =>
  expectPages(
    orders({ search }),
    createdKey,
    `select id from orders where search_text like '%${search}%' order by created_at desc, id desc`,
  ),
)

it.each(profileSorts.flatMap((by) => [true, false].map((ascending) => [by, ascending] as const)))(
  'every person is on one page, sorted by %s (ascending: %s), also of a search',
  async (by, ascending) => {
    const direction = ascending ? 'asc' : 'desc'
    const column = by === 'name' || by === 'email' ? `lower(${by})` : by
    const sort = { by, ascending }
    for (const search of ['', 'pia page']) {
      await expectPages(
        (cursor) => queryClient.fetchQuery(adminProfileQueries.list({ search, sort }, cursor)),
        (user) => profileKey(user, sort),
        `select id from profiles where lower(name) like '%${search}%' order by ${column} ${direction}, id ${direction}`,
      )
    }
  },
)

const codesQuery = (kind: string, state: CodeState, search: string) => `
  select id from ${kind === 'token' ? 'redeem_codes' : 'invite_codes'} as r
  where ${kind === 'token' ? '' : 'not exists (select from invitations where code_id = r.id) and '}private.state_of_code(is_used, is_revoked, expires_at) = '${state}' and lower(code) like '%${search}%' order by created_at desc, id desc`

it.each(
  (['token', 'invite'] as const).flatMap((kind) =>
    (['available', 'used', 'expired', 'revoked'] as const).map((state) => [kind, state] as const),
  ),
)('every %s code that is %s is on one page, also of a search', async (kind, state) => {
  for (const search of ['', 'paged']) {
    await expectPages(codes(kind, state, search), createdKey, codesQuery(kind, state, search))
  }
})

it('combines a search with status and days, and counts its results', async () => {
  for (const status of [...statuses, ''] as const) {
    for (const [from, to, condition] of [
      ['', '', 'true'],
      ['2026-03-01', '2026-03-01', `created_at >= '2026-03-01' and created_at < '2026-03-02'`],
      ['2026-03-02', '', 'false'],
      ['', '2026-02-28', 'false'],
    ] as const) {
      const filters = { ...noOrderFilters, search: 'PAGED', status, from, to }
      const { rows } = await orders(filters)({ page: 1 })
      const expected = await idsOf(`select id from orders where search_text like '%paged%' and ${condition}
        ${status && `and status = '${status}'`} order by created_at desc, id desc`)
      expect([filters, rows.map(({ id }) => id)]).toEqual([filters, expected.slice(0, 25)])
      expect((await queryClient.fetchQuery(adminOrderQueries.count(filters))).value).toBe(expected.length)
    }
  }
})

it('opens a page by its number', async () => {
  for (const search of ['', 'paged']) {
    for (const [read, query] of [
      [
        orders({ search }),
        `select id from orders where search_text like '%${search}%' order by created_at desc, id desc`,
      ],
      [codes('token', 'available', search), codesQuery('token', 'available', search)],
    ] as const) {
      const { rows, page } = await read({ page: 3 })
      expect([page, rows.map(({ id }) => id)]).toEqual([3, (await idsOf(query)).slice(50, 75)])
    }
  }
})
