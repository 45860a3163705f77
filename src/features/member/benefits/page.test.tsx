import { screen, waitFor, within } from '@testing-library/react'
import { benefit } from '@tests/support/builders'
import { broken, rowsAnswer, serveBenefits, serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { delay, http } from 'msw'
import { useLocation } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { BenefitsPage } from './page'

function Address() {
  return <output aria-label="address">{useLocation().search}</output>
}

const open = (query = '') =>
  renderPage(
    <>
      <BenefitsPage />
      <Address />
    </>,
    { path: '/dashboard/benefits', route: `/dashboard/benefits${query}` },
  )

const three = () => [
  benefit({ name: 'Operating Manual', token_value: 12 }),
  benefit({ name: 'Framewell Prototyping', token_value: 80 }),
  benefit({ name: 'Negotiation for Engineers', token_value: 90, description: 'An eight-week cohort.' }),
]

const names = () =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
const address = () => screen.getByLabelText('address')

beforeEach(() => signInAs())

it('lists the active benefits, lowest price first, cut where the balance ends', async () => {
  serveProfile({ current_tokens: 87 })
  const served = serveBenefits(three())
  open()
  expect(screen.getByRole('heading', { name: 'Browse Benefits' })).toBeVisible()
  const line = await screen.findByRole('heading', { name: 'Your balance ends here' })
  expect(names()).toEqual(['Operating Manual', 'Framewell Prototyping', 'Negotiation for Engineers'])
  const short = screen.getByRole('heading', { name: 'Negotiation for Engineers' })
  expect(line.compareDocumentPosition(short)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const covered = screen.getByRole('heading', { name: 'Framewell Prototyping' })
  expect(line.compareDocumentPosition(covered)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  expect(await screen.findByText('1 benefit costs more than you have.')).toBeVisible()
  expect(await screen.findByText('3 benefits, lowest price first. 2 are within your balance.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Redeem a code' })).toHaveAttribute('href', '/dashboard/redeem')
  expect(served.asked[0]?.get('is_active')).toBe('eq.true')
  expect(served.asked[0]?.get('order')).toBe('token_value.asc,id.asc')
})

it('says what a price leaves, how many are short, and offers only what the balance covers', async () => {
  serveProfile({ current_tokens: 87 })
  serveBenefits(three())
  open()
  expect(await screen.findByText('leaves 75')).toBeVisible()
  expect(await screen.findByText('3 short')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Redeem Operating Manual for 12 tokens' })).toBeEnabled()
  const short = screen.getByRole('button', { name: 'Not Enough Tokens for Negotiation for Engineers' })
  expect(short).toBeDisabled()
  expect(short).toHaveTextContent(/^Not Enough Tokens$/)
})

it('searches name and description on the server and keeps the search in the URL', async () => {
  serveProfile()
  const served = serveBenefits(three())
  const { user } = open()
  await screen.findByText('Operating Manual')
  await user.type(screen.getByRole('searchbox', { name: 'Search benefits' }), 'cohort')
  await waitFor(() => expect(names()).toEqual(['Negotiation for Engineers']))
  expect(address()).toHaveTextContent('?q=cohort')
  expect(served.asked.at(-1)?.get('or')).toBe('(name.imatch."cohort",description.imatch."cohort")')
  expect(await screen.findByText(/^1 benefit matching "cohort"\./)).toBeVisible()
})

it('opens with the search, the sort and the filter of the URL', async () => {
  serveProfile({ current_tokens: 87 })
  serveBenefits(three())
  open('?q=e&sort=price-down&affordable=yes')
  await waitFor(() => expect(names()).toEqual(['Framewell Prototyping', 'Operating Manual']))
  expect(screen.getByRole('searchbox')).toHaveValue('e')
  expect(await screen.findByRole('switch', { name: 'What I can afford' })).toBeChecked()
  expect(
    await screen.findByText('2 benefits matching "e" within your balance, highest price first.'),
  ).toBeVisible()
})

it('sorts, and keeps what one can afford', async () => {
  serveProfile({ current_tokens: 87 })
  serveBenefits(three())
  const { user } = open()
  await screen.findByText('Operating Manual')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort' }), 'Highest price first')
  await waitFor(() => expect(names()[0]).toBe('Negotiation for Engineers'))
  await user.click(await screen.findByRole('switch', { name: 'What I can afford' }))
  await waitFor(() => expect(names()).toEqual(['Framewell Prototyping', 'Operating Manual']))
  expect(address()).toHaveTextContent('?sort=price-down&affordable=yes')
})

it('shows the empty search result and a way to show all orders', async () => {
  serveProfile()
  serveBenefits(three())
  const { user } = open('?q=zebra')
  expect(await screen.findByText('No benefit matches "zebra".')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Show all benefits' }))
  expect(await screen.findByText('Operating Manual')).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

it('says that there are no benefits yet', async () => {
  serveProfile()
  serveBenefits([])
  open()
  expect(await screen.findByText('There are no benefits yet.')).toBeVisible()
  expect(await screen.findByText('0 benefits.', { exact: false })).toBeVisible()
})

it('shows cards to come while it loads', async () => {
  serveProfile()
  server.use(http.get('*/rest/v1/benefits', () => delay('infinite')))
  const { container } = open()
  expect(container.querySelector('[aria-busy]')).toBeInTheDocument()
  expect(screen.queryByRole('article')).toBeNull()
})

it('says that loading failed, in a toast and in place, and tries again', async () => {
  serveProfile()
  server.use(http.get('*/rest/v1/benefits', () => broken()))
  const { user } = open()
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Failed to load benefits. Please try again.')).toBeVisible()
  await waitFor(() => expect(screen.getByText('Error')).toBeVisible())
  expect(screen.getAllByText('Failed to load benefits. Please try again.')).toHaveLength(2)
  serveBenefits(three())
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Operating Manual')).toBeVisible()
})

it('shows 60 of 130, then the rest, and counts them all', async () => {
  serveProfile({ current_tokens: 40 })
  serveBenefits(
    Array.from({ length: 130 }, (_, n) => benefit({ name: `Benefit ${n + 1}`, token_value: n + 1 })),
  )
  const { user } = open()
  expect(
    await screen.findByText('130 benefits, lowest price first. 40 are within your balance.'),
  ).toBeVisible()
  expect(screen.getAllByText(/^Benefit \d+$/)).toHaveLength(60)
  expect(await screen.findByText('90 benefits cost more than you have.')).toBeVisible()
  await user.click(await screen.findByText('Show more'))
  await waitFor(() => expect(screen.getAllByText(/^Benefit \d+$/)).toHaveLength(120))
  await user.click(await screen.findByText('Show more'))
  await waitFor(() => expect(screen.getAllByText(/^Benefit \d+$/)).toHaveLength(130))
  expect(screen.queryByText('Show more')).toBeNull()
})

it('waits for the balance before it offers anything', async () => {
  server.use(
    http.get('*/rest/v1/profiles', () => delay('infinite')),
    http.get('*/rest/v1/benefits', () => rowsAnswer(three())),
  )
  open()
  expect(await screen.findByRole('button', { name: /Redeem Operating Manual/ })).toBeDisabled()
  expect(screen.queryByText(/leaves/)).toBeNull()
})
