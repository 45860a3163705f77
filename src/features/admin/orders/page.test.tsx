import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { seeBusy } from '@tests/support/dialogs'
import { broken, refusal } from '@tests/support/member-api'
import { urlParams } from '@tests/support/open-page'
import { operationResult, serveOperationCalls } from '@tests/support/operations-api'
import { adminOrder, adminOrders, serveOrders } from '@tests/support/orders-api'
import { countLine, openOrders, signInAsAdmin } from '@tests/support/orders-page'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

beforeEach(signInAsAdmin)

const none = { pending: 0, processing: 0, completed: 0, delivered: 0, cancelled: 0 }
const benefit = { id: '00000000-0000-4000-8000-0000000000b1', name: 'Framewell Prototyping' }
const row = (number: number | RegExp) =>
  screen.findByRole('row', { name: typeof number === 'number' ? new RegExp(`ORD-00000${number}`) : number })
const headings = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const dialog = async (name: string | RegExp) =>
  within(await screen.findByRole('dialog', { name, busy: false }))
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('filters', () => {
  const [from, to] = [new Date(2026, 10, 1), new Date(2026, 10, 21)].map((date) => date.toISOString())
  const days = { from, to }
  const all = { ...none, pending: 100_000 }

  const tricky = '50%_*(a), "b"'
  // Days are counted exactly, a search up to 10,000.
  it.each<[string, object, string, object[]]>([
    ['?status=pending', { counts: { ...none, pending: 1200, processing: 34 } }, '1,200 of 1,234 orders', []],
    ['?from=2026-11-01', { matches: 10_001 }, '10,001 of 3 orders', [{ from }]],
    [
      '?q=tamsin',
      { counts: all, matches: 10_001 },
      '10,000+ of 100,000 orders matching "tamsin"',
      [{ search: 'tamsin' }],
    ],
    [
      `?q=50%25_*(a),+"b"&due=late&from=2026-11-01&to=2026-11-20`,
      { matches: 1 },
      `1 of 3 orders matching "${tricky}"`,
      [{ search: tricky, ...days, due: 'late' }],
    ],
  ])(
    'counts %s, and searches on the server for exactly what was typed',
    async (query, served, line, filters) => {
      const { counted, searches } = serveOrders({ orders: adminOrders(3), ...served })
      openOrders(query)
      await waitFor(() => expect(countLine()).toBe(line))
      expect(counted).toEqual(filters)
      const page = { p_sort: 'newest', p_reverse: false, p_limit: 26 }
      if (query.includes('q=')) expect(searches).toEqual(filters.map((p_filter) => ({ p_filter, ...page })))
    },
  )

  it('keeps filters in the URL, searches while typing, clears all, and limits each day by the other', async () => {
    const { searches } = serveOrders({ orders: [adminOrder()], desk: { benefits: [benefit] } })
    const { user } = openOrders('?page=2')
    const options = within(await screen.findByLabelText('Status')).getAllByRole('option')
    const statuses = ['All Statuses', 'Pending', 'Processing', 'Completed', 'Delivered', 'Cancelled']
    expect(options.map((option) => option.textContent)).toEqual(statuses)
    await screen.findByRole('option', { name: benefit.name })
    const benefits = within(screen.getByLabelText('Benefit')).getAllByRole('option')
    expect(benefits.map((option) => option.textContent)).toEqual(['All Benefits', benefit.name])
    await user.type(screen.getByRole('searchbox'), 'tam')
    await waitFor(() => expect(urlParams().toString()).toBe('q=tam'))
    for (const [field, option] of [
      ['Status', 'Completed'],
      ['Benefit', benefit.name],
      ['Assigned', 'To nobody'],
    ] as const)
      await user.selectOptions(screen.getByLabelText(field), option)
    const chosen = { status: 'completed', assigned: 'nobody', benefit: benefit.id }
    expect(Object.fromEntries(urlParams())).toEqual({ q: 'tam', ...chosen })
    await waitFor(() => expect(searches.at(-1)?.p_filter).toEqual({ search: 'tam', ...chosen }))
    await user.click(await button('Clear All'))
    expect(urlParams().toString()).toBe('')
    expect(screen.getByRole('searchbox')).toHaveValue('')
    for (const [field, day] of [
      ['From Date', '2026-11-25'],
      ['To Date', '2026-11-20'],
    ] as const)
      fireEvent.change(screen.getByLabelText(field), { target: { value: day } })
    expect(screen.getByLabelText('From Date')).toHaveAttribute('max', '2026-11-20')
    expect(screen.getByLabelText('To Date')).toHaveAttribute('min', '2026-11-25')
    expect(await screen.findByText('This day is after To Date.')).toBeVisible()
  })

  it('filters by a count card until it is clicked again, and sorts by due time only what waits', async () => {
    const [waiting, closed] = adminOrders(2)
    serveOrders({ orders: [waiting!, { ...closed!, status: 'delivered' }] })
    const { user } = openOrders('?page=3')
    const card = await screen.findByRole('link', { name: /Delivered\s*1/ })
    await user.click(card)
    expect(urlParams().toString()).toBe('status=delivered')
    expect(screen.getByLabelText('Status')).toHaveDisplayValue('Delivered')
    expect(card).toHaveAttribute('aria-current', 'true')
    await user.click(card)
    expect(urlParams().toString()).toBe('')
    await user.selectOptions(await screen.findByLabelText('Sort'), 'Due first')
    expect(Object.fromEntries(urlParams())).toEqual({ status: 'waiting', sort: 'due' })
    await screen.findByRole('columnheader', { name: 'Due' })
    expect(headings().slice(-3)).toEqual(['Date', 'Due', 'Details'])
    expect(await row(1)).toHaveTextContent(/ late|due in /)
    expect(within(await row(2)).getByText('None')).toBeVisible()
    await user.selectOptions(screen.getByLabelText('Status'), 'Delivered')
    expect(screen.getByLabelText('Sort')).toHaveDisplayValue('Newest first')
  })
})

