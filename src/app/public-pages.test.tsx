import { render, screen, waitFor, within } from '@testing-library/react'
import { respondToCall } from '@tests/support/auth-api'
import { failAllRequests } from '@tests/support/offline'
import { renderPage } from '@tests/support/render'
import { pendingRequests, server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import type { ComponentType } from 'react'
import { StaticRouter } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { steps } from '@/features/landing/content'
import { Landing } from '@/features/landing/landing'
import { Contact, Privacy, Terms } from '@/features/legal/documents'
import { NotFoundPage } from '@/features/not-found/page'
import { UnsubscribePage } from '@/features/unsubscribe/page'
import { brand } from '@/lib/brand'
import { specifiedPrices } from '@/lib/prices'
import { showPublicSettings } from '@/widgets/public-settings/show-settings'

function show(Page: ComponentType) {
  return render(
    <StaticRouter location="/">
      <Page />
    </StaticRouter>,
  )
}

const heading = (name: string) => screen.getByRole('heading', { level: 1, name })
const part = (name: string) => within(screen.getByRole('region', { name }))
const innermost = (text: RegExp) => (_: string, node: Element | null) =>
  text.test(node?.textContent ?? '') &&
  ![...(node?.children ?? [])].some((child) => text.test(child.textContent))
const visible = (text: RegExp) =>
  screen.queryAllByText(innermost(text)).filter((node) => !node.closest('[hidden]'))

describe('the landing page', () => {
  it('shows price, perks, a picture of a dialog, links, and voices marked as samples while they are (D51)', () => {
    const { container } = show(Landing)
    expect(heading('A quiet club for people with work to do')).toBeVisible()
    const price = part('One price, a year at a time')
    expect(price.getByText('25 free tokens')).toBeVisible()
    for (const name of ['AI tools', 'Courses', 'Templates', 'Software licences'])
      expect(part('What tokens buy').getByRole('heading', { name })).toBeVisible()
    const picture = container.querySelector<HTMLElement>('[inert]')
    expect(picture).toHaveTextContent(/Redeem .*Redeem for 40/)
    expect(picture?.querySelectorAll('a, button, input')).toHaveLength(0)
    const said = part('What members say')
    const figures = said.getAllByRole('figure')
    expect(figures).toHaveLength(5)
    for (const figure of figures) expect(within(figure).getByText('Sample')).toBeVisible()
    expect(container.querySelectorAll('blockquote')).toHaveLength(3)
    expect(said.getAllByText(/^Film in preparation/)).toHaveLength(2)
    expect(said.queryAllByRole('button')).toHaveLength(0)
    for (const id of ['features', 'testimonials', 'pricing'])
      expect(document.getElementById(id)).toBeVisible()
    for (const [landmark, name, href] of [
      ['banner', 'Sign In', '/auth?mode=signin'],
      ['banner', 'Get Started', '/auth?mode=signup'],
      ['banner', 'Dashboard', '/dashboard'],
      ['banner', 'Pricing', '/#pricing'],
      ['main', 'Ask for an invitation', '/auth?mode=waitlist'],
      ['contentinfo', 'Contact', '/contact'],
      ['contentinfo', 'Privacy', '/privacy'],
      ['contentinfo', 'Terms', '/terms'],
    ] as const)
      expect(within(screen.getByRole(landmark)).getAllByRole('link', { name })[0]).toHaveAttribute(
        'href',
        href,
      )
  })

  it.each([
    ['names the benefits of the demo', '', 14],
    ["names none without the owner's words", 'https://real.example', 0],
  ])('%s', async (_case, address, count) => {
    vi.stubEnv('VITE_SUPABASE_URL', address)
    vi.resetModules()
    const { perks, picturedBenefits } = await import('@/features/landing/content')
    expect(perks.flatMap(({ examples }) => examples)).toHaveLength(count)
    expect(picturedBenefits.some(({ name }) => name === 'Keystone Vault')).toBe(count > 0)
  })

  it('shows steps that add up to the balances', () => {
    let balance = 0
    for (const { tokens, balance: after } of steps) {
      balance += tokens
      expect(after).toBe(balance)
    }
  })

  async function showWith(respond: () => Response) {
    server.use(http.post('*/rest/v1/rpc/public_settings', respond))
    show(Landing)
    await showPublicSettings(document)
  }
  const settings =
    (launch_places_left: number, others = {}) =>
    () =>
      HttpResponse.json([{ ...specifiedPrices, contact_address: null, launch_places_left, ...others }])

  it.each([
    [9, 50],
    [60, 120],
  ])('shows that %i of %i places are left, and marks those taken (D26)', async (left, launch_places) => {
    await showWith(settings(left, { launch_places }))
    expect(visible(/places left/)).toHaveLength(2)
    expect(visible(/places left/)[1]).toHaveTextContent(`${left} of ${launch_places} places left`)
    const taken = launch_places - left
    const tally = screen.getByRole('img', { name: `${taken} of ${launch_places} places taken` })
    expect(tally.querySelectorAll('[data-taken]')).toHaveLength(taken)
    expect(tally.querySelectorAll('path')).toHaveLength(launch_places)
  })

  const first = '$10 for the first 50 people, while we are in pre-beta. After that a year costs $99.'
  it.each([
    [
      ...['unknown', () => HttpResponse.error()],
      ['The launch price is for the first 50 people.', first, '50 places at the launch price'],
    ],
    ['open', settings(9), ['9 of 50 places left at the launch price.', first, '9 of 50 places left']],
    [
      ...['gone', settings(0)],
      [
        'All 50 places at the launch price are taken.',
        'The 50 places at $10 are taken.',
        'A year costs $99.',
        'Every place is taken',
      ],
    ],
    ['none', settings(0, { launch_places: 0 }), ['A year costs $99.']],
  ] as const)('says of a launch price that is %s', async (state, respond, texts) => {
    await showWith(respond)
    const shown = [...document.querySelectorAll('[data-when]:not(div)')].filter(
      (text) => !text.closest('[hidden]'),
    )
    const isOffered = state === 'unknown' || state === 'open'
    const price = isOffered ? ['$10', '$10', 'instead of $99', ', pre-beta'] : ['$99', '$99']
    const said = shown.map(({ textContent }) => textContent.trim())
    expect(said.toSorted()).toEqual([...price, ...texts].toSorted())
    expect(visible(/^The register of the first/)).toHaveLength(state === 'none' ? 0 : 1)
  })

  it("shows the owner's prices and places (D66)", async () => {
    const owners = { membership_price: 12_000, launch_price: 950, launch_places: 12 }
    await showWith(settings(5, owners))
    expect([/^\$9\.50$/, /^\$120$/, /^\$(10|99)$/].map((text) => visible(text).length > 0)).toEqual([
      true,
      true,
      false,
    ])
    expect(visible(/5 of 12 places left/)).not.toHaveLength(0)
  })

  it('shows no number while the server cannot say one', async () => {
    show(Landing)
    for (const respond of [
      () => HttpResponse.json({ message: 'down' }, { status: 503 }),
      () => HttpResponse.json(null),
      settings(51),
    ]) {
      server.use(http.post('*/rest/v1/rpc/public_settings', respond))
      await showPublicSettings(document)
      expect(visible(/places left/)).toHaveLength(0)
      expect(screen.queryByRole('img', { name: /places taken/ })).not.toBeInTheDocument()
    }
  })
})

it.each([
  [
    'Terms',
    Terms,
    [/25 tokens when you join/, /You can use each code once/, /is on the order page as soon as/],
  ],
  ['Privacy', Privacy, [/No cookies, no analytics, no trackers/, brand.contactEmail]],
  [
    'Contact',
    Contact,
    [
      /One address for everything/,
      /the invitation comes by email/,
      /on its tab Privacy download/,
      brand.contactEmail,
    ],
  ],
])('%s says what it promises', (title, Page, texts) => {
  show(Page)
  expect(heading(title)).toBeVisible()
  for (const text of texts) {
    expect(screen.getByText(text)).toBeVisible()
    if (text === brand.contactEmail)
      expect(screen.getByRole('link', { name: text })).toHaveAttribute('href', `mailto:${text}`)
  }
})

it("shows the owner's address for questions, once it is known (D66)", async () => {
  const settings = { ...specifiedPrices, launch_places_left: 0, contact_address: 'desk@club.example' }
  respondToCall('public_settings', [settings])
  show(Contact)
  await showPublicSettings(document)
  const href = 'mailto:desk@club.example'
  expect(screen.getByRole('link', { name: 'desk@club.example' })).toHaveAttribute('href', href)
})

it('says that a page does not exist, and leads home', () => {
  show(NotFoundPage)
  expect(screen.getByText('404')).toBeVisible()
  expect(heading('Oops! Page not found')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
})

describe('the link that ends emails', () => {
  const serve = (kind: string | null) => respondToCall('unsubscribe', { ok: kind !== null, kind })

  async function open(route = '/?token=person.orders.5196') {
    const { user } = renderPage(<UnsubscribePage />, { route })
    expect(pendingRequests()).toEqual([])
    await screen.findByRole('heading', { name: 'Stop these emails?' })
    return () => user.click(screen.getByRole('button', { name: 'Unsubscribe' }))
  }
  const settings = () => screen.queryByRole('link', { name: 'Notification settings' })

  it('sends nothing until the button is pressed, says that it failed, then which emails are off', async () => {
    const stop = await open()
    for (const [sentence, fail] of [
      ['Please try again.', () => respondToCall('unsubscribe', {}, 400)],
      ['The server cannot be reached.', failAllRequests],
    ] as const) {
      fail()
      await stop()
      const alert = await screen.findByRole('alert')
      await waitFor(() => expect(alert).toHaveTextContent(`The emails could not be stopped. ${sentence}`))
    }
    const sent = serve('orders')
    expect(sent).toEqual([])
    await stop()
    expect(await screen.findByRole('heading', { name: 'Emails about orders are off' })).toHaveFocus()
    expect(sent).toEqual([{ p_token: 'person.orders.5196' }])
    expect(screen.queryByRole('button')).toBeNull()
    expect(settings()).toHaveAttribute('href', '/dashboard/profile?tab=notifications')
  })

  it.each([
    ['/', ''],
    ['/?token=cut', 'cut'],
    // What the database cannot read is left out.
    ['/?token=person.%00orders.5196', 'person.orders.5196'],
  ])('says that the link of %s is not valid', async (route, p_token) => {
    const sent = serve(null)
    const stop = await open(route)
    await stop()
    expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toHaveFocus()
    expect(sent).toEqual([{ p_token }])
  })

  it('stops invitations to an address that has no account (D40)', async () => {
    serve('address')
    const stop = await open('/?token=6d6961.address.5196')
    expect(screen.getByText('No invitations will be sent to your address any more.')).toBeVisible()
    await stop()
    expect(await screen.findByRole('heading', { name: 'Invitations are off' })).toHaveFocus()
    expect(settings()).toBeNull()
  })
})
