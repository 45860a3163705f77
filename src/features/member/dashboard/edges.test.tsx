import { screen, within } from '@testing-library/react'
import { benefit, transaction } from '@tests/support/builders'
import { rowsAnswer, serveBenefits, serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { DashboardPage } from './page'

beforeEach(() => signInAs())

/** Opens the dashboard of somebody with so many tokens, so many entries, and benefits at these prices. */
function open({ tokens = 87, entries = 1, prices = [40] }) {
  serveProfile({ current_tokens: tokens })
  serveBenefits(prices.map((token_value) => benefit({ name: `For ${token_value}`, token_value })))
  server.use(
    http.get('*/rest/v1/token_transactions', ({ request }) => {
      const query = new URL(request.url).searchParams
      const rows = Array.from({ length: entries }, () => ({ ...transaction(), order: null }))
      return rowsAnswer(rows.slice(0, Number(query.get('limit'))))
    }),
    http.post('*/rest/v1/rpc/my_totals', () =>
      HttpResponse.json({ received: 0, received_count: 0, spent: 0, spent_count: 0 }),
    ),
    http.get('*/rest/v1/orders', () => rowsAnswer([], 0)),
  )
  renderPage(<DashboardPage />, { path: '/dashboard' })
}

async function nearest() {
  await screen.findAllByRole('article')
  const section = screen.getByRole('heading', { name: 'Nearest to your balance' }).closest('section')
  return within(section ?? document.body)
    .getAllByRole('heading', { level: 3 })
    .map((name) => name.textContent)
}

it.each([
  ['nothing is dearer', 200, ['For 50', 'For 60', 'For 70', 'For 80']],
  ['one is dearer', 75, ['For 50', 'For 60', 'For 70', 'For 80']],
  ['most are dearer', 35, ['For 10', 'For 20', 'For 30', 'For 40']],
  ['all are dearer', 5, ['For 10', 'For 20', 'For 30', 'For 40']],
])('shows the four nearest benefits where %s', async (_case, tokens, names) => {
  open({ tokens, prices: [10, 20, 30, 40, 50, 60, 70, 80] })
  expect(await nearest()).toEqual(names)
})

it('says a signup bonus once', async () => {
  open({})
  const row = await screen.findByRole('row', { name: /Signup bonus/ })
  expect(within(row).getByText('Welcome to Guildhall')).toBeVisible()
  expect(within(row).getAllByText(/Signup bonus/)).toHaveLength(1)
})

it.each([
  [199, 'Balance since you joined'],
  [200, 'Balance since you joined'],
  [201, 'Balance over your latest entries'],
])('of %i entries it draws the "%s"', async (entries, heading) => {
  open({ entries })
  await screen.findByRole('img', { name: /^Balance from/ })
  expect(screen.getByRole('heading', { name: heading })).toBeVisible()
})
