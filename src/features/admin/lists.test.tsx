import { screen, waitFor, within } from '@testing-library/react'
import { activityEntry } from '@tests/support/activity-api'
import { benefit, inviteCode, memberId, order, profile, tokenCode, uuid } from '@tests/support/builders'
import { held } from '@tests/support/held'
import { rowsAnswer } from '@tests/support/member-api'
import { openPage, urlParams } from '@tests/support/open-page'
import { operation } from '@tests/support/operations-api'
import { countLine } from '@tests/support/orders-page'
import { signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import type { ComponentType } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { ActivityPage } from './activity/page'
import { AdminBenefitsPage } from './benefits/page'
import { InviteCodesPage } from './codes/invite-codes-page'
import { TokenCodesPage } from './codes/token-codes-page'
import { AdminOrdersPage } from './orders/page'
import { UsersPage } from './users/page'

type Key = { value: string; id: string }
/** What a list asks for: rows on this side of a key, or from this end. */
type Ask = (key: Key | undefined, reverse: boolean, limit: number) => object
type Row = { id: string | number; created_at?: string }

const descending = (reverse: boolean) => (reverse ? 'created_at.asc,id.asc' : 'created_at.desc,id.desc')

/** A list that is read from its table. */
const fromTable =
  (filters: string[] = []): Ask =>
  (key, reverse, limit) => {
    const side = reverse ? 'gt' : 'lt'
    const beside = key ? [`(created_at.${side}.${key.value},id.${side}.${key.id})`] : []
    const or = [...filters, ...beside].join(' and ')
    return {
      ...(key && { created_at: `${side}e.${key.value}` }),
      ...(or && { or }),
      order: descending(reverse),
      limit: String(limit),
    }
  }
/** A list that a function returns; `sorted` if PostgREST sorts what it returns. */
const fromFunction =
  (body: object, sorted = false): Ask =>
  (key, p_reverse, p_limit) => ({
    ...body,
    ...(key && { p_key_value: key.value, p_key_id: key.id }),
    p_reverse,
    p_limit,
    ...(sorted && { order: descending(p_reverse) }),
  })
const fromActivity =
  (body: object): Ask =>
  (key, p_reverse, p_limit) => ({ ...body, ...(key && { p_key_id: Number(key.id) }), p_reverse, p_limit })

type List = {
  Page: ComponentType
  row: (over: { id: string; created_at: string }, index: number) => Row
  noun: string
  /** Of the table, and of a search for 'x': where the rows come from, and what is asked for. */
  table: [path: string, ask: Ask]
  search: [path: string, ask: Ask]
}

const codeSearch = (p_search: string) =>
  fromFunction({ p_search, p_state: 'available', p_sort: 'created_at', p_ascending: false }, true)

const lists = {
  orders: {
    Page: AdminOrdersPage,
    row: (over) => ({ ...order(over), profile: null, benefit: null, desk: null }),
    noun: 'orders',
    table: ['orders', fromTable()],
    search: ['rpc/search_orders', fromFunction({ p_filter: { search: 'x' }, p_sort: 'newest' }, true)],
  },
  users: {
    Page: UsersPage,
    row: (over, index) => profile({ ...over, name: `Member ${index}` }),
    noun: 'users',
    table: ['profiles', fromTable()],
    search: [
      'rpc/search_profiles',
      fromFunction({ p_search: 'x', p_sort: 'created_at', p_ascending: false }),
    ],
  },
  benefits: {
    Page: AdminBenefitsPage,
    row: (over, index) => benefit({ ...over, name: `Benefit ${index}` }),
    noun: 'benefits',
    table: ['benefits', fromTable()],
    search: ['benefits', fromTable(['(name.imatch."x",description.imatch."x")'])],
  },
  'token codes': {
    Page: TokenCodesPage,
    row: (over) => ({ ...tokenCode(over), user: null }),
    noun: 'codes',
    table: ['rpc/search_redeem_codes', codeSearch('')],
    search: ['rpc/search_redeem_codes', codeSearch('x')],
  },
  'invite codes': {
    Page: InviteCodesPage,
    row: (over) => ({ ...inviteCode(over), user: null }),
    noun: 'codes',
    table: ['rpc/search_invite_codes', codeSearch('')],
    search: ['rpc/search_invite_codes', codeSearch('x')],
  },
  activity: {
    Page: ActivityPage,
    row: (_over, index) => activityEntry(1000 - index),
    noun: 'entries',
    table: ['rpc/activity', fromActivity({})],
    search: ['rpc/activity', fromActivity({ p_search: 'x' })],
  },
} satisfies Record<string, List>
type Name = keyof typeof lists
const names = Object.keys(lists) as Name[]

const method = (path: string) => (path.startsWith('rpc/') ? 'post' : 'get')

/** Serves everything around the rows of all lists, with this count. */
function serveAround(count: number) {
  const functions: Record<string, JsonBodyType> = {
    count_orders: count,
    count_profiles: count,
    count_codes: count,
    count_activity: count,
    order_counts: [{ status: 'pending', count }],
    code_counts: { total: count, available: count, used: 0, expired: 0, revoked: 0 },
    on_time_figures: { due: 0, on_time: 0 },
    view_counts: [],
    benefit_figures: [],
    invitation_counts: { total: 0, sent: 0, opened: 0, joined: 0 },
  }
  server.use(
    http.post('*/rest/v1/rpc/:name', ({ params: { name } }) =>
      String(name) in functions ? HttpResponse.json(functions[String(name)]) : undefined,
    ),
    http.head('*/rest/v1/benefits', () => rowsAnswer([], count)),
    http.head('*/rest/v1/waitlist', () => rowsAnswer([])),
    ...['app_settings', 'admin_views', 'categories', 'benefits'].map((table) =>
      http.get(`*/rest/v1/${table}`, () => HttpResponse.json([])),
    ),
  )
}

/** Serves `length` rows to whatever is asked for; returns what was asked for. */
function serve({ row, table, search }: List, length = 26, count = length) {
  const rows = Array.from({ length }, (_, index) =>
    row({ id: uuid(), created_at: `2026-11-20T10:00:00.${100 + (index >> 1)}+00:00` }, index),
  )
  const asked: object[] = []
  serveAround(count)
  for (const path of new Set([table[0], search[0]]))
    server.use(
      http[method(path)](`*/rest/v1/${path}`, async ({ request }) => {
        const query = new URL(request.url).searchParams
        const body = method(path) === 'post' ? ((await request.json()) as object) : {}
        // The selects of benefits on other pages ask for no range.
        if (!query.has('limit') && !('p_limit' in body)) return HttpResponse.json([])
        const named = [...new Set(query.keys())].filter((name) => name !== 'select')
        const one = {
          ...Object.fromEntries(named.map((name) => [name, query.getAll(name).join(' and ')])),
          ...body,
        }
        // What is shown may be read again meanwhile.
        if (JSON.stringify(asked.at(-1)) !== JSON.stringify(one)) asked.push(one)
        return HttpResponse.json(query.has('offset') ? rows.slice(0, 1) : rows)
      }),
    )
  const keyAt = (index: number): Key => {
    const { id, created_at } = rows[index]!
    return { value: created_at ?? String(id), id: String(id) }
  }
  return { asked, keyAt }
}

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const open = ({ Page }: List, query = '') => openPage(Page, '/admin/list', query)

const sources = names.flatMap((name) => {
  const list: List = lists[name]
  const search = { name: `search of ${name}`, list, query: '?q=x&', source: 'search' as const }
  return [
    { name, list, query: '?', source: 'table' as const },
    // Elsewhere the same is asked, with one argument more.
    ...(list.search[0] === list.table[0] ? [] : [search]),
  ]
})

it.each(sources)('$name: asks for each page by its key (D20)', async ({ list, query, source }) => {
  const { asked, keyAt } = serve(list, 26, 990)
  const { user } = open(list, `${query}page=3`)
  const see = (range: string) => screen.findByText(`${range} of 990 ${list.noun}`)
  const press = (name: string) =>
    user.click(within(screen.getByLabelText('Pages')).getByRole('button', { name }))
  await see('51 to 75')
  await press('Previous')
  await see('26 to 50')
  await press('Last page')
  await see('976 to 990')
  expect(urlParams().get('page')).toBe('40')
  const ask = list[source][1]
  const [byNumber, ...byKey] = asked
  expect(byNumber).toEqual({ ...ask(undefined, false, 50), offset: '49', limit: '1' })
  expect(byKey).toEqual([ask(keyAt(0), false, 26), ask(keyAt(0), true, 26), ask(undefined, true, 16)])
})

// Searches are counted up to 10,000, benefits exactly (D20).
it.each(['orders', 'users', 'benefits', 'activity'] as const)(
  '%s: shows no total while the rows of the search before are there, then at most 10,000',
  async (name) => {
    const list: List = lists[name]
    serve(list, 26, 10_001)
    const { user, client } = open(list)
    await screen.findByText(/^1 to 25 of 10,0/)
    const rows = held()
    const [path] = list.search
    server.use(http[method(path)](`*/rest/v1/${path}`, () => rows.released))
    await user.type(screen.getByRole('searchbox'), 'x')
    await waitFor(() => expect(urlParams().get('q')).toBe('x'))
    await waitFor(() => expect(client.isFetching()).toBe(1))
    await screen.findByText('1 to 25')
    if (name === 'orders') expect(countLine()).toBe('')
    rows.release()
    await screen.findByText(`1 to 25 of ${name === 'benefits' ? '10,001' : '10,000+'} ${list.noun}`)
    expect(screen.getByRole('button', { name: 'Last page' }).hasAttribute('disabled')).toBe(
      name !== 'benefits',
    )
  },
)

it('token codes: counts at most 10,000 matches', async () => {
  serve(lists['token codes'], 26, 10_001)
  open(lists['token codes'], '?q=x')
  await screen.findByText('1 to 25 of 10,000+ codes')
  expect(screen.getByRole('button', { name: 'Last page' })).toBeDisabled()
})

it.each([
  ['users', '', 'No users found.'],
  ['users', '?group=admins', 'No user matches this search.'],
  ['benefits', '?q=ships', 'No benefits match "ships".'],
  ['invite codes', '', 'No available codes. Create some codes to get started.'],
  ['activity', '', 'Nothing has been recorded yet.'],
] as const)('%s%s: says where there are none', async (name, query, message) => {
  serve(lists[name], 0)
  open(lists[name], query)
  await screen.findByText(message)
})

it.each([
  ['orders', '?q=x&status=pending', 'No orders match your search criteria.', 'Show all orders'],
  ['token codes', '?q=x', 'No codes match your search criteria.', 'Show all codes'],
  [
    'activity',
    '?table=orders&q=x&by=a&from=2026-11-01&to=2026-11-02',
    'No activity matches your search.',
    'Show everything',
  ],
] as const)('%s%s: leads back from filters without a match', async (name, query, message, button) => {
  serve(lists[name], 0)
  const { user } = open(lists[name], query)
  await screen.findByText(message)
  await user.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByText(message)).not.toBeInTheDocument())
  expect(urlParams().toString()).toBe('')
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

it.each([
  ['orders', ['order_status', 'order_note']],
  ['users', ['token_grant', 'membership']],
  ['benefits', ['benefit_change']],
  ['token codes', ['code_revocation']],
] as const)(
  '%s: shows the results of %s, to be undone, and lists its keys on ?, which selected rows take',
  async (name, kinds) => {
    serve(lists[name], 3)
    const operations = kinds.map((kind, at) => operation({ id: `op-${at}`, kind }))
    server.use(http.get('*/rest/v1/operations', () => HttpResponse.json(operations)))
    const { user } = open(lists[name])
    expect(await screen.findByRole('region', { name: 'Result' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Earlier run' }) === null).toBe(kinds.length === 1)
    if (name !== 'users' && name !== 'benefits') return
    await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ })
    await user.keyboard('jx?')
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard', busy: false })
    expect(within(sheet).getByText(`Next, previous ${name.slice(0, -1)}`)).toBeVisible()
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('region', { name: `Selected ${name}` })).toHaveTextContent('1 selected')
  },
)
