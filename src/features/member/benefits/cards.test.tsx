import { screen, waitFor, within } from '@testing-library/react'
import { order } from '@tests/support/builders'
import { type CatalogueBenefit, catalogueBenefit, serveCatalogue } from '@tests/support/catalogue-api'
import { broken, serveProfile, serveRows } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { BenefitsPage } from './page'

const open = () => renderPage(<BenefitsPage />, { path: '/dashboard/benefits' })

const serveOne = (over: Partial<CatalogueBenefit>) => {
  const lantern = catalogueBenefit({ delivery_method: 'key', ...over })
  return { lantern, served: serveCatalogue([lantern]) }
}

const servePriced = (...prices: number[]) =>
  serveCatalogue(prices.map((token_value) => catalogueBenefit({ name: `For ${token_value}`, token_value })))

beforeEach(async () => {
  await signInAs()
  serveProfile({ current_tokens: 87 })
})

it('shows what a price leaves or how many tokens are missing', async () => {
  serveProfile({ current_tokens: 55 })
  servePriced(12, 55, 56)
  const { user } = open()
  expect(await screen.findByText('leaves 43')).toBeVisible()
  expect(screen.getByText('leaves 0')).toBeVisible()
  expect(screen.getByText('1 short')).toBeVisible()
  const short = screen.getByRole('button', { name: 'Not Enough Tokens for For 56' })
  expect(short).toBeDisabled()
  expect(short).toHaveTextContent(/^Not Enough Tokens$/)
  await user.click(screen.getByRole('button', { name: 'Redeem For 55 for 55 tokens' }))
  const dialog = await screen.findByRole('dialog', { name: 'Redeem For 55', busy: false })
  expect(within(dialog).getByLabelText('What it costs')).toHaveTextContent('Left after0 tokens')
})

it.each([
  ['few keys', { units_left: 9 }, '9 left'],
  ['few places', { units_left: 4, delivery_method: 'manual' }, '4 places left'],
  ['a closing time', { closes_at: new Date(Date.now() + 12 * 86_400_000).toISOString() }, /^until /],
])('marks the scarcity of %s', async (_what, over, mark) => {
  const { lantern } = serveOne(over)
  open()
  expect(await screen.findByText(mark)).toBeVisible()
  const link = screen.getByRole('link', { name: 'Lantern Research' })
  expect(link).toHaveAttribute('href', `/dashboard/benefits/${lantern.id}`)
})

it('offers a notification of a sold-out benefit, and withdraws it', async () => {
  serveRows('notification_preferences', [])
  const { served } = serveOne({ units_left: 0 })
  const { user } = open()
  expect(await screen.findByText('sold out')).toBeVisible()
  const name = 'Tell me when Lantern Research is back'
  await user.click(screen.getByRole('button', { name, pressed: false }))
  await user.click(await screen.findByRole('button', { name, pressed: true }))
  expect(await screen.findByRole('button', { name, pressed: false })).toBeVisible()
  expect(served.asked.map(([call]) => call)).toEqual(['ask_to_be_told', 'ask_to_be_told'])
})

it('saves the request for a notification also where the preferences cannot be read', async () => {
  server.use(http.get('*/rest/v1/notification_preferences', () => broken()))
  serveOne({ units_left: 0 })
  const { user } = open()
  const name = 'Tell me when Lantern Research is back'
  await user.click(await screen.findByRole('button', { name, pressed: false }))
  expect(await screen.findByRole('button', { name, pressed: true })).toBeVisible()
  expect(screen.queryByText('Failed to save your request')).not.toBeInTheDocument()
})

it('links from a benefit that is yours to its newest order', async () => {
  const { lantern } = serveOne({ own_orders: 1, per_member_limit: 1 })
  const [newest, returned, older] = [
    order({ benefit_id: lantern.id }),
    order({ benefit_id: lantern.id, unit: 'returned', created_at: '2026-11-21T10:00:00+00:00' }),
    order({ benefit_id: lantern.id, created_at: '2026-10-20T10:00:00+00:00' }),
  ]
  serveRows('orders', [older, newest, returned])
  open()
  expect(await screen.findByText('yours, 1 of 1')).toBeVisible()
  const link = screen.getByRole('link', { name: 'Your order of Lantern Research' })
  await waitFor(() => expect(link).toHaveAttribute('href', `/dashboard/orders/${newest.id}`))
})

it('marks a favourite, and says so when that fails', async () => {
  const { served } = serveOne({})
  const { user } = open()
  const ribbon = (pressed: boolean) =>
    screen.findByRole('button', { name: 'Favourite: Lantern Research', pressed })
  await user.click(await ribbon(false))
  expect(await ribbon(true)).toBeVisible()
  expect(await screen.findByRole('button', { name: /^Favourites ?1$/ })).toBeVisible()
  expect(served.benefits[0]?.is_favourite).toBe(true)
  server.use(http.post('*/rpc/set_favourite', () => broken()))
  await user.click(await ribbon(true))
  expect(await screen.findByText('Failed to save your favourite')).toBeVisible()
  expect(await ribbon(true)).toBeVisible()
})
