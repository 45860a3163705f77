import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { memberId } from '@tests/support/builders'
import { openedDialog } from '@tests/support/dialogs'
import { refusal } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import type { TokenPack } from '@/entities/settings/settings'
import { specifiedPrices } from '@/lib/prices'
import { SettingsPage } from './page'

type Saved = { p_opened: Record<string, string>; p_values: Record<string, string> }

const henrik = { id: memberId, name: 'Henrik Vos', email: 'henrik@guildhall.test' }
const ada = { id: 'a', name: 'Ada Lindqvist', email: 'ada@guildhall.test' }

/** What the function payments responds. */
const ready: object = { state: 'ready', mode: 'live' }

/** Serves the settings; `stored` is what the database has, and changes with each save. */
function serve(stored: Record<string, string>, packs: TokenPack[] = [], without = false, connection = ready) {
  const saved: Saved[] = []
  const rows = () =>
    Object.entries(stored).map(([key, value]) => ({
      key,
      value,
      updated_by: value === '10900' ? ada.id : null,
    }))
  const admins = [
    { ...ada, authenticators: without ? 0 : 1, since: without ? null : '2027-03-09T10:00:00Z' },
    { ...henrik, authenticators: 1, since: '2027-03-03T10:00:00Z' },
  ]
  server.use(
    http.get('*/rest/v1/app_settings', () => HttpResponse.json(rows())),
    http.get('*/functions/v1/payments', () => HttpResponse.json(connection)),
    http.get('*/rest/v1/profiles', () => HttpResponse.json([ada])),
    http.get('*/rest/v1/token_packs', () => HttpResponse.json(packs)),
    http.post('*/rest/v1/rpc/admin_second_factors', () => HttpResponse.json(admins)),
    http.post('*/rest/v1/rpc/public_settings', () =>
      HttpResponse.json([{ ...specifiedPrices, contact_address: null, launch_places_left: 44 }]),
    ),
    http.post<never, Saved>('*/rest/v1/rpc/save_settings', async ({ request }) => {
      const change = await request.json()
      saved.push(change)
      const lost = Object.keys(change.p_values).find(
        (key) => (stored[key] ?? '0') !== (change.p_opened[key] ?? '0'),
      )
      if (lost) return refusal(409, 'row_changed', lost)
      Object.assign(stored, change.p_values)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return saved
}

const prices = () => ({ membership_price: '9900', launch_price: '1000', launch_places: '50' })

async function open() {
  const { user, unmount } = renderPage(<SettingsPage />)
  const section = async (name: string) => within(await screen.findByRole('region', { name }))
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  return { user, section, type, unmount }
}

beforeEach(() => signInAs(henrik.email, memberId))

it('shows what is stored, or the specified default, and what it concerns', async () => {
  serve({ ...prices(), membership_price: '9950', sla_credit_rate: '1' })
  const { section } = await open()
  const membership = await section('Membership')
  expect(membership.getByLabelText('Price a year')).toHaveValue('99.5')
  expect(membership.getByLabelText('Launch price')).toHaveValue('10')
  expect(await membership.findByText('6 of 50 taken.')).toBeVisible()
  expect((await section('Orders')).getByLabelText('Late credit')).toHaveValue('1')
  expect((await section('Orders')).getByLabelText('At most')).toHaveValue('0')
  expect((await section('Invitations')).getByLabelText('Join bonus')).toHaveValue('25 tokens')
  expect((await section('Invitations')).getByLabelText('Join bonus')).toHaveAttribute('readonly')
})

it('says that the settings could not be loaded', async () => {
  serve({})
  server.use(http.get('*/rest/v1/app_settings', () => refusal(500, '')))
  renderPage(<SettingsPage />)
  expect(await screen.findByText('The settings could not be loaded.')).toBeVisible()
})

it('saves a section by itself, after saying what changes, and sends only that', async () => {
  const saved = serve(prices())
  const { user, section, type } = await open()
  const membership = await section('Membership')
  expect(membership.getByRole('button', { name: 'Save' })).toBeDisabled()
  type('Price a year', '119.5')
  expect(membership.getByText('Price a year $99 to $119.50.')).toBeVisible()
  expect((await section('Orders')).getByRole('button', { name: 'Save' })).toBeDisabled()
  await user.click(membership.getByRole('button', { name: 'Save' }))
  await seeToast('Success', 'Settings saved')
  expect(saved).toEqual([{ p_opened: prices(), p_values: { membership_price: '11950' } }])
  await waitFor(() => expect(membership.getByRole('button', { name: 'Save' })).toBeDisabled())
  type('Price a year', '5')
  expect(membership.getByText('Price a year $119.50 to $5.')).toBeVisible()
  server.use(http.post('*/rest/v1/rpc/save_settings', () => refusal(403, 'not_admin'), { once: true }))
  await user.click(membership.getByRole('button', { name: 'Save' }))
  const text = 'The settings were not saved. You are no longer an admin.'
  await waitFor(() => expect(membership.getByRole('alert')).toHaveTextContent(text))
  await user.click(membership.getByRole('button', { name: 'Discard' }))
  expect(membership.queryByRole('alert')).toBeNull()
  expect(membership.getByLabelText('Price a year')).toHaveValue('119.5')
  expect(membership.getByLabelText('Price a year')).toHaveFocus()
})

it('refuses what cannot be stored', async () => {
  const saved = serve(prices())
  const { user, type } = await open()
  await screen.findByRole('region', { name: 'Membership' })
  const number = 'Enter a whole number from 0 to 999.'
  for (const wrong of [
    [
      ['Price a year', '1.000', /^Write dollars in digits/],
      ['Places at it', '1001', 'Enter a whole number from 0 to 1,000.'],
      ...['Late credit', 'At most', 'For each member', 'Bonus for both'].map(
        (label) => [label, '1000', number] as const,
      ),
      ['Contact address', 'club', /^Enter an email address like/],
    ],
    [
      ['Price a year', '0.1', 'At least $0.50.'],
      ['Places at it', '1.0', /^Write digits only/],
    ],
    [['Price a year', '10000.01', 'At most $10,000.']],
  ] as const) {
    for (const [label, value] of wrong) type(label, value)
    for (const button of screen.getAllByRole('button', { name: 'Save' })) await user.click(button)
    for (const [label, , problem] of wrong) {
      await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(problem))
      expect(screen.getByLabelText(label)).toBeInvalid()
    }
  }
  expect(saved).toEqual([])
})

it('overwrites nothing that somebody else has changed meanwhile, and offers both (D7)', async () => {
  const stored = prices()
  const saved = serve(stored)
  const { user, section, type } = await open()
  const membership = await section('Membership')
  type('Price a year', '119')
  stored.membership_price = '10900'
  await user.click(membership.getByRole('button', { name: 'Save' }))
  expect(await membership.findByText('Ada Lindqvist changed this meanwhile.')).toBeVisible()
  expect(membership.getByText('Price a year is $109 now; you wrote $119.')).toBeVisible()
  await user.click(await membership.findByRole('button', { name: "Use Ada Lindqvist's" }))
  expect(membership.getByLabelText('Price a year')).toHaveValue('109')
  type('Price a year', '119')
  stored.membership_price = '10800'
  await user.click(membership.getByRole('button', { name: 'Save' }))
  expect(await membership.findByText('Somebody changed this meanwhile.')).toBeVisible()
  expect(stored.membership_price).toBe('10800')
  await user.click(membership.getByRole('button', { name: 'Save mine' }))
  await seeToast('Success', 'Settings saved')
  expect(stored.membership_price).toBe('11900')
  expect(saved).toHaveLength(3)
})

it('saves the packs as a whole, and refuses two of one size (D65)', async () => {
  const pack = { id: 'p1', tokens: 50, price: 1000, is_on_sale: true }
  serve(prices(), [pack])
  const sent: unknown[] = []
  server.use(
    http.post('*/rest/v1/rpc/save_token_packs', async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user, section } = await open()
  const tokens = await section('Tokens')
  expect(await tokens.findByText('$0.20 each')).toBeVisible()
  await user.click(tokens.getByRole('button', { name: 'Add pack' }))
  const added = within(tokens.getByRole('group', { name: 'Pack 2' }))
  await user.type(added.getByLabelText('Tokens'), '50')
  await user.type(added.getByLabelText('Price'), '19')
  await user.click(tokens.getByRole('button', { name: 'Save' }))
  expect(await added.findByText('Another pack has as many.')).toBeVisible()
  await user.type(added.getByLabelText('Tokens'), '0')
  await user.click(tokens.getByRole('button', { name: 'Save' }))
  await seeToast('Success', 'Settings saved')
  const second = { tokens: 500, price: 1900, is_on_sale: true }
  expect(sent).toEqual([{ p_opened: [pack], p_packs: [pack, second] }])
  server.use(http.post('*/rest/v1/rpc/save_token_packs', () => refusal(409, 'row_changed')))
  await user.click(tokens.getByRole('button', { name: 'Remove pack 1' }))
  await user.click(tokens.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(tokens.getByRole('alert')).toHaveTextContent(/^Somebody else changed the packs meanwhile/),
  )
  expect(tokens.queryByRole('group', { name: 'Pack 2' })).toBeNull()
  await user.click(tokens.getByRole('button', { name: 'Discard' }))
  expect(await tokens.findByText('$0.20 each')).toBeVisible()
  expect(tokens.queryByRole('alert')).toBeNull()
})

it('requires a second factor of admins once each of them has one (D54)', async () => {
  serve(prices(), [], true)
  const { section } = await open()
  const security = await section('Security')
  expect(await security.findByText('Can be turned on once all 2 admins have one.')).toBeVisible()
  expect(security.getByRole('switch')).toBeDisabled()
  expect(security.getByRole('link', { name: 'Remind Ada Lindqvist' })).toHaveAttribute(
    'href',
    `mailto:ada%40guildhall.test?subject=Please%20add%20a%20second%20factor&body=${encodeURIComponent(
      `Admins will need a second factor. You can add one under Your Profile, Second factor: ${window.location.origin}/dashboard/profile`,
    )}`,
  )
  const admins = security.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(admins).toEqual([
    'ALAda LindqvistNone yetRemind Ada Lindqvist',
    'HVHenrik Vos (you)Authenticator app, since Mar 3, 2027',
  ])
})

it('turns the requirement on, and says who lacks one when somebody became an admin meanwhile', async () => {
  const saved = serve(prices())
  const { user, section } = await open()
  const security = await section('Security')
  await waitFor(() => expect(security.getByRole('switch')).toBeEnabled())
  await user.click(security.getByRole('switch'))
  server.use(
    http.post('*/rest/v1/rpc/save_settings', () => refusal(409, 'admins_lack_second_factor', 'Bo Backup'), {
      once: true,
    }),
  )
  await user.click(security.getByRole('button', { name: 'Save' }))
  expect(await security.findByText('Every admin needs one first. Still without: Bo Backup.')).toBeVisible()
  await user.click(security.getByRole('button', { name: 'Save' }))
  await seeToast('Success', 'Admins now need a second factor.')
  expect(saved.at(-1)?.p_values).toEqual({ require_second_factor: '1' })
  await waitFor(() => expect(security.getByRole('switch', { checked: true })).toBeEnabled())
  await user.click(security.getByRole('switch'))
  await user.click(security.getByRole('button', { name: 'Save' }))
  await seeToast('Success', 'Admins need no second factor.')
  expect(saved.at(-1)).toEqual({
    p_opened: { require_second_factor: '1' },
    p_values: { require_second_factor: '0' },
  })
})

it.each(['Contact address', 'Price of pack 1'])('asks before an unsaved %s is left', async (name) => {
  serve(prices(), [{ id: 'p1', tokens: 100, price: 1000, is_on_sale: true }])
  const { user } = renderPage(<SettingsPage />)
  const field =
    name === 'Contact address'
      ? await screen.findByLabelText(name)
      : within(await screen.findByRole('group', { name: 'Pack 1' })).getByLabelText('Price')
  const link = document.body.appendChild(document.createElement('a'))
  link.href = '/admin/orders'
  link.textContent = 'Orders'
  fireEvent.change(field, { target: { value: '12' } })
  await user.click(link)
  await (await openedDialog('Leave without saving?')).press('Stay')
  expect(field).toHaveDisplayValue('12')
  link.remove()
})

it('turns payments on once Stripe is connected, and says what is missing before (D61)', async () => {
  const saved = serve(prices())
  const { user, section, unmount } = await open()
  const payments = await section('Payments')
  expect(await payments.findByText('Connected')).toBeVisible()
  await user.click(payments.getByRole('switch', { name: /^Payments are on/, checked: false }))
  await seeToast('Success', 'Payments are on.')
  expect(saved).toEqual([{ p_opened: { payments_on: '0' }, p_values: { payments_on: '1' } }])
  expect(await payments.findByRole('switch', { checked: true })).toBeEnabled()
  server.use(http.post('*/rest/v1/rpc/save_settings', () => refusal(500, ''), { once: true }))
  await user.click(payments.getByRole('switch'))
  await seeToast('Error', 'Payments were not changed. Please try again.')
  await user.click(payments.getByRole('switch', { checked: true }))
  await seeToast('Success', 'Payments are off.')
  unmount()
  serve(prices(), [], false, { state: 'ready', mode: 'test' })
  const test = await open()
  const tested = await test.section('Payments')
  expect(await tested.findByText('Connected with a test key')).toBeVisible()
  const name =
    'Payments are on, in test mode Only admins can pay, no money moves, and members notice nothing.'
  expect(tested.getByRole('switch', { name })).toBeEnabled()
  test.unmount()
  serve(prices(), [], false, { state: 'not_configured', missing: ['STRIPE_SECRET_KEY'] })
  const missing = await (await open()).section('Payments')
  expect(
    await missing.findByText('The function payments lacks STRIPE_SECRET_KEY: see docs/deploy.md.'),
  ).toBeVisible()
  expect(missing.getByRole('switch', { name: /^Payments are on/ })).toBeDisabled()
})

it('leads to its sections, and shows the one that the address names', async () => {
  serve(prices())
  const shown: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.id)
  })
  renderPage(<SettingsPage />, { route: '/#settings-orders' })
  const links = within(await screen.findByRole('navigation', { name: 'Sections' })).getAllByRole('link')
  const names = ['Club', 'Membership', 'Payments', 'Tokens', 'Orders', 'Invitations', 'Security', 'Emails']
  expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual(
    names.map((name) => `${name} #settings-${name.toLowerCase()}`),
  )
  await waitFor(() => expect(shown).toEqual(['settings-orders']))
})
