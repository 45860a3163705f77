import { fireEvent, screen, waitFor, within } from '@testing-library/react'
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
  const { user } = open()
  await see('To read until you renew.', 'after renewal', '3 short')
  expect(screen.queryByText(/today/)).toBeNull()
  await user.click(await chip(/^What I can afford/))
  await see('2 benefits you can redeem when you renew, with 87 tokens.')
})

it('combines the filters, whose counts it shows', async () => {
  const counts = { all: 150, favourites: 70, affordable: 65, shown: 55 }
  const { calls, ...served } = serveCatalogue(priced(12, 15), counts)
  served.categories.push(software, courses)
  const { user } = open()
  await see(/^2 benefits, lowest price first\./)
  expect(chips()).toEqual(['All150', 'Software60', 'Courses1', 'Favourites70', 'What I can afford65'])
  await user.click(await chip(/^Software/))
  await user.click(await chip(/^Favourites/))
  await see('2 favourites in Software, lowest price first.')
  expect(address()).toBe(`?category=${software.id}&favourites=`)
  const both = { p_category: software.id, p_favourites: 'true' }
  expect(calls('rpc/browse_counts').at(-1)).toEqual(both)
  expect(calls('rpc/browse_benefits').at(-1)).toMatchObject(both)
  await user.click(await chip(/^All/))
  expect(await chip(/^All/, true)).toBeVisible()
  expect(address()).toBe('')
})

it('reads search, filter and sort from the address', async () => {
  const { calls } = serveCatalogue(priced(12, 15))
  open('?q=e&affordable&sort=price-down')
  await see('2 benefits matching "e" you can redeem today with 87 tokens, highest price first.')
  expect(screen.queryByText(/^You can redeem/)).toBeNull()
  const sent = { p_search: 'e', p_affordable: 'true', p_sort: 'price-down' }
  expect(calls('rpc/browse_benefits')[0]).toMatchObject(sent)
})

it('sorts and searches on the server, without a count of the previous list meanwhile', async () => {
  const { released, release } = held()
  const { calls } = serveCatalogue(priced(12, 80))
  const { user } = open()
  const sort = screen.getByRole('combobox', { name: 'Sort' })
  const options = within(sort).getAllByRole<HTMLOptionElement>('option')
  expect(options.map(({ value, text }) => `${value}: ${text}`)).toEqual([
    'price: Lowest price',
    'price-down: Highest price',
    'newest: Newest',
    'leaving: Leaving soon',
    'name: Name',
  ])
  await user.selectOptions(sort, 'Leaving soon')
  await see('2 benefits, first to leave first.')
  server.use(http.get('*/rpc/browse_benefits', () => released.then(() => undefined)))
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search benefits' }), { target: { value: 'For' } })
  await waitFor(() => expect(screen.queryByText(/^2 benefits/)).toBeNull())
  release()
  await see('2 benefits matching "For", first to leave first.')
  expect(address()).toBe('?sort=leaving&q=For')
  expect(calls('rpc/browse_benefits').at(-1)).toMatchObject({ p_sort: 'leaving', p_search: 'For' })
})

it('says why there is nothing, until the filters are cleared', async () => {
  const served = serveCatalogue([])
  served.categories = [{ ...software, benefits: 0 }, courses]
  const { user, client } = open(`?category=${software.id}&favourites&q=zebra`)
  const other = 'Take away a filter to see more.'
  await see('None of your favourites in Software matches "zebra"', 'No benefit matches.', other)
  expect(chips().slice(1, -2)).toEqual(['Software0', 'Courses1'])
  await user.click(await chip(/^All/))
  await see('No benefit matches "zebra"', 'Try another word.')
  expect(chips().slice(1, -2)).toEqual(['Courses1'])
  const search = screen.getByRole('searchbox')
  fireEvent.change(search, { target: { value: '' } })
  await see('There are no benefits yet.', 'Check back soon: new benefits appear here.')
  await user.click(await chip(/^Favourites/))
  await see(
    'You have no favourites yet',
    "The ribbon beside a benefit's name makes it one of your favourites.",
  )
  expect(screen.queryByText(other)).toBeNull()
  fireEvent.change(search, { target: { value: 'zebra' } })
  await see('None of your favourites matches "zebra"')
  served.benefits = priced(12)
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await client.invalidateQueries()
  await see('1 benefit.')
  expect(address()).toBe('')
  expect(search).toHaveValue('')
})

