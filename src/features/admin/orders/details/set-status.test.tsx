import { screen, waitFor, within } from '@testing-library/react'
import { held } from '@tests/support/held'
import { broken, refusal } from '@tests/support/member-api'
import { goOffline } from '@tests/support/offline'
import { openDetails } from '@tests/support/orders-page'
import { server } from '@tests/support/server'
import { seeToast, toastsTitled } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'

const button = (dialog: HTMLElement, name: string) => within(dialog).getByRole('button', { name })
const failed = () => seeToast('Error', 'Failed to update order status')

it.each([
  ['Processing', 'processing'],
  ['Complete', 'completed'],
  ['Delivered', 'delivered'],
])('%s sets the status to %s if it is still the one that was seen, and says so', async (name, status) => {
  const { dialog, user, order, updates } = await openDetails()
  await user.click(button(dialog, name))
  await seeToast('Success', `Order status updated to ${status}`)
  expect(updates).toEqual([
    { id: order.id, seen: 'pending', body: { status, updated_at: expect.any(String) } },
  ])
  expect(button(dialog, name)).toBeDisabled()
  expect(within(dialog).getByRole('heading', { name: 'ORD-000148' })).toHaveFocus()
})

it('asks before it cancels, and says who gets which tokens back', async () => {
  const { dialog, user, order, updates } = await openDetails()
  await user.click(button(dialog, 'Cancel'))
  const question = await screen.findByRole('dialog', { name: 'Cancel ORD-000148?' })
  expect(question).toHaveTextContent(
    'Cancelling gives 25 tokens back to Tamsin Ferreira: a balance of 87 tokens becomes 112. The member sees the order as cancelled.',
  )
  await user.click(button(question, 'Keep order'))
  expect(updates).toEqual([])
  expect(button(dialog, 'Cancel')).toHaveFocus()

  await user.click(button(dialog, 'Cancel'))
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
  await seeToast('Success', 'Order status updated to cancelled')
  expect(updates).toEqual([
    { id: order.id, seen: 'pending', body: { status: 'cancelled', updated_at: expect.any(String) } },
  ])
  expect(screen.queryByRole('dialog', { name: /^Cancel/ })).not.toBeInTheDocument()
  expect(button(dialog, 'Cancel')).toBeDisabled()
  expect(within(dialog).getByRole('heading', { name: 'ORD-000148' })).toHaveFocus()
})

it('closes the question when cancelling is refused, and says why beside the buttons', async () => {
  const { dialog, user, inside } = await openDetails()
  server.use(http.patch('*/rest/v1/orders', () => HttpResponse.json([])))
  await user.click(button(dialog, 'Cancel'))
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
  await failed()
  expect(await inside.findByRole('alert')).toHaveTextContent(
    'You no longer have permission to change orders.',
  )
  expect(screen.queryByRole('dialog', { name: /^Cancel/ })).not.toBeInTheDocument()
})

it('takes no other status, and none twice, while one is being set', async () => {
  const { dialog, user, updates } = await openDetails()
  const answer = held()
  server.use(http.patch('*/rest/v1/orders', () => answer.released))
  await user.click(button(dialog, 'Complete'))
  const busy = await within(dialog).findByRole('button', { name: 'Saving...' })
  expect(busy).toHaveAttribute('aria-disabled', 'true')
  for (const name of ['Processing', 'Delivered', 'Cancel']) {
    expect(button(dialog, name)).toBeDisabled()
    await user.click(button(dialog, name))
  }
  await user.click(busy)
  await user.keyboard('{Enter}{Escape}')
  answer.release()
  await seeToast('Success', 'Order status updated to completed')
  expect(updates.map(({ body }) => body.status)).toEqual(['completed'])
  expect(dialog).toBeVisible()
})

it('disables the button of the current status only', async () => {
  const { dialog } = await openDetails({ status: 'completed' })
  expect(button(dialog, 'Complete')).toBeDisabled()
  for (const name of ['Processing', 'Delivered', 'Cancel']) expect(button(dialog, name)).toBeEnabled()
})

it('shows the new status in the list as well', async () => {
  const { dialog, user } = await openDetails()
  await user.click(button(dialog, 'Delivered'))
  await within(dialog).findByText('Delivered', { selector: '.bg-positive-soft' })
  // Until the answer is there, Escape does nothing.
  await seeToast('Success', 'Order status updated to delivered')
  await user.keyboard('{Escape}')
  expect(within(await screen.findByRole('row', { name: /ORD-000148/ })).getByText('Delivered')).toBeVisible()
})

const byLucia = {
  at: '2026-11-20T12:00:00Z',
  actor_name: 'Lucía Ibáñez',
  from_status: 'pending',
  to_status: 'delivered',
}

