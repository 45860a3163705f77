import { screen, waitFor, within } from '@testing-library/react'
import { memberId, order } from '@tests/support/builders'
import { type CatalogueBenefit, catalogueBenefit, serveCatalogue } from '@tests/support/catalogue-api'
import { category } from '@tests/support/categories-api'
import { refusal, servePlacing, serveProfile, serveRows } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { formatDate, formatTime } from '@/lib/format'
import { BenefitPage } from './page'

beforeEach(() => signInAs())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const tools = category('AI tools')

function open(over: Partial<CatalogueBenefit> = {}, orders: object[] = [], current_tokens = 87) {
  const lantern = catalogueBenefit({ delivery_method: 'key', units_left: 20, ...over })
  serveProfile({ current_tokens })
  const catalogue = serveCatalogue([lantern])
  catalogue.categories = [tools]
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
const tellMe = (name: string) => screen.findByRole('button', { name })
/** The facts, by name. */
const facts = () =>
  Object.fromEntries(
    screen
      .getAllByRole('term')
      .map(({ textContent, nextElementSibling }) => [textContent, nextElementSibling?.textContent]),
  )

it('shows the whole description, the price, what is left after it, and asks only for what is offered', async () => {
  const { catalogue, own, lantern } = open({ description: 'First line.\nSecond line.' })
  expect(await heading('Lantern Research')).toBeVisible()
  expect(screen.getByText(/First line\.\s+Second line\./)).toBeVisible()
  expect(await screen.findByText('leaves 32')).toBeVisible()
  expect(await redeem()).toBeEnabled()
  const back = screen.getByRole('link', { name: 'Browse Benefits' })
  expect(back).toHaveAttribute('href', '/dashboard/benefits')
  expect(catalogue.calls('benefits')[0]).toMatchObject({
    id: `eq.${lantern.id}`,
    is_active: 'eq.true',
    or: '(closes_at.is.null,closes_at.gt.now)',
  })
  expect(await screen.findByText('None yet.')).toBeVisible()
  expect(own.queries[0]?.get('user_id')).toBe(`eq.${memberId}`)
  expect(own.queries[0]?.get('benefit_id')).toBe(`eq.${lantern.id}`)
})

const [soon, later] = [inDays(16.1), inDays(46)]
const dates = { opens_at: soon, closes_at: later }
const key = 'A licence key, at once'

it.each<[Partial<CatalogueBenefit>, Record<string, string>]>([
  [{}, { Delivered: key }],
  [{ delivery_method: 'link' }, { Delivered: 'A link, at once' }],
  [{ delivery_method: 'file' }, { Delivered: 'A file, at once' }],
  [
    { delivery_method: 'manual', units_left: 1 },
    { Delivered: 'By hand, within 24-48 hours', 'In stock': '1 place left' },
  ],
  [
    { units_left: 7, per_member_limit: 2, own_orders: 1, closes_at: later, estimated_value: 120 },
    {
      Delivered: key,
      'In stock': '7 left',
      Limit: '2 per member, you have 1',
      Available: `until ${formatDate(later)}`,
      Worth: '$120',
    },
  ],
  [{ per_member_limit: 1 }, { Delivered: key, Limit: '1 per member' }],
  [
    { ...dates, units_left: 7 },
    {
      Delivered: key,
      'In stock': '7 keys on the first day',
      Available: `${formatDate(soon)} to ${formatDate(later)}`,
    },
  ],
  [
    { opens_at: soon, delivery_method: 'manual' },
    {
      Delivered: 'By hand, within 24-48 hours',
      'In stock': '20 or more places on the first day',
      Available: `from ${formatDate(soon)}`,
    },
  ],
])('shows the facts of %o', async (over, expected) => {
  open({ category_id: tools.id, ...over })
  expect(await screen.findByText('AI tools')).toBeVisible()
  await waitFor(() => expect(facts()).toEqual(expected))
})

const opening = `It opens on ${formatDate(soon)} at ${formatTime(soon)}, in 16 days.`
const code = { name: 'Redeem a code', href: '/dashboard/redeem' }

it.each([
  [{ opens_at: soon }, 87, /^opens /, `${opening} Your balance would leave 32.`],
  [{ opens_at: soon }, 40, /^opens /, `${opening} Your balance would be 15 short.`],
  [{}, 40, '15 short', 'Your balance is 40. A token code would make up the difference.', code],
])('says why %o cannot be redeemed with %d tokens', async (over, tokens, standing, why, link?) => {
  open(over, [], tokens)
  expect(await screen.findByText(standing)).toBeVisible()
  expect(screen.getByText(why)).toBeVisible()
  if (link) expect(screen.getByRole('link', { name: link.name })).toHaveAttribute('href', link.href)
  else expect(await tellMe('Tell me when it opens')).toBeVisible()
})

it('subscribes to its return, and unsubscribes', async () => {
  serveRows('notification_preferences', [])
  const { user, catalogue, lantern } = open({ units_left: 0 })
  expect(await screen.findByText('sold out')).toBeVisible()
  expect(facts()['In stock']).toBe('None left')
  expect(screen.getByText(/It does not hold a key for you\.$/)).toBeVisible()
  await user.click(await tellMe('Tell me when it is back'))
  expect(await screen.findByRole('button', { name: 'We will tell you', pressed: true })).toBeVisible()
  expect(await screen.findByText(`You asked on ${formatDate('2026-11-15T09:00:00Z')}.`)).toBeVisible()
  await user.click(await tellMe('Do not tell me'))
  expect(await screen.findByText(/It does not hold a key for you\.$/)).toBeVisible()
  const asked = [true, false].map((p_wanted) => ({ p_benefit_id: lantern.id, p_wanted }))
  expect(catalogue.calls('ask_to_be_told')).toEqual(asked)
})

it.each([
  { in_app: false, by_email: false, isHeard: false },
  { in_app: false, by_email: true, isHeard: true },
  { in_app: true, by_email: false, isHeard: true },
])('warns of a subscription that nobody would hear of: %o', async ({ isHeard, ...channels }) => {
  const { queries } = serveRows('notification_preferences', [{ kind: 'favourites', ...channels }])
  const { user } = open({ units_left: 0 })
  await user.click(await tellMe('Tell me when it is back'))
  expect(await tellMe('We will tell you')).toBeVisible()
  expect(queries[0]?.get('kind')).toBe('eq.favourites')
  const warning = 'Notices about favourites are off'
  if (isHeard) expect(screen.queryByText(warning)).toBeNull()
  else await seeToast(warning, 'To be told, switch them on in Your Profile, under Notifications.')
})

it('offers to redeem once the opening time passes while the page is open, until it closes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const inSeconds = (seconds: number) => inDays(seconds / 86_400)
  const { catalogue } = open({ opens_at: inSeconds(8), closes_at: inSeconds(14) })
  expect(await tellMe('Tell me when it opens')).toBeVisible()
  // Before it is read again for any other reason.
  await vi.advanceTimersByTimeAsync(9_000)
  expect(await redeem()).toBeEnabled()
  catalogue.benefits = []
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await heading('Benefit not found')).toBeVisible()
  expect(screen.getByText('There is no benefit at this address.')).toBeVisible()
})