it('names the nearest benefit to members who can afford none', async () => {
  serveCatalogue(priced(87, 90))
  const isAffordable = (request: Request) => new URL(request.url).searchParams.has('p_affordable')
  const none = HttpResponse.json([])
  server.use(http.get('*/rpc/browse_benefits', ({ request }) => (isAffordable(request) ? none : undefined)))
  open('?affordable')
  await see(/the nearest, costs 90 tokens\./)
})

it('shows 48 at a time, each page after the key of the last row, and a benefit once that moved', async () => {
  profile.profile.current_tokens = 40
  const served = serveCatalogue(upTo(50))
  const [moved] = served.benefits
  const { user } = open()
  const seeCards = (count: number) =>
    waitFor(() => expect(screen.getAllByText(/^For \d+$/)).toHaveLength(count))
  await see(/^50 benefits, lowest price first\./)
  await seeCards(48)
  expect(screen.queryByText(/cost more than you have/)).toBeNull()
  served.benefits = [...served.benefits, { ...moved!, token_value: 101 }]
  await user.click(screen.getByText('Show more'))
  await seeCards(50)
  expect(names().at(-1)).toBe('For 1')
  expect(screen.queryByText('Show more')).toBeNull()
  await see('11 benefits cost more than you have.')
  expect(address()).toBe('?page=2')
  const key = { p_key_value: '48', p_key_id: served.benefits[47]?.id }
  expect(served.calls('rpc/browse_benefits')[1]).toMatchObject(key)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Highest price')
  await seeCards(48)
  expect(address()).toBe('?sort=price-down')
  await see('8 benefits cost more than you have.')
})

