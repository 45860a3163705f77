import { screen, waitFor, within } from '@testing-library/react'
import { broken } from '@tests/support/member-api'
import { adminOrder, serveOrders } from '@tests/support/orders-api'
import { openDetails, openOrders } from '@tests/support/orders-page'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { http } from 'msw'
import { expect, it } from 'vitest'

/** A sentence that has a name in an element of its own. */
const whole = (sentence: string) => (_: string, element: Element | null) =>
  ['P', 'SPAN'].includes(element?.tagName ?? '') && element?.textContent === sentence

it('shows the facts of an order', async () => {
  const { inside } = await openDetails({ redemption_email: 'gifts@ferreira.example' })
  for (const text of [
    'ORD-000148',
    'Pending',
    'Tamsin Ferreira',
    'tamsin@ferreira.example',
    'Keystone Vault',
    'Password vault for a team of five. One year, with recovery and audit log.',
    'gifts@ferreira.example',
  ]) {
    for (const shown of await inside.findAllByText(text)) expect(shown).toBeVisible()
  }
  for (const name of ['Created', 'Updated']) {
    expect(inside.getByText(name).nextElementSibling).toHaveTextContent(/2026, \d/)
  }
  expect(await inside.findByText(/^(Due|Overdue since) .*2026/)).toBeVisible()
})

it('says since when an order is overdue', async () => {
  const { inside } = await openDetails({ due_at: '2020-01-02T12:00:00Z' })
  expect(await inside.findByText(/^Overdue since .*2020/)).toBeVisible()
})

it('leads to the person who ordered', async () => {
  const { inside, order } = await openDetails()
  expect(await inside.findByRole('link', { name: 'Tamsin Ferreira' })).toHaveAttribute(
    'href',
    `/admin/users?person=${order.user_id}`,
  )
})

it.each(['processing', 'completed', 'delivered', 'cancelled'])(
  'does not call a %s order due',
  async (status) => {
    const { inside } = await openDetails({ status })
    expect(await inside.findByText('Redemption email')).toBeVisible()
    expect(inside.queryByText(/^(Due|Overdue)/)).not.toBeInTheDocument()
  },
)

it('names a legacy order of a deleted user, whose tokens nothing moves', async () => {
  const { inside } = await openDetails({
    order_number: null,
    user_id: null,
    profile: null,
    customer_name: null,
    customer_email: null,
    redemption_email: null,
  })
  expect(await inside.findByText('Legacy Order')).toBeVisible()
  expect(await inside.findByText('Deleted user')).toBeVisible()
  expect(await inside.findByText('Data removed')).toBeVisible()
  expect(await inside.findByText('The account was deleted, so no status moves any tokens.')).toBeVisible()
})

it('names a deleted benefit of an order without a snapshot, which took no tokens', async () => {
  const { inside } = await openDetails({
    benefit_name: null,
    benefit_token_value: null,
    benefit_description: null,
  })
  expect(await inside.findByText('Deleted Benefit')).toBeVisible()
  expect(await inside.findByText('This order cost no tokens, so no status moves any.')).toBeVisible()
})

it('names the customer as the order recorded it, and as the person is called today', async () => {
  const profile = { name: 'Tamsin Reyes', email: 't@reyes.example', current_tokens: 3 }
  const { inside } = await openDetails({ profile })
  expect(inside.getByRole('link', { name: 'Tamsin Reyes' })).toBeVisible()
  expect(inside.getByText(whole('When ordered: Tamsin Ferreira, tamsin@ferreira.example'))).toBeVisible()
})

const profile = (current_tokens: number) => ({
  name: 'Tamsin Ferreira',
  email: 'tamsin@ferreira.example',
  current_tokens,
})

it.each([
  [
    'pending',
    profile(87),
    'Cancelling gives 25 tokens back to Tamsin Ferreira: a balance of 87 tokens becomes 112.',
  ],
  ['delivered', null, 'Cancelling gives 25 tokens back to Tamsin Ferreira.'],
  [
    'cancelled',
    profile(87),
    '25 tokens went back to Tamsin Ferreira. Any other status takes them again: a balance of 87 tokens becomes 62.',
  ],
  [
    'cancelled',
    profile(24),
    '25 tokens went back to Tamsin Ferreira. Any other status takes them again, which the balance of 24 tokens does not allow.',
  ],
  [
    'cancelled',
    null,
    '25 tokens went back to Tamsin Ferreira. Any other status takes them again, if the balance allows it.',
  ],
])('says what a %s order gives back or takes', async (status, profile, sentence) => {
  const { inside } = await openDetails({ status, profile })
  const note = await inside.findByText(whole(sentence))
  expect(note).toBeVisible()
  const described = status === 'cancelled' ? 'Delivered' : 'Cancel'
  expect(inside.getByRole('button', { name: described })).toHaveAttribute('aria-describedby', note.id)
})

