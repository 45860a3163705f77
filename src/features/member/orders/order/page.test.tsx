import { screen, waitFor, within } from '@testing-library/react'
import { orderEvent } from '@tests/support/builders'
import { deliveryStatus, openOrder, serveOrder } from '@tests/support/order-page'
import { signInAs } from '@tests/support/render'
import { beforeEach, expect, it } from 'vitest'

beforeEach(() => signInAs())

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

it('shows the facts of the order, the benefit and the invoice', async () => {
  const benefit = { name: 'Keystone Vault', token_value: 30, image_url: null, description: '' }
  serveOrder({ order: { benefit, benefit_id: 'keystone' } })
  const { user } = openOrder()
  expect(await heading('Keystone Vault')).toBeVisible()
  expect(screen.getByText(/^ORD-000148, ordered/)).toBeVisible()
  expect(screen.getByText('By hand, within 24-48 hours')).toBeVisible()
  expect(screen.getByText('tamsin@ferreira.example')).toBeVisible()
  const link = screen.getByRole('link', { name: 'Keystone Vault' })
  expect(link).toHaveAttribute('href', '/dashboard/benefits/keystone')
  expect(screen.getByRole('link', { name: 'Order History' })).toHaveAttribute('href', '/dashboard/orders')
  await user.click(screen.getByRole('button', { name: 'Open the invoice' }))
  const invoice = await screen.findByRole('dialog', { name: 'Invoice', busy: false })
  expect(invoice).toHaveTextContent('ORD-000148')
})

it('keeps the name of a benefit that is gone, without a link', async () => {
  serveOrder({ order: { benefit: null, benefit_id: 'gone' } })
  openOrder()
  await heading('Keystone Vault')
  expect(screen.queryByRole('link', { name: 'Keystone Vault' })).toBeNull()
})

it('asks only for orders of its own', async () => {
  const { orders } = serveOrder()
  openOrder()
  await heading('Keystone Vault')
  const [query] = orders.queries
  expect(query?.get('user_id')).toMatch(/^eq\./)
  expect(query?.get('id')).toMatch(/^eq\./)
})

it('says when a pending order is due', async () => {
  serveOrder({ order: { created_at: inHours(-28.5), due_at: inHours(19.5) } })
  openOrder()
  expect(await screen.findByText('in 19 hours')).toBeVisible()
  expect(screen.getByRole('img', { name: '28 hours of 48 hours have passed' })).toBeVisible()
})

it('says how late an order is, rounded down', async () => {
  serveOrder({ order: { status: 'processing', created_at: inHours(-51.9), due_at: inHours(-3.9) } })
  openOrder()
  expect(await screen.findByText('late by 3 hours')).toBeVisible()
  expect(screen.getByText('48 hours, and 3 hours more')).toBeVisible()
  expect(await screen.findByText('Due time passed')).toBeVisible()
})

it('says that a completed order will be sent', async () => {
  serveOrder({ order: { status: 'completed' } })
  openOrder()
  expect(await screen.findByText('Ready for delivery.')).toBeVisible()
  expect(screen.getByText('It will be sent to tamsin@ferreira.example.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'It does not work' })).toBeNull()
})

const nothing = { method: 'manual', kind: null, mask: null } as const

it('says where an order went that was delivered with nothing attached, which can be reported', async () => {
  const instructions = 'Sign in with your work address.'
  serveOrder({ order: { status: 'delivered' }, status: deliveryStatus({ ...nothing, instructions }) })
  const { user } = openOrder()
  expect(await screen.findByRole('heading', { name: 'Successfully delivered.' })).toBeVisible()
  expect(screen.getByText('It was sent to tamsin@ferreira.example.')).toBeVisible()
  expect(screen.getByText(instructions)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'It does not work' }))
  const dialog = await screen.findByRole('dialog', { name: 'It does not work', busy: false })
  expect(await within(dialog).findByRole('radio', { name: 'Nothing has arrived' })).toBeVisible()
})