describe('views', () => {
  const filter = { status: 'pending', benefit: benefit.id }
  const launch = { id: 'view-1', name: 'Framewell launch', filter, sort: 'due' }
  const ofLaunch = `?status=pending&benefit=${benefit.id}&sort=due`
  const views = () => within(screen.getByRole('navigation', { name: 'Views' }))
  const view = (name: string | RegExp) => views().getByRole('link', { name })

  it('shows the fixed and the saved views with their counts, and marks the one that the filters are', async () => {
    // A search is counted up to 10,000 (D20).
    const found = { id: 'view-2', name: 'Found', filter: { search: 'a' }, sort: 'due' }
    const viewCounts = { '{}': 6304, [JSON.stringify(filter)]: 214, '{"search":"a"}': 10_001 }
    const mine = { id: 'view-3', name: 'Mine', filter: { due: 'late' }, sort: 'due' }
    const desk = { views: [launch, found, mine], viewCounts }
    const { searches } = serveOrders({ orders: adminOrders(2), desk })
    const { user } = openOrders()
    expect(await views().findByRole('link', { name: 'Framewell launch 214' })).toBeVisible()
    expect(view('Found 10,000+')).toBeVisible()
    const names = views().getAllByRole('link')
    const fixed = ['All', 'Waiting', 'Late', 'Due in 6 hours', 'Assigned to me', 'With a note']
    expect(names.map((link) => link.firstElementChild?.textContent)).toEqual([
      ...fixed,
      'Framewell launch',
      'Found',
      'Mine',
    ])
    expect(view('All 6,304')).toHaveAttribute('aria-current', 'page')
    const urls = ['', 'status=waiting&sort=due', 'due=late&sort=due', 'due=soon&sort=due']
    const hrefs = [...urls, 'status=waiting&assigned=me&sort=due', 'noted='].map((query) =>
      query ? `/admin/orders?${query}` : '/admin/orders',
    )
    expect(names.slice(0, 6).map((link) => link.getAttribute('href'))).toEqual(hrefs)

    await user.click(view(/^Framewell launch/))
    expect(Object.fromEntries(urlParams())).toEqual({ ...filter, sort: 'due' })
    await waitFor(() => expect(view(/^Framewell launch/)).toHaveAttribute('aria-current', 'page'))
    await waitFor(() => expect(searches.at(-1)).toMatchObject({ p_filter: filter, p_sort: 'due' }))
    await user.keyboard('g2')
    await waitFor(() => expect(urlParams().toString()).toBe('status=waiting&sort=due'))
    // One with the filters of a fixed view, too.
    await user.keyboard('g3')
    await user.click(await button('Delete view'))
    const question = await dialog(/^Delete the view Mine/)
    await user.click(question.getByRole('button', { name: 'Delete view' }))
    await seeToast('Success', 'View deleted')
    await waitFor(() => expect(views().queryByRole('link', { name: /^Mine/ })).toBeNull())
  })

  it('saves the filters under a name, which must be written and new', async () => {
    const { written } = serveOrders({ orders: adminOrders(1), desk: { benefits: [benefit] } })
    const { user } = openOrders(ofLaunch)
    await user.click(await button('Save view'))
    const inside = await dialog('Save this view')
    expect(await inside.findByText('Status pending, Framewell Prototyping, due first')).toBeVisible()
    const save = () => user.click(inside.getByRole('button', { name: 'Save view' }))
    await save()
    expect(await inside.findByText('Enter a name.')).toBeVisible()
    await user.type(inside.getByLabelText('Name'), ' Launch ')
    await user.type(inside.getByLabelText('Name'), '\u200b')
    await save()
    expect(await inside.findByText(/^Remove the character /)).toBeVisible()
    await user.type(inside.getByLabelText('Name'), '{Backspace}')
    for (const [answer, problem] of [
      [refusal(409, '', null, '23505'), 'You already have a view with this name.'],
      [refusal(413, 'too_many_views'), 'You have 20 views, which is the most. Delete one first.'],
    ] as const) {
      server.use(http.post('*/rest/v1/admin_views', () => answer, { once: true }))
      await save()
      expect(await inside.findByText(problem)).toBeVisible()
    }
    await save()
    await seeToast('Success', 'View saved')
    expect(written).toEqual([{ name: 'Launch', filter, sort: 'due' }])
    await waitFor(() => expect(view(/^Launch/)).toHaveAttribute('aria-current', 'page'))
  })
})

