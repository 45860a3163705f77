import { screen, waitFor, within } from '@testing-library/react'
import { catalogueBenefit, serveCatalogue } from '@tests/support/catalogue-api'
import { category } from '@tests/support/categories-api'
import { broken, serveProfile, serveRows } from '@tests/support/member-api'
import { address, renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { delay, http } from 'msw'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { BenefitPage } from './benefit/page'
import { BenefitsPage } from './page'

const open = (query = '') =>
  renderPage(<BenefitsPage />, { path: '/dashboard/benefits', route: `/dashboard/benefits${query}` })

const courses = category('Courses', { position: 2 })
const software = category('Software')

/** Three benefits in two categories; the member has 87 tokens. */
function serveThree() {
  const served = serveCatalogue([
    catalogueBenefit({ name: 'Operating Manual', token_value: 12, category_id: software.id }),
    catalogueBenefit({ name: 'Framewell Prototyping', token_value: 80, category_id: software.id }),
    catalogueBenefit({
      name: 'Negotiation for Engineers',
      token_value: 90,
      description: 'An eight-week cohort.',
      category_id: courses.id,
      is_favourite: true,
    }),
  ])
  served.categories = [software, courses]
  return served
}

function servePriced(...prices: number[]) {
  return serveCatalogue(
    prices.map((token_value) => catalogueBenefit({ name: `For ${token_value}`, token_value })),
  )
}

const names = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const chip = (name: RegExp) => screen.findByRole('button', { name })
const line = 'Your balance ends here'

beforeEach(async () => {
  await signInAs()
  serveProfile({ current_tokens: 87 })
})

it('lists the benefits, lowest price first, with a line where the balance ends', async () => {
  const { pages } = serveThree()
  open()
  expect(screen.getByRole('heading', { name: 'Browse Benefits' })).toBeVisible()
  expect(await screen.findByText('3 benefits, lowest price first.')).toHaveTextContent(
    '3 benefits, lowest price first. You can redeem 2 today.',
  )
  expect(names()).toEqual(['Operating Manual', 'Framewell Prototyping', line, 'Negotiation for Engineers'])
  expect(screen.getByText('1 benefit costs more than you have.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Redeem a code' })).toHaveAttribute('href', '/dashboard/redeem')
  expect(pages[0]).toEqual({ p_sort: 'price', p_limit: '49' })
})

it('offers the filters with their counts, and combines them', async () => {
  serveThree()
  const { user } = open()
  const chips = within(await screen.findByRole('group', { name: 'Category' }))
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'All3',
    'Software2',
    'Courses1',
    'Favourites1',
    'What I can afford2',
  ])
  await user.click(await chip(/^Software/))
  expect(await screen.findByText('2 benefits in Software, lowest price first.')).toBeVisible()
  expect(names()).not.toContain('Negotiation for Engineers')
  expect(address()).toBe(`?category=${software.id}`)
  await user.click(await chip(/^All/))
  await user.click(await chip(/^Favourites/))
  expect(await screen.findByText('1 favourite.')).toBeVisible()
  expect(names()).toEqual([line, 'Negotiation for Engineers'])
  expect(screen.getByText('1 favourite costs more than you have.')).toBeVisible()
  await user.click(await chip(/^What I can afford/))
  expect(await screen.findByText('None of your favourites is one you can afford')).toBeVisible()
  expect(await screen.findByText(/the nearest, costs 90 tokens/)).toBeVisible()
  expect(screen.getByText('No benefit matches.')).toBeVisible()
  expect(address()).toBe('?favourites=&affordable=')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(names()).toHaveLength(4))
  expect(address()).toBe('')
})

it('reads filters, search and sort from the URL', async () => {
  const { pages } = serveThree()
  open(`?q=e&sort=price-down&affordable&category=${software.id}`)
  const summary =
    '2 benefits in Software matching "e" you can redeem today with 87 tokens, highest price first.'
  expect(await screen.findByText(summary)).toBeVisible()
  expect(names()).toEqual(['Framewell Prototyping', 'Operating Manual'])
  expect(screen.getByRole('searchbox')).toHaveValue('e')
  expect(await chip(/^What I can afford/)).toHaveAttribute('aria-pressed', 'true')
  expect(await chip(/^Software/)).toHaveAttribute('aria-pressed', 'true')
  expect(pages[0]).toMatchObject({ p_search: 'e', p_affordable: 'true', p_category: software.id })
})

it.each([
  ['Highest price', 'price-down', 'Negotiation for Engineers'],
  ['Newest', 'newest', 'Framewell Prototyping'],
  ['Leaving soon', 'leaving', 'Operating Manual'],
  ['Name', 'name', 'Framewell Prototyping'],
])('sorts by %s', async (label, sort, first) => {
  const { benefits } = serveThree()
  Object.assign(benefits[1] ?? {}, { created_at: '2026-11-01T09:00:00+00:00' })
  for (const [index, row] of benefits.entries()) row.closes_at = `2099-01-0${index + 1}T09:00:00+00:00`
  const { user } = open()
  await screen.findByText('Operating Manual')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), label)
  await waitFor(() => expect(names().filter((name) => name !== line)[0]).toBe(first))
  expect(address()).toBe(`?sort=${sort}`)
})

it('searches category, name and description on the server', async () => {
  const { pages } = serveThree()
  const { user } = open()
  await screen.findByText('Operating Manual')
  await user.type(screen.getByRole('searchbox', { name: 'Search benefits' }), 'courses')
  expect(await screen.findByText(/^1 benefit matching "courses"\./)).toBeVisible()
  expect(names()).toContain('Negotiation for Engineers')
  expect(address()).toBe('?q=courses')
  expect(pages.at(-1)).toMatchObject({ p_search: 'courses' })
})

