import { screen, waitFor, within } from '@testing-library/react'
import { benefit } from '@tests/support/builders'
import { rowsAnswer, serveProfile, serveRows, serveStock } from '@tests/support/member-api'
import { address, renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { delay, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { BenefitsPage } from './page'

const open = (query = '') =>
  renderPage(<BenefitsPage />, { path: '/dashboard/benefits', route: `/dashboard/benefits${query}` })

const three = () => [
  benefit({ name: 'Operating Manual', token_value: 12 }),
  benefit({ name: 'Framewell Prototyping', token_value: 80 }),
  benefit({ name: 'Negotiation for Engineers', token_value: 90, description: 'An eight-week cohort.' }),
]

const priced = (...prices: number[]) =>
  prices.map((token_value) => benefit({ name: `For ${token_value}`, token_value }))

const names = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const line = 'Your balance ends here'

beforeEach(async () => {
  await signInAs()
  serveProfile({ current_tokens: 87 })
})

it('lists the active benefits, lowest price first, with a line where the balance ends', async () => {
  const { queries } = serveRows('benefits', three())
  open()
  expect(screen.getByRole('heading', { name: 'Browse Benefits' })).toBeVisible()
  expect(await screen.findByText('3 benefits, lowest price first. 2 are within your balance.')).toBeVisible()
  expect(names()).toEqual(['Operating Manual', 'Framewell Prototyping', line, 'Negotiation for Engineers'])
  expect(await screen.findByText('1 benefit costs more than you have.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Redeem a code' })).toHaveAttribute('href', '/dashboard/redeem')
  expect(queries[0]?.get('is_active')).toBe('eq.true')
  expect(queries[0]?.get('order')).toBe('token_value.asc,id.asc')
})

it('shows what a price leaves or how many tokens are missing', async () => {
  serveProfile({ current_tokens: 55 })
  serveRows('benefits', priced(12, 55, 56))
  const { user } = open()
  expect(await screen.findByText('leaves 43')).toBeVisible()
  expect(screen.getByText('leaves 0')).toBeVisible()
  expect(screen.getByText('1 short')).toBeVisible()
  expect(names()).toEqual(['For 12', 'For 55', line, 'For 56'])
  const short = screen.getByRole('button', { name: 'Not Enough Tokens for For 56' })
  expect(short).toBeDisabled()
  expect(short).toHaveTextContent(/^Not Enough Tokens$/)
  await user.click(screen.getByRole('button', { name: 'Redeem For 55 for 55 tokens' }))
  const dialog = await screen.findByRole('dialog', { name: 'Redeem For 55', busy: false })
  expect(within(dialog).getByLabelText('What it costs')).toHaveTextContent('Left after0 tokens')
  expect(within(dialog).getByRole('button', { name: 'Redeem for 55 tokens' })).toBeEnabled()
})

it('links every card to its benefit, and says how it is delivered and how few are left', async () => {
  const given = ['manual', 'key', 'key', 'link'].map((delivery_method, index) =>
    benefit({ name: `Benefit ${index}`, token_value: index, delivery_method }),
  )
  const [manual, few, none, link] = given.map(({ id }) => id) as [string, string, string, string]
  serveRows('benefits', given)
  const stock = serveStock({ [few]: 9, [none]: 0, [link]: 20 })
  open()
  expect(await screen.findByText('9 left')).toBeVisible()
  expect(screen.getByText('By hand, 24-48 hours')).toBeVisible()
  expect(screen.getAllByText('Key, at once')).toHaveLength(2)
  expect(screen.getByText('sold out')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sold out: Benefit 2' })).toBeDisabled()
  expect(screen.getByRole('link', { name: 'Benefit 0' })).toHaveAttribute(
    'href',
    `/dashboard/benefits/${manual}`,
  )
  expect(stock.asked).toEqual([[few, none, link]])
})

it('searches name and description on the server', async () => {
  const { queries } = serveRows('benefits', three())
  const { user } = open()
  await screen.findByText('Operating Manual')
  await user.type(screen.getByRole('searchbox', { name: 'Search benefits' }), 'cohort')
  expect(await screen.findByText(/^1 benefit matching "cohort"\./)).toBeVisible()
  expect(names()).toContain('Negotiation for Engineers')
  expect(address()).toBe('?q=cohort')
  expect(queries.at(-1)?.get('or')).toBe('(name.imatch."cohort",description.imatch."cohort")')
})

it('reads search, sort and filter from the URL', async () => {
  serveRows('benefits', three())
  open('?q=e&sort=price-down&affordable=yes')
  const summary = '2 benefits matching "e" within your balance, highest price first.'
  expect(await screen.findByText(summary)).toBeVisible()
  expect(names()).toEqual(['Framewell Prototyping', 'Operating Manual'])
  expect(screen.getByRole('searchbox')).toHaveValue('e')
  expect(await screen.findByRole('switch', { name: 'What I can afford' })).toBeChecked()
})

it('sorts, and filters by the balance', async () => {
  serveRows('benefits', three())
  const { user } = open()
  await screen.findByText('Operating Manual')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort' }), 'Highest price first')
  await waitFor(() => expect(names()[0]).toBe('Negotiation for Engineers'))
  await user.click(await screen.findByRole('switch', { name: 'What I can afford' }))
  await waitFor(() => expect(names()).toEqual(['Framewell Prototyping', 'Operating Manual']))
  expect(address()).toBe('?sort=price-down&affordable=yes')
})

it('shows the empty search result and a way to show all benefits', async () => {
  serveRows('benefits', three())
  const { user } = open('?q=zebra')
  expect(await screen.findByText('No benefit matches "zebra".')).toBeVisible()
  expect(await screen.findByText('0 benefits matching "zebra".')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all benefits' }))
  expect(await screen.findByText('Operating Manual')).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

it('shows the empty state without benefits', async () => {
  serveRows('benefits', [])
  open()
  expect(await screen.findByText('There are no benefits yet.')).toBeVisible()
  expect(await screen.findByText('0 benefits.', { exact: false })).toBeVisible()
})

it('shows 60 at a time and counts them all', async () => {
  serveProfile({ current_tokens: 40 })
  serveRows('benefits', priced(...Array.from({ length: 130 }, (_, n) => n + 1)))
  const { user } = open()
  const summary = '130 benefits, lowest price first. 40 are within your balance.'
  expect(await screen.findByText(summary)).toBeVisible()
  expect(await screen.findByText('90 benefits cost more than you have.')).toBeVisible()
  expect(screen.getAllByText(/^For \d+$/)).toHaveLength(60)
  for (const shown of [120, 130]) {
    await user.click(await screen.findByText('Show more'))
    await waitFor(() => expect(screen.getAllByText(/^For \d+$/)).toHaveLength(shown))
  }
  expect(screen.queryByText('Show more')).toBeNull()
})

it('disables redeeming until the balance is known', async () => {
  server.use(
    http.get('*/rest/v1/profiles', () => delay('infinite')),
    http.get('*/rest/v1/benefits', () => rowsAnswer(three())),
  )
  open()
  expect(await screen.findByRole('button', { name: /Redeem Operating Manual/ })).toBeDisabled()
  expect(screen.queryByText(/leaves/)).toBeNull()
})

it.each([
  ['list', (query: URLSearchParams) => !query.has('token_value')],
  ['affordable count', (query: URLSearchParams) => query.has('token_value')],
])('shows no counts of the previous search while the new %s is loading', async (_part, isSlow) => {
  serveProfile({ current_tokens: 50 })
  serveRows('benefits', priced(10, 20, 30, 60, 70))
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
  const summary = '5 benefits matching "0", lowest price first. 3 are within your balance.'
  expect(screen.getByText(summary)).toBeVisible()
})

it('shows no empty state of the previous search', async () => {
  serveRows('benefits', priced(10, 20))
  const { user } = open('?q=zebra')
  await screen.findByText('No benefit matches "zebra".')
  server.use(http.get('*/rest/v1/benefits', () => delay('infinite')))
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'For')
  await waitFor(() => expect(screen.queryByText(/No benefit matches/)).toBeNull())
})
