import { screen, within } from '@testing-library/react'
import { memberId, order } from '@tests/support/builders'
import { type CatalogueBenefit, catalogueBenefit, serveCatalogue } from '@tests/support/catalogue-api'
import { category } from '@tests/support/categories-api'
import { refusal, servePlacing, serveProfile, serveRows } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { formatDate, formatTime } from '@/lib/format'
import { BenefitPage } from './page'

beforeEach(() => signInAs())

type Given = { over?: Partial<CatalogueBenefit>; orders?: object[]; tokens?: number }

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

function open({ over, orders = [], tokens = 87 }: Given = {}) {
  const lantern = catalogueBenefit({ delivery_method: 'key', units_left: 20, ...over })
  serveProfile({ current_tokens: tokens })
  const catalogue = serveCatalogue([lantern], tokens)
  const own = serveRows(
    'orders',
    orders.map((row) => ({ ...row, benefit_id: lantern.id, benefit: null })),
  )
  const route = `/dashboard/benefits/${lantern.id}`
  const page = renderPage(<BenefitPage />, { path: '/dashboard/benefits/:id', route })
  return { ...page, lantern, catalogue, own }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const redeem = () => screen.findByRole('button', { name: 'Redeem for 55 tokens' })
/** The facts, by name. */
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling

it('shows the whole description, the price, what is left after it, and how it is delivered', async () => {
  open({ over: { description: 'First line.\nSecond line.' } })
  expect(await heading('Lantern Research')).toBeVisible()
  expect(screen.getByText(/First line\.\s+Second line\./)).toBeVisible()
  expect(await screen.findByText('leaves 32')).toBeVisible()
  expect(screen.getByText('A licence key, at once')).toBeVisible()
  expect(await redeem()).toBeEnabled()
  for (const name of ['In stock', 'Limit', 'Available', 'Worth']) expect(screen.queryByText(name)).toBeNull()
  const back = screen.getByRole('link', { name: 'Browse Benefits' })
  expect(back).toHaveAttribute('href', '/dashboard/benefits')
})

it.each([
  ['key', 'A licence key, at once'],
  ['link', 'A link, at once'],
  ['file', 'A file, at once'],
  ['manual', 'By hand, within 24-48 hours'],
])('says how a benefit of method %s is delivered', async (delivery_method, text) => {
  open({ over: { delivery_method } })
  expect(await screen.findByText(text)).toBeVisible()
})

it('shows category, stock, limit, closing time and worth', async () => {
  const tools = category('AI tools')
  const closes_at = inDays(40)
  const { catalogue, client } = open({
    over: { units_left: 7, per_member_limit: 2, own_orders: 1, closes_at, estimated_value: 120 },
  })
  catalogue.categories = [tools]
  catalogue.benefits[0]!.category_id = tools.id
  expect(await redeem()).toBeEnabled()
  await client.invalidateQueries()
  expect(await screen.findByText('AI tools')).toBeVisible()
  expect(fact('In stock')).toHaveTextContent('7 left')
  expect(fact('Limit')).toHaveTextContent('2 per member, you have 1')
  expect(fact('Available')).toHaveTextContent(`until ${formatDate(closes_at)}`)
  expect(fact('Worth')).toHaveTextContent('$120')
})

it('subscribes to its return, and unsubscribes', async () => {
  serveRows('notification_preferences', [])
  const { user, catalogue } = open({ over: { units_left: 0 } })
  expect(await screen.findByText('sold out')).toBeVisible()
  expect(fact('In stock')).toHaveTextContent('None left')
  expect(screen.getByText(/It does not hold a key for you\.$/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Tell me when it is back' }))
  const told = 'We will tell you'
  expect(await screen.findByRole('button', { name: told, pressed: true })).toBeVisible()
  expect(await screen.findByText(/^You asked on /)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Do not tell me' }))
  expect(await screen.findByText(/It does not hold a key for you\.$/)).toBeVisible()
  expect(catalogue.asked.map(([, body]) => 'p_wanted' in body && body.p_wanted)).toEqual([true, false])
})

it.each([
  { in_app: false, by_email: false, isHeard: false },
  { in_app: false, by_email: true, isHeard: true },
  { in_app: true, by_email: false, isHeard: true },
])('warns of a subscription that nobody would hear of: %o', async ({ isHeard, ...channels }) => {
  serveRows('notification_preferences', [{ user_id: memberId, kind: 'favourites', ...channels }])
  const { user } = open({ over: { units_left: 0 } })
  await user.click(await screen.findByRole('button', { name: 'Tell me when it is back' }))
  expect(await screen.findByRole('button', { name: 'We will tell you' })).toBeVisible()
  const warning = 'Notices about favourites are off'
  if (isHeard) expect(screen.queryByText(warning)).toBeNull()
  else await seeToast(warning, 'To be told, switch them on in Your Profile, under Notifications.')
})

it('says when it opens, and what the balance would leave', async () => {
  const opens_at = inDays(16.1)
  const closes_at = inDays(46)
  open({ over: { opens_at, closes_at, units_left: 7 } })
  const opening = `It opens on ${formatDate(opens_at)} at ${formatTime(opens_at)}, in 16 days.`
  expect(await screen.findByText(`${opening} Your balance would leave 32.`)).toBeVisible()
  expect(screen.getByText(/^opens /)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Tell me when it opens' })).toBeVisible()
  expect(fact('In stock')).toHaveTextContent('7 keys on the first day')
  expect(fact('Available')).toHaveTextContent(`${formatDate(opens_at)} to ${formatDate(closes_at)}`)
})

it('offers to redeem once the opening time passes while the page is open, until it closes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  const { catalogue } = open({ over: { opens_at: inSeconds(8), closes_at: inSeconds(14) } })
  expect(await screen.findByRole('button', { name: 'Tell me when it opens' })).toBeVisible()
  const before = catalogue.factsRead
  // Before it is read again for any other reason.
  await vi.advanceTimersByTimeAsync(9_000)
  expect(await redeem()).toBeEnabled()
  expect(catalogue.factsRead).toBeGreaterThan(before)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await heading('Benefit not found')).toBeVisible()
})

it('opens by the clock of the server, whatever that of the device says', async () => {
  const { catalogue, client } = open({ over: { opens_at: inDays(-1), is_open: false } })
  expect(await screen.findByRole('button', { name: 'Tell me when it opens' })).toBeVisible()
  Object.assign(catalogue.benefits[0]!, { opens_at: inDays(1), is_open: true })
  await client.invalidateQueries()
  expect(await redeem()).toBeEnabled()
})

it('keeps the distance to the opening true', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  open({ over: { opens_at: inDays(2 / 24 + 0.5 / 1440) } })
  expect(await screen.findByText(/, in 2 hours\./)).toBeVisible()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(await screen.findByText(/, in 1 hour\./)).toBeVisible()
})

it('reads stock and limits again every 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { catalogue } = open()
  await redeem()
  catalogue.benefits[0]!.units_left = 0
  await vi.advanceTimersByTimeAsync(31_000)
  expect(await screen.findByText('sold out')).toBeVisible()
})

it('links to the order of a member who has reached the limit', async () => {
  const own = order({ status: 'delivered', unit: 'spent' })
  open({ over: { per_member_limit: 1, own_orders: 1 }, orders: [own] })
  expect(await screen.findByText('yours, 1 of 1')).toBeVisible()
  expect(await screen.findByText(/^You have yours: one per member, ordered on /)).toBeVisible()
  const link = screen.getByRole('link', { name: 'View your order' })
  await vi.waitFor(() => expect(link).toHaveAttribute('href', `/dashboard/orders/${own.id}`), 15_000)
})

it('offers to redeem a code to a member with too few tokens', async () => {
  open({ tokens: 40 })
  expect(await screen.findByText('15 short')).toBeVisible()
  expect(screen.getByText('Your balance is 40. A token code would make up the difference.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Redeem a code' })).toHaveAttribute('href', '/dashboard/redeem')
})