it('shows the chosen category, in its place, when a search finds nothing in it', async () => {
  serveThree()
  const { user } = open(`?category=${software.id}&q=cohort`)
  expect(await screen.findByText('No benefit in Software matches "cohort"')).toBeVisible()
  const chips = within(screen.getByRole('group', { name: 'Category' })).getAllByRole('button')
  expect(chips.slice(0, 3).map(({ textContent }) => textContent)).toEqual(['All1', 'Software0', 'Courses1'])
  expect(await chip(/^Software/)).toHaveAttribute('aria-pressed', 'true')
  await user.click(await chip(/^All/))
  expect(await screen.findByText('Negotiation for Engineers')).toBeVisible()
})

it('explains favourites to members who have none', async () => {
  servePriced(12)
  open('?favourites')
  expect(await screen.findByText('You have no favourites yet')).toBeVisible()
})

it('shows the empty search result and clears the search', async () => {
  serveThree()
  const { user } = open('?q=zebra')
  expect(await screen.findByText('No benefit matches "zebra"')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Operating Manual')).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

it('shows the empty state without benefits', async () => {
  serveCatalogue([])
  open()
  expect(await screen.findByText('There are no benefits yet.')).toBeVisible()
})

it('shows 48 at a time, each page after the key of the last row', async () => {
  serveProfile({ current_tokens: 40 })
  const { pages, benefits } = servePriced(...Array.from({ length: 100 }, (_, n) => n + 1))
  const { user } = open()
  expect(await screen.findByText(/^100 benefits, lowest price first\./)).toBeVisible()
  expect(screen.queryByText(/cost more than you have/)).toBeNull()
  for (const shown of [48, 96, 100]) {
    await waitFor(() => expect(screen.getAllByText(/^For \d+$/)).toHaveLength(shown))
    if (shown < 100) await user.click(screen.getByText('Show more'))
  }
  expect(screen.queryByText('Show more')).toBeNull()
  expect(screen.getByText('60 benefits cost more than you have.')).toBeVisible()
  expect(address()).toBe('?page=3')
  expect(pages[1]).toMatchObject({ p_key_value: '48', p_key_id: benefits[47]?.id })
})

it('shows the pages of the URL, which a filter resets', async () => {
  const { pages } = servePriced(...Array.from({ length: 150 }, (_, n) => n + 1))
  const { user } = open('?page=3&sort=name')
  await waitFor(() => expect(screen.getAllByText(/^For \d+$/)).toHaveLength(144))
  expect(pages).toHaveLength(3)
  await user.click(await chip(/^What I can afford/))
  await waitFor(() => expect(screen.getAllByText(/^For \d+$/)).toHaveLength(48))
  expect(address()).toBe('?sort=name&affordable=')
  expect(pages).toHaveLength(4)
})

it('is returned to as it was from the page of a benefit', async () => {
  servePriced(10, 20)
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

it('says exactly how many match several filters', async () => {
  const { benefits, categories } = servePriced(...Array.from({ length: 100 }, (_, n) => n + 1))
  categories.push(software)
  for (const row of benefits) row.category_id = software.id
  open(`?category=${software.id}&affordable`)
  expect(
    await screen.findByText(/^87 benefits in Software you can redeem today with 87 tokens\./),
  ).toBeVisible()
})

it('shows a benefit once that moved to the next page', async () => {
  const { benefits } = servePriced(...Array.from({ length: 60 }, (_, n) => n + 1))
  const { user } = open()
  const more = await screen.findByRole('button', { name: 'Show more' })
  benefits[10] = { ...benefits[10]!, token_value: 50 }
  await user.click(more)
  await waitFor(() => expect(screen.getAllByText(/^For \d+$/)).toHaveLength(60))
  expect(names().slice(-13, -10)).toEqual(['For 49', 'For 11', 'For 50'])
})

it('shows no counts of the previous search while the new list is loading', async () => {
  servePriced(10, 20, 30, 60, 90)
  const { user } = open()
  expect(await screen.findByText(/^5 benefits, lowest price first/)).toBeVisible()
  let hold = true
  server.use(
    http.get('*/rpc/browse_benefits', async ({ request }) => {
      while (hold && new URL(request.url).searchParams.has('p_search')) await delay(5)
      return undefined
    }),
  )
  await user.type(screen.getByRole('searchbox'), 'For')
  await waitFor(() => expect(screen.queryByText(/^5 benefits/)).toBeNull())
  hold = false
  expect(await screen.findByText(/^5 benefits matching "For", lowest price first/)).toBeVisible()
})

it('says that the benefits could not be loaded, and tries again', async () => {
  serveThree()
  let failing = true
  server.use(http.get('*/rpc/browse_benefits', () => (failing ? broken() : undefined)))
  const { user } = open()
  const alert = await screen.findByText('Your tokens are not affected.')
  expect(alert).toBeVisible()
  failing = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Operating Manual')).toBeVisible()
})

it('disables redeeming until the balance is known', async () => {
  serveThree()
  server.use(http.get('*/rest/v1/profiles', () => delay('infinite')))
  open()
  expect(await screen.findByRole('button', { name: /Redeem Operating Manual/ })).toBeDisabled()
  expect(screen.queryByText(/leaves/)).toBeNull()
})