it.each([
  ['waiting', 'It will be sent to tamsin@ferreira.example.'],
  ['given_up', undefined],
  [null, undefined],
])('does not claim that an order was sent whose email is %s', async (email, text) => {
  serveOrder({ order: { status: 'delivered' }, status: deliveryStatus({ ...nothing, email }) })
  openOrder()
  expect(await screen.findByRole('heading', { name: 'Successfully delivered.' })).toBeVisible()
  expect(screen.queryByText(/^It (was|will be) sent/)?.textContent).toBe(text)
})

it('does not claim that an order was sent while an operation can be undone', async () => {
  serveOrder({ order: { status: 'delivered' } })
  openOrder()
  expect(await screen.findByText('Successfully delivered.')).toBeVisible()
  expect(screen.getByText('It will be sent to tamsin@ferreira.example.')).toBeVisible()
})

it.each([
  ['over_limit', /^Ten emails went to addresses other than your own within a day/],
  ['given_up', /^The email service did not accept it/],
])('says that the email of a delivery was not sent: %s', async (email, reason) => {
  serveOrder({ order: { status: 'delivered' }, status: deliveryStatus({ email }) })
  openOrder()
  expect(await screen.findByText('No email was sent to tamsin@ferreira.example.')).toBeVisible()
  expect(screen.getByText(reason)).toHaveTextContent(/What was delivered is here\.$/)
})

it.each(['sent', 'waiting', 'skipped'])('says nothing about an email that was %s', async (email) => {
  serveOrder({ order: { status: 'delivered' }, status: deliveryStatus({ email }) })
  openOrder()
  expect(await screen.findByText('Your licence key')).toBeVisible()
  expect(screen.queryByText(/No email was sent/)).toBeNull()
})

it('shows a cancelled order with its returned tokens, and nothing that was delivered', async () => {
  const status = deliveryStatus()
  serveOrder({ order: { status: 'cancelled', benefit: { name: 'Keystone Vault' }, benefit_id: 'b' }, status })
  openOrder()
  expect(await screen.findByText('This order was cancelled and 25 tokens came back.')).toBeVisible()
  expect(screen.queryByText('Your licence key')).toBeNull()
  const again = screen.getByRole('link', { name: 'Order it again' })
  expect(again).toHaveAttribute('href', '/dashboard/benefits/b')
})

it('says that a refund answered the report, with the words of the admin', async () => {
  const detail = { answer: 'refunded', text: 'The maker has closed.\nSorry about that.' }
  const events = [orderEvent('answered', { actor: 'Ines Moreau', detail })]
  serveOrder({ order: { status: 'cancelled' }, events })
  openOrder()
  expect(await screen.findByText('It could not be repaired after your report.')).toBeVisible()
  expect(screen.getByText(/^The maker has closed\.\s+Sorry about that\.$/)).toBeVisible()
})

it('shows a status that it does not know as being updated', async () => {
  serveOrder({ order: { status: 'on hold' } })
  openOrder()
  expect(await screen.findByText(/ordered .+\. Order status is being updated\.$/)).toBeVisible()
})

it.each(['of somebody else', 'not-an-id'])('shows that an order is not found: %s', async (id) => {
  const served = serveOrder()
  served.orders.rows = []
  openOrder(id)
  expect(await heading('Order not found')).toBeVisible()
  expect(screen.getByText('You have no order at this address.')).toBeVisible()
})

it('follows changes of the order', async () => {
  const served = serveOrder()
  const { client } = openOrder()
  await heading('Keystone Vault')
  served.orders.rows = served.orders.rows.map((row) => ({ ...row, status: 'delivered' }))
  served.status = deliveryStatus({ method: 'manual', kind: null, message: 'Enjoy it.' })
  await client.invalidateQueries()
  expect(await screen.findByText('Enjoy it.')).toBeVisible()
  await waitFor(() => expect(screen.getByText('Delivered', { selector: 'header *' })).toBeVisible())
})