it('requests the own orders of this benefit', async () => {
  const { own, lantern } = open()
  expect(await screen.findByText('None yet.')).toBeVisible()
  expect(own.queries[0]?.get('user_id')).toBe(`eq.${memberId}`)
  expect(own.queries[0]?.get('benefit_id')).toBe(`eq.${lantern.id}`)
})

it('lists them with links, and a cancelled one with its price struck out', async () => {
  const cancelled = order({ status: 'cancelled', unit: 'returned', benefit_token_value: 55 })
  open({ over: { per_member_limit: 1 }, orders: [cancelled] })
  const row = within(await screen.findByRole('row', { name: /ORD-000148/ }))
  expect(row.getByRole('link', { name: 'ORD-000148' })).toHaveAttribute(
    'href',
    `/dashboard/orders/${cancelled.id}`,
  )
  expect(row.getByText('Cancelled')).toBeVisible()
  expect(row.getByText('returned')).toBeVisible()
  expect(screen.getByText('A cancelled order does not count towards the limit.')).toBeVisible()
})

it('opens the page of an order that was delivered at once', async () => {
  const placed = order({ benefit_name: 'Lantern Research', delivery_method: 'key', status: 'delivered' })
  servePlacing(() => HttpResponse.json(placed, { status: 201 }))
  const { user } = open()
  await user.click(await redeem())
  const dialog = within(await screen.findByRole('dialog', { name: 'Redeem Lantern Research', busy: false }))
  expect(dialog.getByText(/^A licence key, at once, on the page of your order/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: /^Redeem for/ }))
  expect(await screen.findByText(`elsewhere: /dashboard/orders/${placed.id}`)).toBeVisible()
  await seeToast(
    'Order Placed Successfully!',
    'Lantern Research will be delivered to tamsin@ferreira.example.',
  )
})

it('keeps the dialog open when the benefit closes under it', async () => {
  servePlacing(() => refusal(410, 'closed'))
  const { user, catalogue } = open()
  await user.click(await redeem())
  const dialog = within(await screen.findByRole('dialog', { name: 'Redeem Lantern Research', busy: false }))
  catalogue.benefits = []
  await user.click(dialog.getByRole('button', { name: /^Redeem for/ }))
  const alert = await dialog.findByRole('alert')
  expect(alert).toHaveTextContent('This benefit has closed. Nothing was charged.')
  await screen.findByText('There is no benefit at this address.')
  expect(alert).toBeVisible()
  await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(await screen.findByText('There is no benefit at this address.')).toBeVisible()
})

it.each([
  ['is not active', { is_active: false }],
  ['has closed, as admins read it,', { closes_at: inDays(-1) }],
  ['does not exist', undefined],
])('shows that a benefit that %s is not found', async (_, change) => {
  const { catalogue, client } = open()
  await heading('Lantern Research')
  catalogue.benefits = change ? catalogue.benefits.map((row) => ({ ...row, ...change })) : []
  await client.invalidateQueries()
  expect(await heading('Benefit not found')).toBeVisible()
  expect(screen.getByText('There is no benefit at this address.')).toBeVisible()
})
