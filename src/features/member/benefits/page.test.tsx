import { screen, waitFor, within } from '@testing-library/react'
import { memberId, order } from '@tests/support/builders'
import { type CatalogueBenefit, catalogueBenefit, serveCatalogue } from '@tests/support/catalogue-api'
import { category } from '@tests/support/categories-api'
import { held } from '@tests/support/held'
import { broken, refusal, servePlacing, serveProfile, serveRows } from '@tests/support/member-api'
import { address, renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
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
const names = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const chip = (name: RegExp, pressed = false) => screen.findByRole('button', { name, pressed })
const summary = async (text: string | RegExp) => expect(await screen.findByText(text)).toBeVisible()

const software = { ...category('Software'), benefits: 60 }
const courses = { ...category('Courses'), benefits: 1 }

it('lists the benefits, lowest price first, with a line where the balance ends', async () => {
  const { calls } = serveCatalogue(priced(12, 80, 90), { affordable: 2 })
  open()
  expect(screen.getByRole('heading', { name: 'Browse Benefits' })).toBeVisible()
  await summary('3 benefits, lowest price first.')
  expect(screen.getByText('You can redeem 2 today.')).toBeVisible()
  expect(names()).toEqual(['For 12', 'For 80', 'Your balance ends here', 'For 90'])
  expect(screen.getByText('1 benefit costs more than you have.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Redeem a code' })).toHaveAttribute('href', '/dashboard/redeem')
  expect(calls('rpc/browse_benefits')).toEqual([{ p_sort: 'price', p_limit: '49' }])
  expect(calls('rpc/browse_counts')).toEqual([{}])
})

it('combines the filters, whose counts it shows, and says how many benefits they find', async () => {
  const served = serveCatalogue(upTo(50), { all: 150, favourites: 70, affordable: 65, shown: 55 })
  served.categories = [software, courses]
  const { user } = open()
  await summary(/^150 benefits, lowest price first\./)
  const chips = within(screen.getByRole('group', { name: 'Category' })).getAllByRole('button')
  expect(chips.map(({ textContent }) => textContent)).toEqual([
    ...['All150', 'Software60', 'Courses1', 'Favourites70', 'What I can afford65'],
  ])
  await user.click(await chip(/^Software/))
  await summary('60 benefits in Software, lowest price first.')
  await user.click(await chip(/^Favourites/))
  await summary('55 favourites in Software, lowest price first.')
  expect(address()).toBe(`?category=${software.id}&favourites=`)
  const both = { p_category: software.id, p_favourites: 'true' }
  expect(served.calls('rpc/browse_counts').at(-1)).toEqual(both)
  expect(served.calls('rpc/browse_benefits').at(-1)).toMatchObject(both)
  await user.click(await chip(/^All/))
  await summary('70 favourites, lowest price first.')
  await user.click(await chip(/^Favourites/, true))
  await user.click(await chip(/^What I can afford/))
  await summary('65 benefits you can redeem today with 87 tokens.')
  expect(served.calls('rpc/browse_benefits').at(-1)).toMatchObject({ p_affordable: 'true' })
})

it.each([
  ['?q=e&sort=price-down', '2 benefits matching "e", highest price first.', { p_search: 'e' }],
  ['?sort=newest', '2 benefits, newest first.', { p_sort: 'newest' }],
  ['?sort=leaving', '2 benefits, first to leave first.', { p_sort: 'leaving' }],
  ['?affordable&sort=name', '2 benefits you can redeem today with 87 tokens, by name.', { p_sort: 'name' }],
])('reads %s from the address', async (query, text, sent) => {
  const { calls } = serveCatalogue(priced(12, 15))
  open(query)
  await summary(text)
  expect(calls('rpc/browse_benefits')[0]).toMatchObject(sent)
})

