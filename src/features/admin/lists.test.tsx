import { screen, waitFor, within } from '@testing-library/react'
import { activityLog, serveActivity } from '@tests/support/activity-api'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit, inviteCode, memberId, tokenCode } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { held } from '@tests/support/held'
import { broken, rowsAnswer } from '@tests/support/member-api'
import { openPage, urlParams } from '@tests/support/open-page'
import { adminOrders, serveOrders } from '@tests/support/orders-api'
import { signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { members, serveUsers } from '@tests/support/users-api'
import { HttpResponse, http } from 'msw'
import type { ComponentType } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { Code } from '@/entities/codes/code'
import { ActivityPage } from './activity/page'
import { AdminBenefitsPage } from './benefits/page'
import { InviteCodesPage } from './codes/invite-codes-page'
import { TokenCodesPage } from './codes/token-codes-page'
import { AdminOrdersPage } from './orders/page'
import { UsersPage } from './users/page'

const times = <Row,>(count: number, build: (index: number) => Row) =>
  Array.from({ length: count }, (_, index) => build(index))

/**
 * `noun | a term that matches every row | rows | rows of a search | count of a search | failure | what was not affected`;
 * the three in the middle are paths of the REST API.
 */
function list(Page: ComponentType, serve: (count: number) => unknown, facts: string) {
  const [noun = '', term = '', table = '', search = '', count = '', failure = '', safe = ''] =
    facts.split(' | ')
  return { Page, serve, noun, term, table, search, count, failure, safe }
}
type List = ReturnType<typeof list>

const codes =
  (table: 'redeem_codes' | 'invite_codes', build: (over: { code: string }) => Omit<Code, 'user'>) =>
  (count: number) =>
    serveCodes(
      table,
      times(count, (index) => ({ ...build({ code: `CODE-${index}` }), user: null })),
    )

const lists: Record<string, List> = {
  orders: list(
    AdminOrdersPage,
    (count) => serveOrders({ orders: adminOrders(count) }),
    'orders | tamsin | orders | rpc/search_orders | rpc/count_orders | Failed to load orders | No order was changed.',
  ),
  users: list(
    UsersPage,
    (count) => serveUsers({ users: members(count) }),
    'users | member | profiles | rpc/search_profiles | rpc/count_profiles | Failed to load users | Nothing was changed.',
  ),
  benefits: list(
    AdminBenefitsPage,
    (count) => serveAdminBenefits(times(count, (index) => benefit({ name: `Benefit ${index}` }))),
    'benefits | benefit | benefits | benefits | benefits | Failed to load benefits | Nothing was changed.',
  ),
  'token codes': list(
    TokenCodesPage,
    codes('redeem_codes', tokenCode),
    'codes | code | rpc/search_redeem_codes | rpc/search_redeem_codes | rpc/count_codes | Failed to load redeem codes | No code was changed.',
  ),
  'invite codes': list(
    InviteCodesPage,
    codes('invite_codes', inviteCode),
    'codes | code | rpc/search_invite_codes | rpc/search_invite_codes | rpc/count_codes | Failed to load invite codes | No code was changed.',
  ),
  activity: list(
    ActivityPage,
    (count) => serveActivity(activityLog(count)),
    'entries | ord | rpc/activity | rpc/activity | rpc/count_activity | Failed to load activity | No records were lost.',
  ),
}

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const open = ({ Page }: List, query = '') => openPage(Page, '/admin/list', query)
const rowTexts = () =>
  [...document.querySelectorAll('tbody td:first-child, ol > li')].map((row) => row.textContent)
const answer = (path: string, response: () => Response | undefined | Promise<void>) =>
  server.use(http[path.startsWith('rpc/') ? 'post' : 'get'](`*/rest/v1/${path}`, response))
function answerCount({ count }: List, value: number, until?: Promise<void>) {
  const respond = async () => {
    await until
    return count === 'benefits' ? rowsAnswer([], value) : HttpResponse.json(value)
  }
  server.use(http[count === 'benefits' ? 'head' : 'post'](`*/rest/v1/${count}`, respond))
}

const sources = Object.entries(lists).flatMap(([name, list]) => [
  { name, list, query: '', path: list.table },
  { name: `search of ${name}`, list, query: `?q=${list.term}`, path: list.search },
])

it.each(sources)(
  '$name: shows a skeleton, then a failure with a way to retry',
  async ({ list, query, path }) => {
    list.serve(60)
    let down = true
    answer(path, () => (down ? broken() : undefined))
    const { user } = open(list, query)
    expect(document.querySelector('[aria-busy="true"], [role="status"]')).toBeInTheDocument()
    await seeToast('Error', list.failure)
    const alert = screen.getByRole('alert')
    expect(alert).toHaveTextContent(list.failure)
    expect(alert).toHaveTextContent(list.safe)
    down = false
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(`1 to 25 of 60 ${list.noun}`)).toBeVisible()
  },
)