describe('rows', () => {
  const details = (number: number) => button(`Details of ORD-00000${number}`)

  it('opens an order by a click in its row alone, and stays on its page', async () => {
    const orders = adminOrders(60)
    serveOrders({ orders })
    const { user } = openOrders('?status=pending&page=2')
    const line = await screen.findByRole('row', { name: /ORD-000030/ })
    const text = within(line).getByText('Keystone Vault')
    window.getSelection()?.selectAllChildren(text)
    // The selection is made before the click that ends it.
    text.click()
    window.getSelection()?.removeAllRanges()
    await user.keyboard('{Control>}')
    await user.click(text)
    await user.keyboard('{/Control}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await user.click(text)
    await dialog('Order Details')
    const query = { status: 'pending', page: '2' }
    expect(Object.fromEntries(urlParams())).toEqual({ ...query, order: orders[29]?.id })
    await user.keyboard('{Escape}')
    await noDialog()
    expect(Object.fromEntries(urlParams())).toEqual(query)
    await user.click(within(line).getByRole('link', { name: 'Tamsin Ferreira' }))
    expect(screen.getByText(`elsewhere: /admin/users?person=${orders[29]?.user_id}`)).toBeVisible()
  })

  it('focuses the right row after the details of an order that stays in the list, or leaves it', async () => {
    serveOrders({ orders: adminOrders(5) })
    const { user } = openOrders()
    for (const [from, to] of [
      [1, 2],
      [3, 4],
      [5, 4],
    ] as const) {
      await user.click(await details(from))
      const inside = await dialog('Order Details')
      await user.click(await inside.findByRole('button', { name: 'Processing' }))
      await waitFor(() => expect(inside.getByRole('button', { name: 'Processing' })).toBeDisabled())
      await user.click(inside.getByRole('button', { name: 'Close' }))
      await noDialog()
      await waitFor(async () => expect(await details(to)).toHaveFocus())
      await user.selectOptions(screen.getByLabelText('Status'), 'Pending')
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Details of ORD-000001' })).toBeNull())
    }
  })
})

describe('bulk', () => {
  const answer = (body: object) => operationResult({ changed: 'p_ids' in body ? 2 : 3, emails: 0 })
  const kindsIn = (inside: Awaited<ReturnType<typeof dialog>>) =>
    [...inside.getByLabelText<HTMLSelectElement>('Kind').options].map(({ text }) => text)

  async function open(query = '') {
    const orders = adminOrders(3)
    const served = serveOrders({ orders })
    const requests = serveOperationCalls({ set_order_statuses: answer, note_orders: answer })
    const { user } = openOrders(query)
    await row(1)
    const bar = () => screen.queryByRole('region', { name: 'Selected orders' })
    return { ...served, user, orders, requests, bar }
  }

  it('delivers a key to one order alone (D52), offers to keep orders first, and assigns the selected', async () => {
    const { user, bar, requests, assigned, orders } = await open()
    await user.keyboard('jx3')
    const inside = await dialog('Mark 1 order delivered')
    await user.click(inside.getByRole('button', { name: 'Add content' }))
    expect(kindsIn(inside)).toEqual(['Text', 'Link', 'Key', 'Message only'])
    await user.click(inside.getByRole('button', { name: 'Cancel' }))
    await noDialog()
    await user.keyboard('jx4')
    const question = await dialog('Cancel 2 orders')
    expect(question.getByRole('button', { name: 'Keep orders' })).toHaveFocus()
    const cancel = await question.findByRole('button', { name: 'Cancel 2' })
    await user.click(cancel)
    expect(await question.findByText('Enter the reason.')).toBeVisible()
    expect(question.getByLabelText('Reason the members read')).toHaveFocus()
    await user.click(question.getByRole('button', { name: 'Keep orders' }))
    await noDialog()
    expect(requests.set_order_statuses).toHaveLength(2)
    const buttons = () =>
      within(bar()!)
        .getAllByRole('button')
        .map((each) => [each.textContent, each.getAttribute('aria-keyshortcuts')].filter(Boolean).join(' '))
    expect(buttons()).toEqual(['Clear', 'Add note n', 'Processing 1', 'Mark delivered 3', ''])
    await user.click(within(bar()!).getByRole('button', { name: 'More actions' }))
    const more = ['Complete 2', 'Assign to me', 'Cancel orders 4', 'Mark delivered 3', '']
    expect(buttons()).toEqual(['Clear', 'Add note n', 'Processing 1', ...more])
    await user.click(within(bar()!).getByRole('button', { name: 'Assign to me' }))
    await seeToast('Success', '2 orders assigned to you')
    expect(assigned).toEqual([{ p_ids: orders.slice(0, 2).map(({ id }) => id), p_assign: true }])
    expect(bar()).toBeNull()
    await user.keyboard('a')
    expect(within(bar()!).getByRole('status').textContent).toBe('3 selected')
    await user.click(within(bar()!).getByRole('button', { name: 'More actions' }))
    expect(within(bar()!).queryByRole('button', { name: 'Assign to me' })).toBeNull()
    await user.keyboard('4')
    const all = await dialog('Cancel 3 orders')
    fireEvent.change(all.getByLabelText('Reason the members read'), { target: { value: ' Sold out. ' } })
    await user.click(await all.findByRole('button', { name: 'Cancel 3' }))
    await noDialog()
    expect(requests.set_order_statuses?.at(-1)).toMatchObject({
      p_filter: {},
      p_reason: 'Sold out.',
      p_dry_run: false,
    })
  })

  it('sends the filters instead of ids for all matches, and continues until nothing remains', async () => {
    const { user } = await open('?status=pending&assigned=nobody')
    const left = [500, 0]
    const calls = serveOperationCalls({
      set_order_statuses: () => operationResult({ remaining: 1000 }),
      continue_operation: () => operationResult({ remaining: left.shift() ?? 0 }),
    })
    await user.keyboard('a1')
    const inside = await dialog('Mark 198 orders processing')
    await user.click(await inside.findByRole('button', { name: 'Mark 198 processing' }))
    await waitFor(() => expect(calls.continue_operation).toHaveLength(2))
    const p_filter = { status: 'pending', assigned: 'nobody' }
    expect(calls.set_order_statuses?.[0]).toEqual({ p_filter, p_status: 'processing', p_dry_run: true })
    expect(calls.continue_operation).toEqual([{ p_operation_id: 'op-1' }, { p_operation_id: 'op-1' }])
  })

  it('shows the keys, turns them off and on, and writes a note on each, which must not be empty', async () => {
    const { user, bar, requests } = await open()
    for (const [opening, isOff] of [
      [() => user.keyboard('?'), true],
      [async () => user.click(await button('Keyboard')), false],
    ] as const) {
      await opening()
      const sheet = await dialog('Keyboard')
      expect(sheet.getByText('Mark processing')).toBeVisible()
      await user.click(sheet.getByRole('switch', { name: /^Single keys/ }))
      await user.keyboard('{Escape}')
      await noDialog()
      await user.keyboard('a')
      expect(bar() === null).toBe(isOff)
    }
    await user.keyboard('n')
    const inside = await dialog('Add a note to 3 orders')
    const add = await inside.findByRole('button', { name: 'Add a note to 3' })
    await waitFor(() => expect(add).not.toHaveAttribute('aria-busy'))
    await user.click(add)
    expect(await inside.findByText('Enter a note.')).toBeVisible()
    await user.type(inside.getByLabelText('Internal note on each order'), 'Called them')
    await user.click(add)
    await waitFor(() => expect(requests.note_orders).toHaveLength(2))
    expect(requests.note_orders?.[1]).toMatchObject({ p_dry_run: false, p_note: 'Called them' })
  })
})

it('exports all orders that the filters match, reports a failure, and is disabled without orders', async () => {
  const orders = adminOrders(3)
  const { searches } = serveOrders({ orders })
  const files = catchSavedFiles()
  const { user, unmount } = openOrders('?q=ord-&status=pending')
  await row(1)
  await user.click(await button('Export'))
  await waitFor(() => expect(files.names).toHaveLength(1))
  expect(files.names[0]).toMatch(/^guildhall-orders-\d{4}-\d\d-\d\d\.csv$/)
  const numbers = (await files.lines(0)).slice(1).map((line) => line.split(',')[0])
  expect(numbers).toEqual(orders.map(({ order_number }) => `"${order_number}"`))
  expect(searches.at(-1)?.p_filter).toEqual({ search: 'ord-', status: 'pending' })
  server.use(http.post('*/rest/v1/rpc/search_orders', () => seeBusy('Exporting...').then(broken)))
  await user.click(await button('Export'))
  await seeToast('Error', 'Failed to load orders')
  expect(files.names).toHaveLength(1)
  unmount()
  serveOrders({ orders: [] })
  openOrders()
  expect(await screen.findByText('No orders found.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
})
