import { screen, waitFor, within } from '@testing-library/react'
import { broken } from '@tests/support/member-api'
import { adminOrder, serveOrders } from '@tests/support/orders-api'
import { openDetails, openOrders, signInAsAdmin } from '@tests/support/orders-page'
import { server } from '@tests/support/server'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'

beforeEach(signInAsAdmin)

/** A sentence that has a name in an element of its own. */
const whole = (sentence: string) => (_: string, element: Element | null) =>
  ['P', 'SPAN'].includes(element?.tagName ?? '') && element?.textContent === sentence
const person = (current_tokens: number, over: { name?: string; email?: string } = {}) => ({
  name: 'Tamsin Ferreira',
  email: 'tamsin@ferreira.example',
  current_tokens,
  ...over,
})

it('shows the facts of an order', async () => {
  const { inside, order } = await openDetails({ redemption_email: 'gifts@ferreira.example' })
  for (const text of [
    'ORD-000148',
    'Pending',
    'tamsin@ferreira.example',
    'Keystone Vault',
    'Password vault for a team of five. One year, with recovery and audit log.',
    'gifts@ferreira.example',
    'The status has not been changed yet.',
  ])
    for (const shown of await inside.findAllByText(text)) expect(shown).toBeVisible()
  for (const name of ['Created', 'Updated'])
    expect(inside.getByText(name).nextElementSibling).toHaveTextContent(/2026, \d/)
  expect(inside.getByRole('link', { name: 'Tamsin Ferreira' })).toHaveAttribute(
    'href',
    `/admin/users?person=${order.user_id}`,
  )
})

it.each([
  ['pending', '2020-01-02T12:00:00Z', /^Overdue since .*2020/],
  ['pending', '2999-01-02T12:00:00Z', /^Due .*2999/],
  ['processing', '2020-01-02T12:00:00Z', /^Was due .*2020, .* late/],
  ['completed', '2020-01-02T12:00:00Z', undefined],
  ['delivered', '2020-01-02T12:00:00Z', undefined],
  ['cancelled', '2020-01-02T12:00:00Z', undefined],
])('shows when a %s order due at %s is due: %s', async (status, due_at, text) => {
  const { inside } = await openDetails({ status, due_at })
  expect(await inside.findByText('Redemption email')).toBeVisible()
  const due = inside.queryByText(/^(Due|Overdue|Was due)/)
  if (text) expect(due).toHaveTextContent(text)
  else expect(due).toBeNull()
})

it('names a legacy order of a deleted user, whose balance does not change', async () => {
  const { inside } = await openDetails({
    order_number: null,
    user_id: null,
    profile: null,
    customer_name: null,
    customer_email: null,
    redemption_email: null,
  })
  expect(await inside.findByText('Legacy Order')).toBeVisible()
  expect(inside.getByText('Deleted user')).toBeVisible()
  expect(inside.queryByRole('link', { name: /Deleted user/ })).toBeNull()
  expect(inside.getByText('Data removed')).toBeVisible()
  expect(inside.getByText('The account was deleted, so changing the status moves no tokens.')).toBeVisible()
})

it('names a deleted benefit without a snapshot, which cost no tokens', async () => {
  const bare = { benefit_name: null, benefit_token_value: null, benefit_description: null }
  const { inside } = await openDetails(bare)
  expect(await inside.findByText('Deleted Benefit')).toBeVisible()
  expect(inside.getByText('This order cost no tokens, so changing the status moves no tokens.')).toBeVisible()
})

it('shows the current name of the customer, and the recorded one', async () => {
  const { inside } = await openDetails({
    profile: person(3, { name: 'Tamsin Reyes', email: 't@reyes.example' }),
  })
  expect(inside.getByRole('link', { name: 'Tamsin Reyes' })).toBeVisible()
  expect(inside.getByText(whole('When ordered: Tamsin Ferreira, tamsin@ferreira.example'))).toBeVisible()
})