it.each(sources)('$name: pages by key, to the last page and back, and by number', async ({ list, query }) => {
  list.serve(60)
  const { user, unmount } = open(list, query)
  const see = async (range: string) => {
    expect(await screen.findByText(`${range} of 60 ${list.noun}`)).toBeVisible()
    return rowTexts()
  }
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const first = await see('1 to 25')
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await press('Next')
  const second = await see('26 to 50')
  expect([urlParams().get('page'), urlParams().has('after')]).toEqual(['2', true])
  await press('Next')
  const third = await see('51 to 60')
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
  expect(new Set([...first, ...second, ...third]).size).toBe(60)
  await press('Previous')
  expect(await see('26 to 50')).toEqual(second)
  expect(urlParams().has('before')).toBe(true)
  await press('First page')
  expect(await see('1 to 25')).toEqual(first)
  expect(urlParams().has('page')).toBe(false)
  await press('Last page')
  expect(await see('51 to 60')).toEqual(third)
  expect(urlParams().get('last')).toBe('10')
  unmount()
  open(list, `${query || '?'}&page=3`)
  expect(await see('51 to 60')).toEqual(third)
})

it.each(Object.entries(lists).filter(([name]) => name !== 'benefits'))(
  '%s: counts at most 10,000 matches',
  async (_name, list) => {
    list.serve(60)
    answerCount(list, 10_001)
    open(list, `?q=${list.term}`)
    expect(await screen.findByText(`1 to 25 of 10,000+ ${list.noun}`)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Last page' })).toBeDisabled()
  },
)

it.each(
  ['orders', 'users', 'benefits', 'activity'].flatMap((name) => [
    { name, list: lists[name]!, early: 'rows' as const },
    { name, list: lists[name]!, early: 'count' as const },
  ]),
)('$name: shows no total where only the $early of a new search have arrived', async ({ list, early }) => {
  list.serve(60)
  const { user, client } = open(list)
  expect(await screen.findByText(`1 to 25 of 60 ${list.noun}`)).toBeVisible()
  const responses = { rows: held(), count: held() }
  answer(list.search, () => responses.rows.released)
  answerCount(list, 7, responses.count.released)
  await user.type(screen.getByRole('searchbox'), list.term)
  await waitFor(() => expect(urlParams().get('q')).toBe(list.term))
  responses[early].release()
  await waitFor(() => expect(client.isFetching()).toBe(1))
  expect(await screen.findByText('1 to 25')).toBeVisible()
  responses.rows.release()
  responses.count.release()
  expect(await screen.findByText(`1 to 25 of 7 ${list.noun}`)).toBeVisible()
})

it.each([
  ['orders', '', 'No orders found.'],
  ['users', '', 'No users found.'],
  ['users', '?q=nobody', 'No users found.'],
  ['benefits', '', 'No benefits found. Create your first benefit to get started.'],
  ['benefits', '?q=ships', 'No benefits match "ships".'],
  ['token codes', '', 'No available codes. Create some codes to get started.'],
  ['invite codes', '', 'No available codes. Create some codes to get started.'],
  ['token codes', '?tab=used', 'No codes have been used yet.'],
  ['invite codes', '?tab=used', 'No codes have been used yet.'],
  ['activity', '', 'Nothing has been recorded yet.'],
])('%s%s: says where there are none', async (name, query, message) => {
  lists[name]!.serve(0)
  open(lists[name]!, query)
  expect(await screen.findByText(message)).toBeVisible()
})

it.each([
  ['orders', '?q=x&status=pending', 'No orders match your search criteria.', 'Show all orders'],
  ['orders', '?from=2026-01-01', 'No orders match your search criteria.', 'Show all orders'],
  ['token codes', '?q=x', 'No codes match your search criteria.', 'Show all codes'],
  ['invite codes', '?q=x', 'No codes match your search criteria.', 'Show all codes'],
  ['activity', '?q=x', 'No activity matches your search.', 'Show everything'],
  ['activity', '?table=orders', 'No activity matches your search.', 'Show everything'],
])('%s%s: leads back from filters without a match', async (name, query, message, button) => {
  lists[name]!.serve(0)
  const { user } = open(lists[name]!, query)
  expect(await screen.findByText(message)).toBeVisible()
  await user.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByText(message)).not.toBeInTheDocument())
  expect(urlParams().toString()).toBe('')
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

it.each([
  ['orders', 'Next, previous order'],
  ['users', 'Next, previous user'],
  ['benefits', 'Next, previous benefit'],
])('%s: lists its keys on ?, which selected rows take', async (name, act) => {
  lists[name]!.serve(3)
  const { user } = open(lists[name]!)
  await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ })
  await user.keyboard('jx?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard', busy: false })
  expect(within(sheet).getByText(act)).toBeVisible()
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('region', { name: `Selected ${name}` })).toHaveTextContent('1 selected')
})
