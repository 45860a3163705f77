import { screen, waitFor, within } from '@testing-library/react'
import { memberId, order } from '@tests/support/builders'
import { type CatalogueBenefit, catalogueBenefit, serveCatalogue } from '@tests/support/catalogue-api'
import { category } from '@tests/support/categories-api'
import { openDialog, seeNoDialog } from '@tests/support/dialogs'
import { held } from '@tests/support/held'
import { broken, refusal, servePlacing, serveProfile, serveRows } from '@tests/support/member-api'
import { failAllRequests, goOffline } from '@tests/support/offline'
import { address, renderPage, signInAs } from '@tests/support/render'
import { queryParams, see, seeBelow, seeLink } from '@tests/support/see'
import { server } from '@tests/support/server'
import { seeToast, toastsTitled } from '@tests/support/toasts'
import { delay, HttpResponse, http } from 'msw'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { BenefitPage } from './benefit/page'
import { BenefitsPage } from './page'

let profile: ReturnType<typeof serveProfile>

beforeEach(async () => {
  await signInAs()
  profile = serveProfile({ current_tokens: 87 })
})

const open = (query = '') =>
  renderPage(<BenefitsPage />, { path: '/dashboard/benefits', route: `/dashboard/benefits${query}` })

const priced = (...prices: number[]) =>
  prices.map((token_value) => catalogueBenefit({ name: `For ${token_value}`, token_value }))
const upTo = (count: number) => priced(...Array.from({ length: count }, (_, n) => n + 1))
const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)
const names = () => texts(screen.queryAllByRole('heading', { level: 2 }))
const chips = () => texts(within(screen.getByRole('group', { name: 'Category' })).getAllByRole('button'))
const chip = (name: RegExp, pressed = false) => screen.findByRole('button', { name, pressed })

const software = { ...category('Software'), benefits: 60 }
const courses = { ...category('Courses'), benefits: 1 }

it('lists the benefits, lowest price first, with a line where the balance ends', async () => {
  const { calls } = serveCatalogue(priced(12, 80, 90), { affordable: 2 })
  open()
  expect(screen.getByRole('heading', { name: 'Browse Benefits' })).toBeVisible()
  await see('3 benefits, lowest price first.', 'You can redeem 2 today.')
  expect(names()).toEqual(['For 12', 'For 80', 'Your balance ends here', 'For 90'])
  await see('1 benefit costs more than you have.')
  await seeLink('Redeem a code', '/dashboard/redeem')
  expect(calls('rpc/browse_benefits')).toEqual([{ p_sort: 'price', p_limit: '49' }])
  expect(calls('rpc/browse_counts')).toEqual([{}])
})

it('counts nothing as redeemable today while the membership has ended (D62)', async () => {
  server.use(
    http.post('*/rpc/my_membership', () =>
      HttpResponse.json({ payments: 'live', state: 'ended', must_pay: true }),
    ),
  )
  serveCatalogue(priced(12, 90), { affordable: 1 })
  open()
  await see('To read until you renew.', 'after renewal', '3 short')
  expect(screen.queryByText(/today/)).toBeNull()
})

it('counts as too dear only what the cards call short', async () => {
  const [soon, yours] = [{ opens_at: '2199-01-01' }, { own_orders: 1, per_member_limit: 1 }]
  const dear = [soon, yours, { units_left: 0 }, {}].map((over) =>
    catalogueBenefit({ token_value: 90, ...over }),
  )
  serveCatalogue([...priced(12), ...dear])
  serveRows('orders', [])
  open()
  await see('1 benefit costs more than you have.', '3 short')
})

it('combines the filters, whose counts it shows, and says how many benefits they find', async () => {
  const { calls, ...served } = serveCatalogue(upTo(50), {
    all: 150,
    favourites: 70,
    affordable: 65,
    shown: 55,
  })
  served.categories.push(software, courses)
  const { user } = open()
  await see(/^150 benefits, lowest price first\./)
  expect(chips()).toEqual(['All150', 'Software60', 'Courses1', 'Favourites70', 'What I can afford65'])
  await user.click(await chip(/^Software/))
  await see('60 benefits in Software, lowest price first.')
  await user.click(await chip(/^Favourites/))
  await see('55 favourites in Software, lowest price first.')
  expect(address()).toBe(`?category=${software.id}&favourites=`)
  const both = { p_category: software.id, p_favourites: 'true' }
  expect(calls('rpc/browse_counts').at(-1)).toEqual(both)
  expect(calls('rpc/browse_benefits').at(-1)).toMatchObject(both)
  await user.click(await chip(/^All/))
  expect(await chip(/^All/, true)).toBeVisible()
  expect(address()).toBe('')
  await user.click(await chip(/^What I can afford/))
  await see('65 benefits you can redeem today with 87 tokens.')
  expect(calls('rpc/browse_benefits').at(-1)).toMatchObject({ p_affordable: 'true' })
})