it('opens by the clock of the server, whatever that of the device says', async () => {
  const { catalogue, client } = open({ opens_at: inDays(-1), is_open: false })
  expect(await screen.findByText('opens soon')).toBeVisible()
  Object.assign(catalogue.benefits[0]!, { opens_at: inDays(1), is_open: true })
  await client.invalidateQueries()
  expect(await redeem()).toBeEnabled()
})

it('keeps the distance to the opening true, and reads stock and limits again every 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { catalogue } = open({ opens_at: inDays(2 / 24 + 0.5 / 1440) })
  expect(await screen.findByText(/, in 2 hours\./)).toBeVisible()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(await screen.findByText(/, in 1 hour\./)).toBeVisible()
  Object.assign(catalogue.benefits[0]!, { is_open: true, units_left: 0 })
  await vi.advanceTimersByTimeAsync(31_000)
  expect(await screen.findByText('sold out')).toBeVisible()
})

it('links to the order of a member who has reached the limit', async () => {
  const [own, cancelled] = [order({ status: 'delivered', unit: 'spent' }), order({ status: 'cancelled' })]
  open({ per_member_limit: 1, own_orders: 1 }, [own, cancelled])
  expect(await screen.findByText('yours, 1 of 1')).toBeVisible()
  const on = formatDate(own.created_at)
  expect(await screen.findByText(`You have yours: one per member, ordered on ${on}.`)).toBeVisible()
  const link = screen.getByRole('link', { name: 'View your order' })
  await waitFor(() => expect(link).toHaveAttribute('href', `/dashboard/orders/${own.id}`))
})

it('lists the own orders with links, and a cancelled one with its price struck out', async () => {
  const cancelled = order({ status: 'cancelled', unit: 'returned', benefit_token_value: 55 })
  open({ per_member_limit: 1 }, [cancelled])
  const row = within(await screen.findByRole('row', { name: /ORD-000148/ }))
  const link = row.getByRole('link', { name: 'ORD-000148' })
  expect(link).toHaveAttribute('href', `/dashboard/orders/${cancelled.id}`)
  expect(row.getByText('Cancelled')).toBeVisible()
  expect(row.getByText('returned')).toBeVisible()
  expect(screen.getByText('A cancelled order does not count towards the limit.')).toBeVisible()
})

async function openDialog({ user }: ReturnType<typeof open>) {
  await user.click(await redeem())
  const dialog = within(await screen.findByRole('dialog', { name: 'Redeem Lantern Research', busy: false }))
  return { dialog, submit: () => user.click(dialog.getByRole('button', { name: /^Redeem for/ })) }
}

it('opens the page of an order that was delivered at once', async () => {
  const placed = order({ benefit_name: 'Lantern Research', delivery_method: 'key', status: 'delivered' })
  servePlacing(() => HttpResponse.json(placed, { status: 201 }))
  const { dialog, submit } = await openDialog(open())
  expect(dialog.getByText(/^A licence key, at once, on the page of your order/)).toBeVisible()
  await submit()
  expect(await screen.findByText(`elsewhere: /dashboard/orders/${placed.id}`)).toBeVisible()
  const text = 'Lantern Research will be delivered to tamsin@ferreira.example.'
  await seeToast('Order Placed Successfully!', text)
  expect(screen.queryByRole('button', { name: 'View order' })).toBeNull()
})

it('keeps the dialog open when the benefit closes under it', async () => {
  servePlacing(() => refusal(410, 'closed'))
  const page = open()
  const { dialog, submit } = await openDialog(page)
  page.catalogue.benefits = []
  await submit()
  const alert = await dialog.findByRole('alert')
  expect(alert).toHaveTextContent('This benefit has closed. Nothing was charged.')
  await screen.findByText('There is no benefit at this address.')
  expect(alert).toBeVisible()
})