it('tells who changed the status, from what to what, the latest first', async () => {
  const { inside } = await openDetails({ status: 'delivered' }, [
    { at: '2026-11-20T12:00:00Z', actor_name: null, from_status: 'processing', to_status: 'delivered' },
    { at: '2026-11-20T11:00:00Z', actor_name: 'Henrik Vos', from_status: 'pending', to_status: 'processing' },
  ])
  const entries = (await inside.findAllByRole('listitem')).map((entry) => entry.textContent)
  expect(entries[0]).toMatch(/^Processing to Delivered by Deleted user.*2026, \d/)
  expect(entries[1]).toMatch(/^Pending to Processing by Henrik Vos/)
})

it('shows the last 20 changes, and where the others are', async () => {
  const history = Array.from({ length: 21 }, (_, second) => ({
    at: new Date(Date.UTC(2026, 10, 20, 12, 0, -second)).toISOString(),
    actor_name: 'Henrik Vos',
    from_status: 'completed',
    to_status: 'delivered',
  }))
  const { inside } = await openDetails({}, history)
  expect(await inside.findAllByRole('listitem')).toHaveLength(20)
  expect(inside.getByRole('link', { name: 'activity log' })).toHaveAttribute(
    'href',
    '/admin/activity?q=ORD-000148',
  )
})

it('says when no status was changed yet', async () => {
  const { inside } = await openDetails()
  expect(await inside.findByText('The status has not been changed yet.')).toBeVisible()
})

it('keeps the facts when the history fails', async () => {
  serveOrders({ orders: [adminOrder()] })
  server.use(http.post('*/rpc/order_history', () => broken()))
  const { user } = openOrders()
  await user.click(await screen.findByRole('button', { name: /^Details of/ }))
  const dialog = await screen.findByRole('dialog', { busy: false })
  expect(await within(dialog).findByText('The history could not be loaded.')).toBeVisible()
  expect(within(dialog).getByText('Keystone Vault')).toBeVisible()
})

it('opens by its address', async () => {
  const order = adminOrder({ status: 'completed' })
  serveOrders({ orders: [order] })
  openOrders(`?status=pending&order=${order.id}`)
  const dialog = await screen.findByRole('dialog', { name: 'Order Details', busy: false })
  expect(await within(dialog).findByText('ORD-000148')).toBeVisible()
})

it.each([
  ['gone', () => Response.json([])],
  ['no order at all', () => Response.json({ code: '22P02', message: '' }, { status: 400 })],
])('says when the order in the address is %s', async (_case, answer) => {
  serveOrders({ orders: [] })
  server.use(
    http.get('*/rest/v1/orders', ({ request }) => (request.url.includes('id=eq.') ? answer() : undefined)),
  )
  openOrders('?order=nobody')
  const dialog = await screen.findByRole('dialog', { name: 'Order Details', busy: false })
  expect(await within(dialog).findByText('Order not found.')).toBeVisible()
  expect(within(dialog).queryByRole('group', { name: 'Set status' })).not.toBeInTheDocument()
})

it('says when the order could not be loaded, and tries again', async () => {
  const order = adminOrder()
  serveOrders({ orders: [order] })
  let failing = true
  server.use(
    http.get('*/rest/v1/orders', ({ request }) =>
      failing && request.url.includes('id=eq.') ? broken() : undefined,
    ),
  )
  const { user } = openOrders(`?q=elsewhere&order=${order.id}`)
  const dialog = await screen.findByRole('dialog', { name: 'Order Details', busy: false })
  expect(await within(dialog).findByText('Failed to load orders')).toBeVisible()
  await seeToast('Error', 'Failed to load orders')
  failing = false
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
  expect(await within(dialog).findByText('ORD-000148')).toBeVisible()
})

it('focuses the number of the order and not what changes it, and gives the focus back after Escape', async () => {
  const { user, inside } = await openDetails()
  expect(inside.getByRole('heading', { name: 'ORD-000148' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: /^Details of/ })).toHaveFocus())
})