it('changes nothing when another admin was first, says who set what when, and lets the next click replace it', async () => {
  const { dialog, user, inside, order, served, updates } = await openDetails()
  await inside.findByText('The status has not been changed yet.')
  order.status = 'delivered'
  served.history = [byLucia]

  await user.click(button(dialog, 'Cancel'))
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
  await failed()
  const alert = await inside.findByRole('alert')
  expect(alert).toHaveTextContent(
    /^Lucía Ibáñez set this order to Delivered on .*2026, .*\. Nothing was changed; what you set now replaces it\.$/,
  )
  expect(order.status).toBe('delivered')
  expect(button(dialog, 'Delivered')).toBeDisabled()
  expect(inside.getByRole('listitem')).toHaveTextContent('Pending to Delivered by Lucía Ibáñez')
  expect(button(dialog, 'Cancel')).toHaveFocus()

  await user.click(button(dialog, 'Cancel'))
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
  await seeToast('Success', 'Order status updated to cancelled')
  expect(updates.map(({ seen }) => seen)).toEqual(['pending', 'delivered'])
  expect(inside.queryByRole('alert')).not.toBeInTheDocument()
})

it('says that somebody was first when the history cannot tell who', async () => {
  const { dialog, user, inside, order } = await openDetails()
  server.use(http.post('*/rpc/order_history', () => broken()))
  order.status = 'completed'
  await user.click(button(dialog, 'Processing'))
  expect(await inside.findByRole('alert')).toHaveTextContent(
    'This order was set to Completed since you opened it. Nothing was changed; what you set now replaces it.',
  )
})

it('is a success when the status is already the wanted one', async () => {
  const { dialog, user, inside, order } = await openDetails()
  order.status = 'delivered'
  await user.click(button(dialog, 'Delivered'))
  await seeToast('Success', 'Order status updated to delivered')
  expect(inside.queryByRole('alert')).not.toBeInTheDocument()
  expect(button(dialog, 'Delivered')).toBeDisabled()
})

it('says when the order is gone', async () => {
  const { dialog, user, inside, served } = await openDetails()
  served.orders = []
  await user.click(button(dialog, 'Delivered'))
  await failed()
  expect(await inside.findByText('Order not found.')).toBeVisible()
  expect(toastsTitled('Error')).toBe(1)
})

it('says when the person is no longer an admin', async () => {
  const { dialog, user, inside } = await openDetails()
  server.use(http.patch('*/rest/v1/orders', () => HttpResponse.json([])))
  await user.click(button(dialog, 'Delivered'))
  await failed()
  expect(await inside.findByRole('alert')).toHaveTextContent(
    'You no longer have permission to change orders. Nothing was changed.',
  )
})

it('says what the balance lacks when cancelled cannot be left, as it is now', async () => {
  const { dialog, user, inside, order } = await openDetails({ status: 'cancelled' })
  server.use(http.patch('*/rest/v1/orders', () => refusal(402, 'insufficient_tokens')))
  order.profile = { name: 'Tamsin Ferreira', email: 'tamsin@ferreira.example', current_tokens: 12 }
  await user.click(button(dialog, 'Delivered'))
  await failed()
  expect(await inside.findByRole('alert')).toHaveTextContent(
    'Tamsin Ferreira has 12 tokens, the order needs 25. Nothing was changed.',
  )
  expect(await inside.findByText('Cancelled', { selector: '.bg-surface-sunk' })).toBeVisible()
  expect(button(dialog, 'Delivered')).toBeEnabled()
})

it('does not name a balance that has risen since the refusal', async () => {
  const { dialog, user, inside } = await openDetails({ status: 'cancelled' })
  server.use(http.patch('*/rest/v1/orders', () => refusal(402, 'insufficient_tokens')))
  await user.click(button(dialog, 'Delivered'))
  expect(await inside.findByRole('alert')).toHaveTextContent(
    'The balance of Tamsin Ferreira did not cover the 25 tokens of this order. Nothing was changed.',
  )
})

it('tells the failure of any other kind with the specified toast', async () => {
  const { dialog, user, inside } = await openDetails()
  server.use(http.patch('*/rest/v1/orders', () => broken()))
  await user.click(button(dialog, 'Delivered'))
  await failed()
  expect(inside.queryByRole('alert')).not.toBeInTheDocument()
  await waitFor(() => expect(button(dialog, 'Delivered')).toHaveFocus())
})

it('says what is not known when the answer is lost', async () => {
  const { dialog, user, inside } = await openDetails()
  server.use(http.patch('*/rest/v1/orders', () => HttpResponse.error()))
  await user.click(button(dialog, 'Delivered'))
  await failed()
  expect(await inside.findByRole('alert')).toHaveTextContent(
    'The server did not respond, so the status may or may not have changed. It is safe to try again.',
  )
})

it('sends nothing offline, and says why', async () => {
  const { dialog, user, updates } = await openDetails()
  goOffline()
  await user.click(button(dialog, 'Delivered'))
  const reason = 'You are offline, so nothing was sent. Try again once you are back.'
  await seeToast('Error', 'Failed to update order status')
  await seeToast('Error', reason)
  expect(screen.getByRole('alert')).toHaveTextContent(reason)
  expect(updates).toEqual([])
})