it.each([
  ['?q=e&sort=price-down', '2 benefits matching "e", highest price first.', { p_search: 'e' }],
  ['?sort=newest', '2 benefits, newest first.', { p_sort: 'newest' }],
  ['?affordable&sort=name', '2 benefits you can redeem today with 87 tokens, by name.', { p_sort: 'name' }],
])('reads %s from the address', async (query, text, sent) => {
  const { calls } = serveCatalogue(priced(12, 15))
  open(query)
  await see(text)
  expect(calls('rpc/browse_benefits')[0]).toMatchObject(sent)
})

it('sorts and searches on the server, without a count of the previous list meanwhile', async () => {
  const { released, release } = held()
  const { calls } = serveCatalogue(priced(12, 80))
  const { user } = open()
  await see('2 benefits, lowest price first.')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Leaving soon')
  await see('2 benefits, first to leave first.')
  server.use(http.get('*/rpc/browse_benefits', () => released.then(() => undefined)))
  await user.type(screen.getByRole('searchbox', { name: 'Search benefits' }), 'For')
  await waitFor(() => expect(screen.queryByText(/^2 benefits/)).toBeNull())
  release()
  await see('2 benefits matching "For", first to leave first.')
  expect(address()).toBe('?sort=leaving&q=For')
  expect(calls('rpc/browse_benefits').at(-1)).toMatchObject({ p_sort: 'leaving', p_search: 'For' })
})