const gives = 'Cancelling gives 25 tokens back to Tamsin Ferreira'
const takes = '25 tokens went back to Tamsin Ferreira. Any other status takes them again'
it.each([
  ['pending', person(87), `${gives}: a balance of 87 tokens becomes 112.`],
  ['delivered', null, `${gives}.`],
  ['cancelled', person(87), `${takes}: a balance of 87 tokens becomes 62.`],
  ['cancelled', person(24), `${takes}, which the balance of 24 tokens does not allow.`],
  ['cancelled', null, `${takes}, if the balance allows it.`],
])('shows the effect of a status on the tokens of a %s order', async (status, profile, sentence) => {
  const { inside } = await openDetails({ status, profile })
  const note = await inside.findByText(whole(sentence))
  expect(note).toBeVisible()
  const described = status === 'cancelled' ? 'Delivered' : 'Cancel'
  expect(inside.getByRole('button', { name: described })).toHaveAttribute('aria-describedby', note.id)
})

it('says what closing a late order credits, once it is worth something (D36)', async () => {
  const due_at = new Date(Date.now() - 4.5 * 3_600_000).toISOString()
  const { inside } = await openDetails({ due_at, credit_rate: 2, credit_cap: 10, benefit_token_value: 25 })
  const sentence = `${gives}. Closing it also credits up to 8 tokens for the delay.`
  expect(await inside.findByText(whole(sentence))).toBeVisible()
})

const change = {
  at: '2026-11-20T11:00:00Z',
  actor_name: 'Henrik Vos',
  from_status: 'pending',
  to_status: 'processing',
}

it('lists the status changes, newest first', async () => {
  const latest = {
    at: '2026-11-20T12:00:00Z',
    actor_name: null,
    from_status: 'processing',
    to_status: 'delivered',
  }
  const { inside } = await openDetails({ status: 'delivered' }, [latest, change])
  const entries = (await inside.findAllByRole('listitem')).map((entry) => entry.textContent)
  expect(entries[0]).toMatch(/^Processing to Delivered by Deleted user.*2026, \d/)
  expect(entries[1]).toMatch(/^Pending to Processing by Henrik Vos/)
})

it('lists the last 20 changes, and links to the others', async () => {
  const history = Array.from({ length: 21 }, (_, second) => ({
    ...change,
    at: new Date(Date.UTC(2026, 10, 20, 12, 0, -second)).toISOString(),
  }))
  const { inside } = await openDetails({}, history)
  expect(await inside.findAllByRole('listitem')).toHaveLength(20)
  expect(inside.getByRole('link', { name: 'activity log' })).toHaveAttribute(
    'href',
    '/admin/activity?q=ORD-000148',
  )
})

/** Opens the details by their address, where the order cannot be read from a list. */
async function openById(id: string, respond?: () => Response | undefined) {
  server.use(
    http.get('*/rest/v1/orders', ({ request }) => (request.url.includes('id=eq.') ? respond?.() : undefined)),
  )
  const { user } = openOrders(`?q=elsewhere&order=${id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Order Details', busy: false }))
  return { user, dialog }
}

it('opens by its address, and keeps the facts when the history fails', async () => {
  const order = adminOrder({ status: 'completed' })
  serveOrders({ orders: [order] })
  server.use(http.post('*/rpc/order_history', () => broken()))
  const { dialog } = await openById(order.id)
  expect(await dialog.findByText('The history could not be loaded.')).toBeVisible()
  expect(dialog.getByText('Keystone Vault')).toBeVisible()
})

it.each([
  ['deleted', () => Response.json([])],
  ['not a UUID', () => Response.json({ code: '22P02', message: '' }, { status: 400 })],
])('reports that the order of the address is %s', async (_case, respond) => {
  serveOrders({ orders: [] })
  const { dialog } = await openById('nobody', respond)
  expect(await dialog.findByText('Order not found.')).toBeVisible()
  expect(dialog.queryByRole('group', { name: 'Set status' })).not.toBeInTheDocument()
})

it('focuses its heading, and returns the focus after Escape', async () => {
  const { user, inside } = await openDetails()
  expect(inside.getByRole('heading', { name: 'ORD-000148' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: /^Details of/ })).toHaveFocus())
})
