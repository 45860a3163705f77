import { screen, waitFor, within } from '@testing-library/react'
import { benefit, order } from '@tests/support/builders'
import { serveBenefits, servePlacing, serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { BenefitsPage } from './page'

const open = (query = '') =>
  renderPage(<BenefitsPage />, { path: '/dashboard/benefits', route: `/dashboard/benefits${query}` })
const names = () => screen.queryAllByRole('heading', { level: 2 }).map((name) => name.textContent)
const priced = (...prices: number[]) =>
  prices.map((token_value) => benefit({ name: `For ${token_value}`, token_value }))

beforeEach(() => signInAs())

it.each([
  ['the list', (query: URLSearchParams) => !query.has('token_value')],
  ['the count within the balance', (query: URLSearchParams) => query.has('token_value')],
])('counts nothing by the search before, while %s of the new one is on its way', async (_part, isSlow) => {
  serveProfile({ current_tokens: 50 })
  serveBenefits(priced(10, 20, 30, 60, 70))
  const { user } = open()
  expect(await screen.findByText('2 benefits cost more than you have.')).toBeVisible()
  let hold = true
  server.use(
    http.get('*/rest/v1/benefits', async ({ request }) => {
      const query = new URL(request.url).searchParams
      while (hold && query.has('or') && isSlow(query)) await delay(5)
      return undefined
    }),
  )
  await user.type(screen.getByRole('searchbox'), '0')
  await waitFor(() => expect(screen.queryByText(/cost more than you have/)).toBeNull())
  expect(screen.queryByText(/within your balance/)).toBeNull()
  hold = false
  expect(await screen.findByText('2 benefits cost more than you have.')).toBeVisible()
  expect(
    screen.getByText('5 benefits matching "0", lowest price first. 3 are within your balance.'),
  ).toBeVisible()
})

it('does not say that a search finds nothing before it has looked', async () => {
  serveProfile()
  serveBenefits(priced(10, 20))
  const { user } = open('?q=zebra')
  await screen.findByText('No benefit matches "zebra".')
  server.use(http.get('*/rest/v1/benefits', () => delay('infinite')))
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'For')
  await waitFor(() => expect(screen.queryByText(/No benefit matches/)).toBeNull())
})

it('says once that nothing matches', async () => {
  serveProfile()
  serveBenefits(priced(10))
  const { client } = open('?q=zebra')
  await screen.findByText(/^0 benefits/)
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.getByText('0 benefits matching "zebra".')).toBeVisible()
  expect(screen.queryByText(/within your balance/)).toBeNull()
})

it('says nothing above a list that could not be loaded', async () => {
  serveProfile()
  server.use(http.get('*/rest/v1/benefits', () => HttpResponse.json({ code: '57014' }, { status: 400 })))
  const { container } = open()
  await screen.findByRole('alert')
  expect(container.querySelector('header [class*="breathe"]')).toBeNull()
})

it('lets one redeem what costs exactly the balance, and leaves 0', async () => {
  serveProfile({ current_tokens: 55 })
  serveBenefits(priced(55, 56))
  const { user } = open()
  expect(await screen.findByText('leaves 0')).toBeVisible()
  expect(await screen.findByText('2 benefits, lowest price first. 1 is within your balance.')).toBeVisible()
  expect(screen.getByText('1 short')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Not Enough Tokens for For 56' })).toBeDisabled()
  const line = screen.getByRole('heading', { name: 'Your balance ends here' })
  expect(names().indexOf(line.textContent)).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Redeem For 55 for 55 tokens' }))
  const dialog = await screen.findByRole('dialog', { name: 'Redeem For 55', busy: false })
  expect(within(dialog).getByLabelText('What it costs')).toHaveTextContent('Left after0 tokens')
  expect(within(dialog).getByRole('button', { name: 'Redeem for 55 tokens' })).toBeEnabled()
})

it('redeems with What I can afford on: the list then holds what the new balance covers', async () => {
  const served = serveProfile({ current_tokens: 60 })
  serveBenefits(priced(10, 20, 55))
  servePlacing(() => {
    served.profile = { ...served.profile, current_tokens: 5 }
    return HttpResponse.json(order({ benefit_name: 'For 55' }), { status: 201 })
  })
  const { user } = open('?affordable=yes')
  await waitFor(() => expect(names()).toEqual(['For 10', 'For 20', 'For 55']))
  await user.click(await screen.findByRole('button', { name: /^Redeem For 55/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Redeem For 55', busy: false })
  await user.click(within(dialog).getByRole('button', { name: 'Redeem for 55 tokens' }))
  await screen.findByText('Order Placed Successfully!')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('No benefit is within your balance.')).toBeVisible()
  expect(screen.getByText('0 benefits within your balance.')).toBeVisible()
  expect(screen.getByRole('switch', { name: 'What I can afford' })).toBeChecked()
})