it('shows as many pages as the address says, and what of them is too dear', async () => {
  profile.profile.current_tokens = 40
  serveCatalogue(upTo(49).reverse())
  open('?page=2&sort=price-down&favourites')
  await see('For 1', '9 favourites cost more than you have.')
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

  it('says what its price leaves or how many tokens are missing, what is scarce, and links to what is yours', async () => {
    const other = { units_left: 10, closes_at: inDays(22), token_value: 87 }
    const cards: [over: Partial<CatalogueBenefit>, text: RegExp][] = [
      [{ units_left: 9, delivery_method: 'key' }, /9 left.*leaves 32/],
      [{ units_left: 1, delivery_method: 'manual' }, /1 place left/],
      [{ closes_at: inDays(12) }, /until /],
      [other, /^(?!.*( left|until)).*leaves 0/],
      [{ opens_at: inDays(2), units_left: 3, token_value: 90 }, /^(?!.* left)/],
      [{ token_value: 88 }, /1 short/],
      [{ token_value: 90, units_left: 0 }, /sold out/],
      [{ token_value: 90, own_orders: 1, per_member_limit: 1 }, /yours, 1 of 1/],
    ]
    const benefits = cards.map(([over], n) => catalogueBenefit({ name: `Card ${n}`, ...over }))
    const benefit_id = benefits.at(-1)?.id ?? null
    const [newest, older] = [order({ benefit_id }), order({ benefit_id })]
    const { queries } = serveRows('orders', [newest, older])
    serveCatalogue(benefits)
    open()
    for (const [n, [, text]] of cards.entries()) {
      const card = (await screen.findByRole('link', { name: `Card ${n}` })).closest('article')
      expect(card?.textContent).toMatch(text)
    }
    // Only what its card calls short.
    await see('1 benefit costs more than you have.', 'You can redeem none today.')
    expect(screen.getByRole('button', { name: 'Redeem Card 3 for 87 tokens' })).toBeEnabled()
    const short = screen.getByRole('button', { name: 'Not Enough Tokens for Card 5' })
    expect(short).toBeDisabled()
    expect(short).toHaveTextContent(/^Not Enough Tokens$/)
    await seeLink('Your order of Card 7', `/dashboard/orders/${newest.id}`)
    const ofMine = { user_id: `eq.${memberId}`, unit: 'in.(held,spent)', order: 'created_at.desc' }
    expect(queryParams(queries[0])).toMatchObject(ofMine)
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
    const { released, release } = held()
    const placing = () => released.then(accept)
    const { user, inside, email, button, sent } = await openRedeem(placing, placing)
    const sum = inside.getByLabelText('What it costs')
    expect(sum).toHaveTextContent('Your balance87 tokensThis benefit−55Left after32 tokens')
    expect(inside.getByText('Processed within 24-48 hours. Cancelled orders are refunded.')).toBeVisible()
    expect(email).toHaveValue('tamsin@ferreira.example')
    await user.type(email, ' ')
    await user.dblClick(button())
    expect(await inside.findByRole('button', { name: 'Redeeming...' })).toHaveAttribute('aria-disabled')
    await user.click(inside.getByRole('button', { name: 'Cancel' }))
    await user.keyboard('{Escape}')
    expect(inside.getByRole('button', { name: 'Redeeming...' })).toBeVisible()
    release()
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

  const error500 = () => HttpResponse.json({ code: 'XX000', message: '' }, { status: 500 })

  // The words of each refusal are in entities/messages.test.ts.
  it('can be confirmed again after what is no address, a failure, and a new price, with what was typed', async () => {
    const { user, inside, email, submit, seeAlert, sent } = await openRedeem(
      error500,
      () => refusal(422, 'invalid_redemption_email'),
      () => refusal(409, 'price_changed', '60'),
      accept,
    )
    const seeProblem = async (problem: string) => {
      await seeBelow(email, problem)
      await waitFor(() => expect(email).toHaveFocus())
    }
    for (const [text, problem] of [
      ['', 'Enter the email to deliver to.'],
      ['tamsin@ferreira', 'Enter an email address like name@example.com.'],
    ] as const) {
      fireEvent.change(email, { target: { value: text } })
      await submit()
      await seeProblem(problem)
      expect(email).toHaveValue(text)
    }
    expect(sent).toEqual([])
    await user.type(email, '.test')
    await submit()
    await seeToast(...orderFailed)
    await submit()
    await seeProblem('Enter an email address like name@example.com.')
    await user.type(email, '.uk')
    await submit()
    await seeAlert('the price changed to 60 tokens.')
    expect(inside.getByLabelText('What it costs')).toHaveTextContent('Left after27 tokens')
    await submit()
    await seeToast('Order Placed Successfully!')
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    const last = { benefit_token_value: 60, redemption_email: 'tamsin@ferreira.test.uk' }
    expect(sent[3]).toMatchObject(last)
  })

  it.each([
    ['insufficient_tokens', 'your balance has changed', 'Not Enough Tokens', 'Short by5 tokens'],
    ['sold_out', 'Sold out: the last one has just gone. Nothing was', 'Sold out', 'Your balance50 tokens'],
  ])('ends with %s, and stays open until it is closed', async (code, words, label, text) => {
    const { inside, submit, seeAlert, close, catalogue } = await openRedeem(() => refusal(409, code))
    profile.profile = { ...profile.profile, current_tokens: 50 }
    catalogue.benefits = []
    await submit()
    await seeToast(code === 'sold_out' ? 'Order Failed' : 'Insufficient Tokens')
    await seeAlert(words)
    expect(await inside.findByRole('button', { name: label })).toBeDisabled()
    await waitFor(() => expect(inside.getByLabelText('What it costs')).toHaveTextContent(text))
    await close()
    await see('There are no benefits yet.')
  })

  it('finds its order after a lost response and a timeout after 20 seconds (D3)', async () => {
    const timeouts: (() => void)[] = []
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      const end = () => controller.abort(new DOMException('signal timed out', 'TimeoutError'))
      if (ms === 20_000) timeouts.push(end)
      return controller.signal
    })
    onTestFinished(() => timeout.mockRestore())
    const lose = () => HttpResponse.error()
    const { submit, seeAlert, sent } = await openRedeem(lose, () => delay('infinite').then(accept), conflict)
    const orders = serveRows('orders', [])
    const lost =
      'The server cannot be reached. Check your connection and try again. You are not charged twice.'
    await submit()
    await seeToast(...orderFailed)
    await seeAlert(lost)
    await submit()
    await waitFor(() => expect(sent).toHaveLength(2))
    for (const end of timeouts) end()
    await waitFor(() => seeAlert(lost))
    server.use(
      http.get('*/rest/v1/orders', ({ request }) => {
        orders.queries.push(new URL(request.url).searchParams)
        return HttpResponse.json(placed)
      }),
    )
    await submit()
    await seeToast(...orderPlaced)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    const own = { id: `eq.${sent[0]?.id}`, user_id: `eq.${memberId}` }
    expect(queryParams(orders.queries.at(-1))).toMatchObject(own)
  })

  it("does not treat another user's order as a success", async () => {
    const { submit } = await openRedeem(conflict)
    server.use(http.get('*/rest/v1/orders', () => refusal(406, '0 rows', null, 'PGRST116')))
    await submit()
    await seeToast(...orderFailed)
  })
})