it.each([
  ['', 'There are no benefits yet.'],
  ['?favourites', 'You have no favourites yet'],
  ['?q=zebra', 'No benefit matches "zebra"'],
  ['?favourites&affordable', 'None of your favourites is one you can afford'],
  [`?category=${software.id}&favourites`, 'None of your favourites is in Software'],
])('says why there is nothing with "%s", until the filters are cleared', async (query, title) => {
  const served = serveCatalogue([])
  served.categories = [{ ...software, benefits: 0 }, courses]
  const { user } = open(query)
  await see(title, 'No benefit matches.')
  const isChosen = query.includes('category')
  expect(chips().slice(1, -2)).toEqual(isChosen ? ['Software0', 'Courses1'] : ['Courses1'])
  if (!query) return
  const hasFilter = query !== '?favourites' && query !== '?q=zebra'
  expect(screen.queryAllByText(/Take away a filter to see more\.$/)).toHaveLength(hasFilter ? 1 : 0)
  served.benefits = priced(12)
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await see('1 benefit.')
  expect(address()).toBe('')
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

it('names the nearest benefit to members who can afford none', async () => {
  serveCatalogue(priced(90))
  const isAffordable = (request: Request) => new URL(request.url).searchParams.has('p_affordable')
  const none = HttpResponse.json([])
  server.use(http.get('*/rpc/browse_benefits', ({ request }) => (isAffordable(request) ? none : undefined)))
  open('?affordable')
  await see(/the nearest, costs 90 tokens\./)
})

it('shows 48 at a time, each page after the key of the last row, a benefit once that moved, and from the start what a filter finds', async () => {
  serveProfile({ current_tokens: 40 })
  const served = serveCatalogue(upTo(100))
  const [moved] = served.benefits
  const { user } = open('?page=2')
  const seeCards = (count: number) =>
    waitFor(() => expect(screen.getAllByText(/^For \d+$/)).toHaveLength(count))
  await see(/^100 benefits, lowest price first\./)
  await seeCards(96)
  expect(screen.queryByText(/cost more than you have/)).toBeNull()
  served.benefits = [...served.benefits, { ...moved!, token_value: 101 }]
  await user.click(screen.getByText('Show more'))
  await seeCards(100)
  expect(names().at(-1)).toBe('For 1')
  expect(screen.queryByText('Show more')).toBeNull()
  await see('61 benefits cost more than you have.')
  expect(address()).toBe('?page=3')
  const key = { p_key_value: '48', p_key_id: served.benefits[47]?.id }
  expect(served.calls('rpc/browse_benefits')[1]).toMatchObject(key)
  await user.click(await chip(/^What I can afford/))
  await seeCards(48)
  expect(address()).toBe('?affordable=')
})

it('is returned to as it was from the page of a benefit', async () => {
  serveCatalogue(priced(20))
  serveRows('orders', [])
  const screens = (
    <Routes>
      <Route path="benefits" element={<BenefitsPage />} />
      <Route path="benefits/:id" element={<BenefitPage />} />
    </Routes>
  )
  const { user } = renderPage(screens, { path: '/dashboard/*', route: '/dashboard/benefits?q=For&sort=name' })
  await user.click(await screen.findByRole('link', { name: 'For 20' }))
  await seeLink('Browse Benefits', '/dashboard/benefits?q=For&sort=name')
})

it('says once, and in place, that nothing could be loaded offline', async () => {
  failAllRequests()
  goOffline()
  open()
  await see('Failed to load benefits. Please try again.')
  expect(toastsTitled('Error')).toBe(0)
})

it('disables redeeming until the balance is known', async () => {
  serveCatalogue(priced(12))
  server.use(http.get('*/rest/v1/profiles', () => delay('infinite')))
  open()
  expect(await screen.findByRole('button', { name: /Redeem For 12/ })).toBeDisabled()
  expect(screen.queryByText(/leaves/)).toBeNull()
})

describe('a card', () => {
  const serveOne = (over: Partial<CatalogueBenefit> = {}) => {
    const lantern = catalogueBenefit({ delivery_method: 'key', ...over })
    return { lantern, served: serveCatalogue([lantern], { affordable: 1 }) }
  }
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

  it('says what its price leaves or how many tokens are missing', async () => {
    serveCatalogue(priced(12, 87, 88))
    open()
    await see('leaves 75', 'leaves 0', '1 short')
    expect(screen.getByRole('button', { name: 'Redeem For 87 for 87 tokens' })).toBeEnabled()
    const short = screen.getByRole('button', { name: 'Not Enough Tokens for For 88' })
    expect(short).toBeDisabled()
    expect(short).toHaveTextContent(/^Not Enough Tokens$/)
  })

  it.each([
    [{ units_left: 9 }, '9 left'],
    [{ units_left: 1, delivery_method: 'manual' }, '1 place left'],
    [{ closes_at: inDays(12) }, /^until /],
    [{ units_left: 10 }, undefined],
    [{ closes_at: inDays(22) }, undefined],
    [{ opens_at: inDays(2), units_left: 3 }, undefined],
  ])('marks what is scarce: %o', async (over, mark) => {
    const { lantern } = serveOne(over)
    open()
    await seeLink('Lantern Research', `/dashboard/benefits/${lantern.id}`)
    if (mark) await see(mark)
    else expect(screen.queryByText(/ left$|^until/)).toBeNull()
  })

  it('offers a notification of a sold-out benefit, also while preferences fail, and withdraws it', async () => {
    server.use(http.get('*/rest/v1/notification_preferences', () => broken()))
    const { lantern, served } = serveOne({ units_left: 0 })
    const { user } = open()
    await see('sold out')
    // What is on the button is part of its name (WCAG 2.5.3).
    const button = (words: string) =>
      screen.findByRole('button', { name: `${words} when Lantern Research is back` })
    await user.click(await button('Tell me'))
    await user.click(await button('We will tell you'))
    expect(await button('Tell me')).toBeVisible()
    const sent = [true, false].map((p_wanted) => ({ p_benefit_id: lantern.id, p_wanted }))
    expect(served.calls('ask_to_be_told')).toEqual(sent)
    expect(screen.queryByText('Failed to save your request')).not.toBeInTheDocument()
  })

  it('links from a benefit that is yours to its newest order', async () => {
    const { lantern } = serveOne({ own_orders: 1, per_member_limit: 1 })
    const [newest, older] = [order({ benefit_id: lantern.id }), order({ benefit_id: lantern.id })]
    const { queries } = serveRows('orders', [newest, older])
    open()
    await see('yours, 1 of 1')
    await seeLink('Your order of Lantern Research', `/dashboard/orders/${newest.id}`)
    const ofMine = { user_id: `eq.${memberId}`, unit: 'in.(held,spent)', order: 'created_at.desc' }
    expect(queryParams(queries[0])).toMatchObject(ofMine)
  })

  it('marks a favourite, and says so when that fails', async () => {
    const { lantern, served } = serveOne()
    const { user } = open()
    const button = (pressed: boolean) =>
      screen.findByRole('button', { name: 'Favourite: Lantern Research', pressed })
    const ribbon = await button(false)
    served.counts.favourites = 1
    await user.click(ribbon)
    expect(await button(true)).toBeVisible()
    expect(await chip(/^Favourites ?1$/)).toBeVisible()
    expect(served.calls('set_favourite')).toEqual([{ p_benefit_id: lantern.id, p_favourite: true }])
    server.use(http.post('*/rpc/set_favourite', () => broken()))
    await user.click(await button(true))
    await seeToast('Error', 'Failed to save your favourite')
    expect(await button(true)).toBeVisible()
  })

  it('stays in place when it is no favourite any more', async () => {
    const { served } = serveOne({ is_favourite: true })
    const { user } = open('?favourites')
    await user.click(await screen.findByRole('button', { name: /^Favourite: /, pressed: true }))
    served.benefits = []
    expect(await screen.findByRole('button', { name: /^Favourite: /, pressed: false })).toBeVisible()
    await chip(/^Favourites ?0$/, true)
    expect(names()).toEqual(['Lantern Research'])
    expect(served.calls('rpc/browse_benefits')).toHaveLength(1)
  })
})

describe('redeeming', () => {
  const lantern = catalogueBenefit()
  const placed = order({ benefit_name: 'Lantern Research' })
  const accept = () => HttpResponse.json(placed, { status: 201 })
  const conflict = () => HttpResponse.json({ code: '23505', message: 'duplicate key' }, { status: 409 })
  const orderFailed = ['Order Failed', 'Something went wrong. Please try again.'] as const
  const willGo = 'Lantern Research will be delivered to tamsin@ferreira.example.'
  const orderPlaced = ['Order Placed Successfully!', willGo] as const

  /** Opens the dialog of Lantern Research for 55 tokens; `responses` answer the attempts. */
  async function openRedeem(...responses: Parameters<typeof servePlacing>) {
    const sent = servePlacing(...responses)
    const catalogue = serveCatalogue([lantern])
    const { user } = open()
    const redeem = 'Redeem Lantern Research for 55 tokens'
    const opened = await openDialog(user, redeem, 'Redeem Lantern Research')
    const { inside } = opened
    const email = inside.getByRole('textbox', { name: 'Delivery email' })
    const button = () => inside.getByRole('button', { name: /^Redeem for|Not Enough Tokens/ })
    const submit = () => user.click(button())
    return { ...opened, email, button, submit, sent, catalogue }
  }

  it('shows the sum, and places one order with the specified columns, also on a double click', async () => {
    const { user, inside, email, button, sent } = await openRedeem(accept, accept)
    const sum = inside.getByLabelText('What it costs')
    expect(sum).toHaveTextContent('Your balance87 tokensThis benefit−55Left after32 tokens')
    expect(inside.getByText('Processed within 24-48 hours. Cancelled orders are refunded.')).toBeVisible()
    expect(email).toHaveValue('tamsin@ferreira.example')
    await user.type(email, ' ')
    await user.dblClick(button())
    await seeToast(...orderPlaced)
    await seeNoDialog()
    const { name, token_value, image_url, description } = lantern
    const columns = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: memberId,
      benefit_id: lantern.id,
      redemption_email: 'tamsin@ferreira.example',
      status: 'pending',
      benefit_name: name,
      benefit_token_value: token_value,
      benefit_image_url: image_url,
      benefit_description: description,
    }
    expect(sent).toEqual([columns])
    await see(`elsewhere: /dashboard/orders/${placed.id}`)
  })

  it.each([
    ['', 'Enter the email to deliver to.'],
    ['tamsin@ferreira', 'Enter an email address like name@example.com.'],
  ])('rejects the delivery email "%s" at the field, keeping it', async (text, message) => {
    const { user, email, submit, sent } = await openRedeem()
    await user.clear(email)
    if (text) await user.type(email, text)
    await submit()
    await seeBelow(email, message)
    expect(email).toHaveFocus()
    expect(email).toHaveValue(text)
    expect(sent).toEqual([])
  })

  it('is busy and cannot be closed while the order is sent', async () => {
    const { released, release } = held()
    const { user, inside, submit } = await openRedeem(() => released.then(accept))
    await submit()
    expect(await inside.findByRole('button', { name: 'Redeeming...' })).toHaveAttribute('aria-disabled')
    await user.click(inside.getByRole('button', { name: 'Cancel' }))
    await user.keyboard('{Escape}')
    expect(inside.getByRole('button', { name: 'Redeeming...' })).toBeVisible()
    release()
    await seeToast(...orderPlaced)
  })

  const error500 = () => HttpResponse.json({ code: 'XX000', message: '' }, { status: 500 })
  const insufficient = ['Insufficient Tokens', "You don't have enough tokens for this benefit."] as const

  // The words of each refusal are in entities/messages.test.ts.
  it.each([
    ['a balance that has gone', () => refusal(402, 'insufficient_tokens'), 'your balance has changed'],
    ['a new price', () => refusal(409, 'price_changed', '60'), 'the price changed to 60 tokens.'],
    ['anything else', error500, undefined],
    ['Sold out', () => refusal(409, 'sold_out'), 'Sold out: the last one has just gone. Nothing was'],
  ])('says what happened after %s, keeping what was typed', async (what, respond, words) => {
    const isShort = what === 'a balance that has gone'
    const { user, inside, email, button, submit, seeAlert, sent, catalogue } = await openRedeem(
      respond,
      accept,
    )
    await user.type(email, '.uk')
    profile.profile = { ...profile.profile, current_tokens: isShort ? 50 : 87 }
    catalogue.benefits = []
    await submit()
    const [title, text] = isShort ? insufficient : orderFailed
    await seeToast(title, text)
    if (words) await seeAlert(words)
    expect(email).toHaveValue('tamsin@ferreira.example.uk')
    const label = what === 'Sold out' ? what : undefined
    if (label || isShort) {
      expect(inside.getByRole('button', { name: label ?? 'Not Enough Tokens' })).toBeDisabled()
      if (isShort) expect(inside.getByLabelText('What it costs')).toHaveTextContent('Short by5 tokens')
      await user.click(inside.getAllByRole('button', { name: label ? 'Close' : 'Cancel' }).at(-1)!)
      return see('There are no benefits yet.')
    }
    const price = what === 'a new price' ? 60 : 55
    expect(inside.getByLabelText('What it costs')).toHaveTextContent(`Left after${87 - price} tokens`)
    await user.click(button())
    await seeToast(...orderPlaced)
    expect(sent[1]).toMatchObject({ id: sent[0]?.id, benefit_token_value: price })
  })

  it('shows at the field what the server rejects as an address', async () => {
    const { email, submit } = await openRedeem(() => refusal(422, 'invalid_redemption_email'))
    await submit()
    await seeToast(...orderFailed)
    await seeBelow(email, 'Enter an email address like name@example.com.')
    expect(email).toHaveFocus()
  })

  it.each(['a lost response', 'a timeout after 20 seconds'])(
    'finds its order after %s (D3)',
    async (cause) => {
      const timeouts: (() => void)[] = []
      const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
        const controller = new AbortController()
        const end = () => controller.abort(new DOMException('signal timed out', 'TimeoutError'))
        if (ms === 20_000) timeouts.push(end)
        return controller.signal
      })
      onTestFinished(() => timeout.mockRestore())
      const isLost = cause === 'a lost response'
      const lose = () => (isLost ? HttpResponse.error() : delay('infinite').then(accept))
      const { submit, seeAlert, sent } = await openRedeem(lose, conflict)
      const queries: URLSearchParams[] = []
      const find = (request: Request) => {
        queries.push(new URL(request.url).searchParams)
        return HttpResponse.json(placed)
      }
      server.use(http.get('*/rest/v1/orders', ({ request }) => find(request)))
      await submit()
      await waitFor(() => expect(sent).toHaveLength(1))
      if (!isLost) for (const end of timeouts) end()
      await seeToast(...orderFailed)
      await seeAlert(
        'The server cannot be reached. Check your connection and try again. You are not charged twice.',
      )
      await submit()
      await seeToast(...orderPlaced)
      expect(sent[1]?.id).toBe(sent[0]?.id)
      expect(queryParams(queries[0])).toMatchObject({ id: `eq.${sent[0]?.id}`, user_id: `eq.${memberId}` })
    },
  )

  it("does not treat another user's order as a success", async () => {
    const { submit } = await openRedeem(conflict)
    server.use(http.get('*/rest/v1/orders', () => refusal(406, '0 rows', null, 'PGRST116')))
    await submit()
    await seeToast(...orderFailed)
  })
})