it('sorts and searches on the server', async () => {
  const { calls } = serveCatalogue(priced(12))
  const { user } = open()
  await summary('1 benefit.')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Leaving soon')
  await waitFor(() => expect(address()).toBe('?sort=leaving'))
  await user.type(screen.getByRole('searchbox', { name: 'Search benefits' }), 'courses')
  await summary('1 benefit matching "courses".')
  expect(calls('rpc/browse_benefits').at(-1)).toMatchObject({ p_sort: 'leaving', p_search: 'courses' })
})

it.each([
  ['', 'There are no benefits yet.'],
  ['?favourites', 'You have no favourites yet'],
  ['?q=zebra', 'No benefit matches "zebra"'],
  ['?q=zebra&affordable', 'No benefit that you can afford matches "zebra"'],
  ['?favourites&affordable', 'None of your favourites is one you can afford'],
  [`?category=${software.id}`, 'There is no benefit in Software'],
  [`?category=${software.id}&favourites`, 'None of your favourites is in Software'],
])('says of an empty catalogue with "%s" why it is, until the filters are cleared', async (query, title) => {
  const served = serveCatalogue([])
  served.categories = [{ ...software, benefits: 0 }, courses]
  const { user } = open(query)
  await summary(title)
  await summary('No benefit matches.')
  const chips = within(screen.getByRole('group', { name: 'Category' })).getAllByRole('button')
  const inPlace = query.includes('category') ? ['Software0', 'Courses1'] : ['Courses1']
  expect(chips.slice(1, -2).map(({ textContent }) => textContent)).toEqual(inPlace)
  if (!query) return
  served.benefits = priced(12)
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await summary('1 benefit.')
  expect(address()).toBe('')
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

it('names the nearest benefit to members who can afford none', async () => {
  serveCatalogue(priced(90))
  server.use(
    http.get('*/rpc/browse_benefits', ({ request }) =>
      new URL(request.url).searchParams.has('p_affordable') ? HttpResponse.json([]) : undefined,
    ),
  )
  open('?affordable')
  await summary(/the nearest, costs 90 tokens\./)
})

it('shows 48 at a time, each page after the key of the last row, and a benefit once that moved', async () => {
  serveProfile({ current_tokens: 40 })
  const served = serveCatalogue(upTo(100))
  const [moved] = served.benefits
  const { user } = open()
  await summary(/^100 benefits, lowest price first\./)
  expect(screen.queryByText(/cost more than you have/)).toBeNull()
  served.benefits = [...served.benefits, { ...moved!, token_value: 101 }]
  for (const shown of [48, 96, 100]) {
    await waitFor(() => expect(screen.getAllByText(/^For \d+$/)).toHaveLength(shown))
    if (shown < 100) await user.click(screen.getByText('Show more'))
  }
  expect(names().at(-1)).toBe('For 1')
  expect(screen.queryByText('Show more')).toBeNull()
  expect(screen.getByText('61 benefits cost more than you have.')).toBeVisible()
  expect(address()).toBe('?page=3')
  const key = { p_key_value: '48', p_key_id: served.benefits[47]?.id }
  expect(served.calls('rpc/browse_benefits')[1]).toMatchObject(key)
})

it('shows the pages of the address, which a filter resets', async () => {
  const { calls } = serveCatalogue(upTo(150))
  const { user } = open('?page=3&sort=name')
  await waitFor(() => expect(screen.getAllByText(/^For \d+$/)).toHaveLength(144))
  expect(calls('rpc/browse_benefits')).toHaveLength(3)
  await user.click(await chip(/^What I can afford/))
  await waitFor(() => expect(screen.getAllByText(/^For \d+$/)).toHaveLength(48))
  expect(address()).toBe('?sort=name&affordable=')
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
  const back = await screen.findByRole('link', { name: 'Browse Benefits' })
  expect(back).toHaveAttribute('href', '/dashboard/benefits?q=For&sort=name')
})

it('shows no count of the previous search while the next is loading', async () => {
  const { released, release } = held()
  serveCatalogue(priced(10, 20))
  const { user } = open()
  await summary(/^2 benefits, lowest price first/)
  server.use(http.get('*/rpc/browse_benefits', () => released.then(() => undefined)))
  await user.type(screen.getByRole('searchbox'), 'For')
  await waitFor(() => expect(screen.queryByText(/^2 benefits/)).toBeNull())
  release()
  await summary(/^2 benefits matching "For"/)
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

  it('says what its price leaves or how many tokens are missing', async () => {
    serveCatalogue(priced(12, 87, 88))
    open()
    await summary('leaves 75')
    expect(screen.getByText('leaves 0')).toBeVisible()
    expect(screen.getByText('1 short')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Redeem For 87 for 87 tokens' })).toBeEnabled()
    const short = screen.getByRole('button', { name: 'Not Enough Tokens for For 88' })
    expect(short).toBeDisabled()
    expect(short).toHaveTextContent(/^Not Enough Tokens$/)
  })

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

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
    const link = await screen.findByRole('link', { name: 'Lantern Research' })
    expect(link).toHaveAttribute('href', `/dashboard/benefits/${lantern.id}`)
    if (mark) expect(screen.getByText(mark)).toBeVisible()
    else expect(screen.queryByText(/ left$|^until/)).toBeNull()
  })

  it('offers a notification of a sold-out benefit, also while preferences fail, and withdraws it', async () => {
    server.use(http.get('*/rest/v1/notification_preferences', () => broken()))
    const { lantern, served } = serveOne({ units_left: 0 })
    const { user } = open()
    await summary('sold out')
    const name = 'Tell me when Lantern Research is back'
    await user.click(screen.getByRole('button', { name, pressed: false }))
    await user.click(await screen.findByRole('button', { name, pressed: true }))
    expect(await screen.findByRole('button', { name, pressed: false })).toBeVisible()
    const p_benefit_id = lantern.id
    const asked = [true, false].map((p_wanted) => ({ p_benefit_id, p_wanted }))
    expect(served.calls('ask_to_be_told')).toEqual(asked)
    expect(screen.queryByText('Failed to save your request')).not.toBeInTheDocument()
  })

  it('links from a benefit that is yours to its newest order', async () => {
    const { lantern } = serveOne({ own_orders: 1, per_member_limit: 1 })
    const [newest, older] = [order({ benefit_id: lantern.id }), order({ benefit_id: lantern.id })]
    const { queries } = serveRows('orders', [newest, older])
    open()
    await summary('yours, 1 of 1')
    const link = screen.getByRole('link', { name: 'Your order of Lantern Research' })
    await waitFor(() => expect(link).toHaveAttribute('href', `/dashboard/orders/${newest.id}`))
    const [query] = queries
    expect(query?.get('user_id')).toBe(`eq.${memberId}`)
    expect(query?.get('unit')).toBe('in.(held,spent)')
    expect(query?.get('order')).toBe('created_at.desc')
  })

  it('marks a favourite, and says so when that fails', async () => {
    const { lantern, served } = serveOne()
    const { user } = open()
    const name = 'Favourite: Lantern Research'
    const button = await screen.findByRole('button', { name, pressed: false })
    served.counts.favourites = 1
    await user.click(button)
    expect(await screen.findByRole('button', { name, pressed: true })).toBeVisible()
    expect(await screen.findByRole('button', { name: /^Favourites ?1$/ })).toBeVisible()
    expect(served.calls('set_favourite')).toEqual([{ p_benefit_id: lantern.id, p_favourite: true }])
    server.use(http.post('*/rpc/set_favourite', () => broken()))
    await user.click(screen.getByRole('button', { name }))
    await seeToast('Error', 'Failed to save your favourite')
    expect(await screen.findByRole('button', { name, pressed: true })).toBeVisible()
  })
})

describe('redeeming', () => {
  const lantern = catalogueBenefit()
  const placed = order({ benefit_name: 'Lantern Research' })
  const accept = () => HttpResponse.json(placed, { status: 201 })
  const conflict = () => HttpResponse.json({ code: '23505', message: 'duplicate key' }, { status: 409 })
  const noRow = () => HttpResponse.json({ code: 'PGRST116', message: '0 rows' }, { status: 406 })
  const orderFailed = ['Order Failed', 'Something went wrong. Please try again.'] as const
  const orderPlaced = [
    'Order Placed Successfully!',
    'Lantern Research will be delivered to tamsin@ferreira.example.',
  ] as const

  /** Opens the dialog of Lantern Research for 55 tokens; `responses` answer the attempts. */
  async function openDialog(...responses: Parameters<typeof servePlacing>) {
    const sent = servePlacing(...responses)
    const catalogue = serveCatalogue([lantern])
    const { user } = open()
    const show = async () => {
      await user.click(await screen.findByRole('button', { name: 'Redeem Lantern Research for 55 tokens' }))
      return screen.findByRole('dialog', { name: 'Redeem Lantern Research', busy: false })
    }
    const dialog = await show()
    const inside = within(dialog)
    const email = inside.getByRole('textbox', { name: 'Delivery email' })
    const button = () => inside.getByRole('button', { name: /^Redeem for|Not Enough Tokens/ })
    const submit = () => user.click(button())
    return { user, dialog, inside, email, button, submit, show, sent, catalogue }
  }

  it('shows the sum, and places one order with the specified columns, also on a double click', async () => {
    const { user, inside, email, button, show, sent } = await openDialog(accept, accept)
    const sum = inside.getByLabelText('What it costs')
    expect(sum).toHaveTextContent('Your balance87 tokensThis benefit−55Left after32 tokens')
    expect(inside.getByText('Processed within 24-48 hours. Cancelled orders are refunded.')).toBeVisible()
    expect(email).toHaveValue('tamsin@ferreira.example')
    await user.type(email, ' ')
    await user.dblClick(button())
    await seeToast(...orderPlaced)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
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
    const again = within(await show())
    await user.click(again.getByRole('button', { name: 'Redeem for 55 tokens' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent[1]).toEqual(columns)
    expect(sent[1]?.id).not.toBe(sent[0]?.id)
    await user.click((await screen.findAllByRole('button', { name: 'View order' }))[0]!)
    await summary(`elsewhere: /dashboard/orders/${placed.id}`)
  })

  it.each([
    ['', 'Enter the email to deliver to.'],
    ['tamsin@ferreira', 'Enter an email address like name@example.com.'],
  ])('rejects the delivery email "%s" at the field, keeping it', async (address, message) => {
    const { user, email, submit, sent } = await openDialog()
    await user.clear(email)
    if (address) await user.type(email, address)
    await submit()
    await waitFor(() => expect(email).toHaveAccessibleDescription(message))
    expect(email).toHaveFocus()
    expect(email).toHaveValue(address)
    expect(sent).toEqual([])
  })

  it('is busy and cannot be closed while the order is sent', async () => {
    const { released, release } = held()
    const { user, inside, dialog, submit } = await openDialog(() => released.then(accept))
    await submit()
    expect(await inside.findByRole('button', { name: 'Redeeming...' })).toHaveAttribute('aria-disabled')
    await user.click(inside.getByRole('button', { name: 'Cancel' }))
    await user.keyboard('{Escape}')
    expect(dialog).toBeVisible()
    release()
    await seeToast(...orderPlaced)
  })

  it('shows Insufficient Tokens and the sum with the new balance', async () => {
    const { user, inside, email, button, submit } = await openDialog(() =>
      refusal(402, 'insufficient_tokens'),
    )
    await user.type(email, '.uk')
    profile.profile = { ...profile.profile, current_tokens: 50 }
    await submit()
    await seeToast('Insufficient Tokens', "You don't have enough tokens for this benefit.")
    expect(await inside.findByText('Short by')).toBeVisible()
    expect(inside.getByRole('alert')).toHaveTextContent(/^Nothing was charged: your balance has changed/)
    expect(button()).toBeDisabled()
    expect(button()).toHaveTextContent('Not Enough Tokens')
    expect(email).toHaveValue('tamsin@ferreira.example.uk')
  })

  it('shows the sum after the price changed, and confirms the same order', async () => {
    const { inside, submit, sent } = await openDialog(() => refusal(409, 'price_changed', '60'), accept)
    await submit()
    await seeToast(...orderFailed)
    const notice = await inside.findByRole('alert')
    expect(notice).toHaveTextContent('Nothing was charged: the price changed to 60 tokens.')
    expect(inside.getByLabelText('What it costs')).toHaveTextContent('This benefit−60Left after27 tokens')
    await submit()
    await seeToast(...orderPlaced)
    expect(sent.map(({ benefit_token_value }) => benefit_token_value)).toEqual([55, 60])
    expect(sent[1]?.id).toBe(sent[0]?.id)
  })

  it.each([
    ['benefit_unavailable', 'This benefit is no longer available.', 'Not available'],
    ['closed', 'This benefit has closed.', 'Closed'],
    ['sold_out', 'Sold out: the last one has just gone.', 'Sold out'],
    ['limit_reached', 'You have as many of this benefit as one member can order.', 'Limit reached'],
  ])(
    'ends with the words of %s, keeping what was typed, and reloads the list',
    async (code, words, label) => {
      const { user, inside, email, submit, catalogue } = await openDialog(() => refusal(409, code))
      await user.type(email, '.uk')
      catalogue.benefits = []
      await submit()
      expect(await inside.findByRole('alert')).toHaveTextContent(`${words} Nothing was charged.`)
      await seeToast(...orderFailed)
      expect(inside.getByRole('button', { name: label })).toBeDisabled()
      expect(email).toHaveValue('tamsin@ferreira.example.uk')
      await user.click(inside.getAllByRole('button', { name: 'Close' }).at(-1)!)
      await summary('There are no benefits yet.')
    },
  )

  it.each([
    [
      'not open yet',
      () => refusal(409, 'not_open_yet'),
      'This benefit is not open yet. Nothing was charged.',
    ],
    ['anything else', () => HttpResponse.json({ code: 'XX000', message: '' }, { status: 500 }), undefined],
  ])('can be tried again after %s, with the same id', async (_case, respond, words) => {
    const { inside, submit, sent } = await openDialog(respond, accept)
    await submit()
    await seeToast(...orderFailed)
    if (words) expect(await inside.findByRole('alert')).toHaveTextContent(words)
    await submit()
    await seeToast(...orderPlaced)
    expect(sent[1]?.id).toBe(sent[0]?.id)
  })

  it('shows at the field what the server rejects as an address', async () => {
    const { email, submit } = await openDialog(() => refusal(422, 'invalid_redemption_email'))
    await submit()
    await seeToast(...orderFailed)
    const message = 'Enter an email address like name@example.com.'
    await waitFor(() => expect(email).toHaveAccessibleDescription(message))
    expect(email).toHaveFocus()
  })

  it.each(['a lost response', 'a timeout after 20 seconds'])(
    'finds the own order on the retry after %s (D3)',
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
      const { inside, submit, sent } = await openDialog(lose, conflict)
      const queries: URLSearchParams[] = []
      server.use(
        http.get('*/rest/v1/orders', ({ request }) => {
          queries.push(new URL(request.url).searchParams)
          return HttpResponse.json(placed)
        }),
      )
      await submit()
      await waitFor(() => expect(sent).toHaveLength(1))
      if (!isLost) for (const end of timeouts) end()
      await seeToast(...orderFailed)
      expect(inside.getByRole('alert')).toHaveTextContent(
        'The server cannot be reached. Check your connection and try again. You are not charged twice.',
      )
      await submit()
      await seeToast(...orderPlaced)
      expect(sent[1]?.id).toBe(sent[0]?.id)
      expect(queries[0]?.get('id')).toBe(`eq.${sent[0]?.id}`)
      expect(queries[0]?.get('user_id')).toBe(`eq.${memberId}`)
    },
  )

  it("does not treat another user's order as a success", async () => {
    const { submit } = await openDialog(conflict)
    server.use(http.get('*/rest/v1/orders', noRow))
    await submit()
    await seeToast(...orderFailed)
  })
})
