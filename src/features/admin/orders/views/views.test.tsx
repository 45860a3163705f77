import { screen, waitFor, within } from '@testing-library/react'
import { refusal } from '@tests/support/member-api'
import { urlParams } from '@tests/support/open-page'
import { adminOrders, serveOrders } from '@tests/support/orders-api'
import { openOrders, signInAsAdmin } from '@tests/support/orders-page'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noOrderFilters, type OrderFilters, orderFilter } from '@/entities/orders/filters'
import { viewFilter } from '@/entities/orders/views'
import { describeView } from './describe'
import { savedView } from './views'

beforeEach(signInAsAdmin)
afterEach(() => vi.unstubAllEnvs())

const benefit = { id: '00000000-0000-4000-8000-0000000000b1', name: 'Framewell Prototyping' }
const launch = {
  id: 'view-1',
  name: 'Framewell launch',
  filter: { status: 'pending', benefit: benefit.id },
  sort: 'due',
}
const views = () => within(screen.getByRole('navigation', { name: 'Views' }))
const view = (name: string | RegExp) => views().getByRole('link', { name })

it('shows the fixed and the saved views with their counts, and marks the one that the filters are', async () => {
  const viewCounts = { '{}': 6304, [JSON.stringify(launch.filter)]: 214 }
  const { searches } = serveOrders({ orders: adminOrders(2), desk: { views: [launch], viewCounts } })
  const { user } = openOrders()
  expect(await views().findByRole('link', { name: 'Framewell launch 214' })).toBeVisible()
  expect(
    views()
      .getAllByRole('link')
      .map((link) => link.firstElementChild?.textContent),
  ).toEqual(['All', 'Waiting', 'Late', 'Due in 6 hours', 'Assigned to me', 'With a note', 'Framewell launch'])
  expect(view('All 6,304')).toHaveAttribute('aria-current', 'page')

  await user.click(view(/^Framewell launch/))
  expect(Object.fromEntries(urlParams())).toEqual({ status: 'pending', benefit: benefit.id, sort: 'due' })
  await waitFor(() => expect(view(/^Framewell launch/)).toHaveAttribute('aria-current', 'page'))
  await waitFor(() => expect(searches.at(-1)).toMatchObject({ p_filter: launch.filter, p_sort: 'due' }))
  await user.keyboard('g2')
  await waitFor(() => expect(urlParams().toString()).toBe('status=waiting&sort=due'))
})

it('saves the filters under a name, which must be written and new', async () => {
  const { written } = serveOrders({ orders: adminOrders(1), desk: { benefits: [benefit] } })
  const { user } = openOrders(`?status=pending&benefit=${benefit.id}&sort=due`)
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this view', busy: false }))
  expect(await dialog.findByText('Status pending, Framewell Prototyping, due first')).toBeVisible()
  const save = () => user.click(dialog.getByRole('button', { name: 'Save view' }))
  await save()
  expect(dialog.getByText('Enter a name.')).toBeVisible()
  await user.type(dialog.getByLabelText('Name'), ' Launch ')
  server.use(http.post('*/rest/v1/admin_views', () => refusal(409, '', null, '23505'), { once: true }))
  await save()
  expect(await dialog.findByText('You already have a view with this name.')).toBeVisible()
  server.use(http.post('*/rest/v1/admin_views', () => refusal(413, 'too_many_views'), { once: true }))
  await save()
  expect(await dialog.findByText('You have 20 views, which is the most. Delete one first.')).toBeVisible()
  await save()
  await seeToast('Success', 'View saved')
  expect(written).toEqual([
    { name: 'Launch', filter: { status: 'pending', benefit: benefit.id }, sort: 'due' },
  ])
  expect(await views().findByRole('link', { name: /^Launch/ })).toHaveAttribute('aria-current', 'page')
})

it('deletes a view, after a question', async () => {
  serveOrders({ orders: adminOrders(1), desk: { views: [launch] } })
  const { user } = openOrders(`?status=pending&benefit=${benefit.id}&sort=due`)
  await user.click(await screen.findByRole('button', { name: 'Delete view' }))
  const question = await screen.findByRole('dialog', { name: /^Delete the view Framewell launch/ })
  await user.click(within(question).getByRole('button', { name: 'Delete view' }))
  await waitFor(() => expect(views().queryByRole('link', { name: /^Framewell/ })).toBeNull())
})

it('deletes a view with the filters of a fixed one', async () => {
  const late = { ...launch, name: 'Mine', filter: { due: 'late' } }
  serveOrders({ orders: adminOrders(1), desk: { views: [late] } })
  openOrders('?due=late&sort=due')
  await waitFor(() => expect(view(/^Mine/)).toHaveAttribute('aria-current', 'page'))
  expect(screen.getByRole('button', { name: 'Delete view' })).toBeVisible()
})

it('says that a view with a search has more than 10,000 orders (D20)', async () => {
  const found = { ...launch, filter: { search: 'a' } }
  const viewCounts = { [JSON.stringify(found.filter)]: 10_001 }
  serveOrders({ orders: adminOrders(1), desk: { views: [found], viewCounts } })
  openOrders()
  expect(await views().findByRole('link', { name: 'Framewell launch 10,000+' })).toBeVisible()
})

it('sorts by due time only what waits', async () => {
  serveOrders({ orders: adminOrders(3) })
  const { user } = openOrders()
  await user.selectOptions(await screen.findByLabelText('Sort'), 'Due first')
  expect(Object.fromEntries(urlParams())).toEqual({ status: 'waiting', sort: 'due' })
  await screen.findByRole('columnheader', { name: 'Due' })
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
  expect(heads.slice(1)).toEqual(['Order Number', 'Customer', 'Benefit', 'Status', 'Date', 'Due', 'Details'])
  await user.selectOptions(screen.getByLabelText('Status'), 'Delivered')
  expect(screen.getByLabelText('Sort')).toHaveDisplayValue('Newest first')
})

it('keeps every filter in a saved view, local days included', () => {
  const filters: OrderFilters = {
    search: 'tam',
    status: 'processing',
    from: '2026-11-01',
    to: '2026-11-20',
    due: 'late',
    assigned: 'me',
    benefit: benefit.id,
    noted: true,
  }
  // Before, days were saved as moments.
  for (const filter of [viewFilter(filters), orderFilter(filters)])
    expect(savedView({ id: 'v', name: 'V', filter, sort: 'due' })).toEqual({
      saved: 'v',
      name: 'V',
      filters,
      sort: 'due',
    })
  expect(describeView(filters, 'due', { benefit: undefined })).toBe(
    'Matching "tam", status processing, late, assigned to me, one benefit, with a note, from 2026-11-01, to 2026-11-20, due first',
  )
})

it('keeps the days of a saved view in another time zone', () => {
  vi.stubEnv('TZ', 'Asia/Kathmandu')
  const filters: OrderFilters = { ...noOrderFilters, from: '2026-11-01', to: '2026-11-20' }
  const filter = viewFilter(filters)
  vi.stubEnv('TZ', 'America/New_York')
  expect(savedView({ id: 'v', name: 'V', filter, sort: 'due' }).filters).toEqual(filters)
})

it.each([null, [], 'x', { status: 'lost', due: 7, from: 'soon', later: true }])(
  'leaves out what it does not know of a saved view: %j',
  (filter) => {
    expect(savedView({ id: 'v', name: 'V', filter, sort: 'sideways' })).toMatchObject({
      filters: noOrderFilters,
      sort: 'newest',
    })
  },
)
