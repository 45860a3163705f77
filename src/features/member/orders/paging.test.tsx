import { screen, waitFor } from '@testing-library/react'
import { order } from '@tests/support/builders'
import { rowsAnswer, serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { delay, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { OrdersPage } from './page'

const open = (query = '') =>
  renderPage(<OrdersPage />, { path: '/dashboard/orders', route: `/dashboard/orders${query}` })

beforeEach(async () => {
  await signInAs()
  serveProfile()
})

/** Serves so many orders, a page at a time, searched by number. */
function serveOrders(count: number) {
  const all = Array.from({ length: count }, (_, n) => ({
    ...order({ order_number: `ORD-${String(n + 1).padStart(6, '0')}` }),
    benefit: null,
  }))
  server.use(
    http.get('*/rest/v1/orders', ({ request }) => {
      const query = new URL(request.url).searchParams
      const term =
        query
          .get('or')
          ?.match(/order_number\.imatch\."([^"]*)"/)?.[1]
          ?.replaceAll('[-]', '-') ?? ''
      const found = all.filter(({ order_number }) => order_number?.includes(term))
      const first = Number(query.get('offset') ?? 0)
      return rowsAnswer(found.slice(first, first + Number(query.get('limit'))), found.length)
    }),
  )
}

it.each([
  [1, false],
  [25, false],
  [26, true],
])('%i orders: a pager %s', async (count, paged) => {
  serveOrders(count)
  open()
  await screen.findByText('ORD-000001')
  expect(screen.queryByRole('navigation', { name: 'Pages' }) !== null).toBe(paged)
})

it.each([26, 50])('turns exactly two pages of %i orders, there and back', async (count) => {
  serveOrders(count)
  const { user } = open()
  expect(await screen.findByText(`1 to 25 of ${count} orders`)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText(`26 to ${count} of ${count} orders`)).toBeVisible()
  expect(screen.getByText('ORD-000026')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(await screen.findByText('ORD-000001')).toBeVisible()
})

it('opens searched for one order, where the number of an order leads', async () => {
  serveOrders(30)
  open('?q=ORD-000007')
  expect(await screen.findByText('ORD-000007')).toBeVisible()
  expect(screen.getByText(/^1 order matching "ORD-000007"\./)).toBeVisible()
})

it('counts by the search whose orders it shows, while the next is on its way', async () => {
  serveOrders(30)
  const { user } = open('?q=ORD-000007')
  await screen.findByText('ORD-000007')
  server.use(http.get('*/rest/v1/orders', () => delay('infinite')))
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'ORD-00000')
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue('ORD-00000'))
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(screen.getByText(/^1 order matching "ORD-000007"\./)).toBeVisible()
})
