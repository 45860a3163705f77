import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { codeQueries } from '@/entities/codes/list'
import { adminOrderQueries, type OrderFilters } from '@/entities/orders/admin-list'
import {
  adminProfileQueries,
  type ProfileFilters,
  profileKey,
  profileSorts,
} from '@/entities/profiles/admin-list'
import { createdKey, type KeysetPage } from '@/entities/shared/keyset'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { createAdmin, createLogin } from './support/people'
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
const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0 } } })
const filters: OrderFilters = { search: '', status: '', from: '', to: '' }
const statuses = ['pending', 'processing', 'completed', 'delivered', 'cancelled'] as const

/** 65 people, 65 orders and 65 codes of each kind and state, made at nine moments, so that many times are equal. */
beforeAll(async () => {
  asking.as = (await createAdmin(world)).client
  for (let n = 0; n < 65; n++) await createLogin(world, `${n % 2 ? 'pia' : 'PIA'} Page ${n % 9}`)
  await world.sql(`update profiles set created_at = '2026-03-01 10:00:00.123456+00'::timestamptz
    + length(email) % 9 * interval '1 day' + ascii(email) % 3 * interval '1 microsecond' where name ilike 'pia page %'`)
  await world.commits(async (sql) => {
    await sql('set local session_replication_role = replica')
    await sql(`insert into orders (order_number, account_id, status, benefit_name, customer_name, created_at)
      select 'PAGED-' || n, gen_random_uuid(), (array['pending', 'processing', 'completed', 'delivered', 'cancelled'])[1 + n % 5],
        'Paged', 'Pia', '2026-03-01 10:00:00.123456+00'::timestamptz + n / 7 * interval '1 microsecond'
      from generate_series(1, 65) as n`)
    for (const [table, more] of Object.entries({ redeem_codes: ', token_value', invite_codes: '' })) {
      await sql(`insert into ${table} (code, note, is_used, used_at, created_at${more})
        select 'PAGED-' || n, 'Paged', n % 2 = 0, case when n % 2 = 0 then now() end,
          '2026-03-01 10:00:00.123456+00'::timestamptz + n / 7 * interval '1 microsecond'${more && ', 5'}
        from generate_series(1, 130) as n`)
    }
  })
})

// Codes that were used without a ledger row would trouble whoever reconciles next.
afterAll(async () => {
  await world.sql(`delete from redeem_codes where note = 'Paged'`)
})

type Row = { id: string }
type Ask<Each> = (place: PageCursor) => Promise<KeysetPage<Each>>

/** Every id of a list, turned page by page from the first to the last and then from the last to the first. */
async function turned<Each extends Row>(ask: Ask<Each>, keyOf: (row: Each) => RowKey) {
  const read = async (start: PageCursor, onward: 'after' | 'before') => {
    const pages: Each[][] = []
    for (let place: PageCursor | undefined = start; place; ) {
      const { rows, hasNext, hasPrevious } = await ask(place)
      const edge = onward === 'after' ? rows.at(-1) : rows[0]
      pages.push(rows)
      // A page that is its own next one would be turned for ever.
      expect(pages.length).toBeLessThan(200)
      const goesOn: boolean = onward === 'after' ? hasNext : hasPrevious
      // Any number but 1, which would be the first page: the key says where it is.
      place = goesOn && edge ? { page: 2, [onward]: keyOf(edge) } : undefined
    }
    return (onward === 'after' ? pages : pages.reverse()).flat().map(({ id }) => id)
  }
  return {
    forwards: await read({ page: 1 }, 'after'),
    backwards: await read({ page: 2, last: 25 }, 'before'),
  }
}

/** The same list in one statement of the owner's. */
const wanted = async (text: string) => (await world.sql<Row>(text)).map(({ id }) => id)

async function expectTurned<Each extends Row>(ask: Ask<Each>, keyOf: (row: Each) => RowKey, text: string) {
  const all = await wanted(text)
  expect(all.length).toBeGreaterThan(60)
  expect(await turned(ask, keyOf)).toEqual({ forwards: all, backwards: all })
}

it.each(['', 'paged'])('every order is on exactly one page, searched by "%s"', (search) =>
  expectTurned(
    (place) => client.fetchQuery(adminOrderQueries.list({ ...filters, search }, place)),
    createdKey,
    `select id from orders where search_text like '%${search}%' order by created_at desc, id desc`,
  ),
)

it.each(profileSorts.flatMap((by) => [true, false].map((ascending) => [by, ascending] as const)))(
  'every person is on exactly one page, sorted by %s (ascending: %s), also of a search',
  async (by, ascending) => {
    const way = ascending ? 'asc' : 'desc'
    const column = by === 'name' || by === 'email' ? `lower(${by})` : by
    for (const search of ['', 'pia page']) {
      const listed: ProfileFilters = { search, sort: { by, ascending } }
      await expectTurned(
        (place) => client.fetchQuery(adminProfileQueries.list(listed, place)),
        (user) => profileKey(user, listed.sort),
        `select id from profiles where lower(name) like '%${search}%' order by ${column} ${way}, id ${way}`,
      )
    }
  },
)

it.each((['token', 'invite'] as const).flatMap((kind) => [true, false].map((used) => [kind, used] as const)))(
  'every %s code is on exactly one page (used: %s), also of a search',
  async (kind, used) => {
    const table = kind === 'token' ? 'redeem_codes' : 'invite_codes'
    for (const search of ['', 'paged']) {
      await expectTurned(
        (place) => client.fetchQuery(codeQueries.list(kind, { used, search }, place)),
        createdKey,
        `select id from ${table} where is_used = ${used} and lower(code) like '%${search}%'
         order by created_at desc, id desc`,
      )
    }
  },
)

it('a search keeps to the status and to the days, and counts what it finds', async () => {
  const day = "created_at >= '2026-03-01' and created_at < '2026-03-02'"
  for (const status of [...statuses, ''] as const) {
    for (const [from, to] of [
      ['', ''],
      ['2026-03-01', '2026-03-01'],
      ['2026-03-02', ''],
      ['', '2026-02-28'],
    ] as const) {
      const narrowed = { search: 'PAGED', status, from, to }
      const { rows } = await client.fetchQuery(adminOrderQueries.list(narrowed, { page: 1 }))
      const within = from === to ? (from ? day : 'true') : 'false'
      const all = await wanted(`select id from orders where search_text like '%paged%' and ${within}
        ${status && `and status = '${status}'`} order by created_at desc, id desc`)
      expect([narrowed, rows.map(({ id }) => id)]).toEqual([narrowed, all.slice(0, 25)])
      expect((await client.fetchQuery(adminOrderQueries.count(narrowed))).value).toBe(all.length)
    }
  }
})

it('a page number that somebody typed leads to that page', async () => {
  const typed = async <Each extends Row>(ask: Ask<Each>, text: string) => {
    const { rows, page } = await ask({ page: 3 })
    expect([page, rows.map(({ id }) => id)]).toEqual([3, (await wanted(text)).slice(50, 75)])
  }
  for (const search of ['', 'paged']) {
    await typed(
      (place) => client.fetchQuery(adminOrderQueries.list({ ...filters, search }, place)),
      `select id from orders where search_text like '%${search}%' order by created_at desc, id desc`,
    )
    await typed(
      (place) => client.fetchQuery(codeQueries.list('token', { used: false, search }, place)),
      `select id from redeem_codes where not is_used and lower(code) like '%${search}%' order by created_at desc, id desc`,
    )
  }
})
