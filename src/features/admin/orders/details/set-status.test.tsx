import { screen, waitFor, within } from '@testing-library/react'
import { held } from '@tests/support/held'
import { broken, refusal } from '@tests/support/member-api'
import { openDetails, signInAsAdmin } from '@tests/support/orders-page'
import { server } from '@tests/support/server'
import { seeToast, toastsTitled } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'

beforeEach(signInAsAdmin)

const failed = () => seeToast('Error', 'Failed to update order status')
const refuse = (respond: () => Response) => server.use(http.patch('*/rest/v1/orders', respond))

/** Opens the details; `press` clicks a status, `cancel` confirms as well. */
async function open(...over: Parameters<typeof openDetails>) {
  const view = await openDetails(...over)
  const button = (name: string) => view.inside.getByRole('button', { name })
  const press = (name: string) => view.user.click(button(name))
  const cancel = async () => {
    await press('Cancel')
    await view.user.click(await screen.findByRole('button', { name: 'Cancel order' }))
  }
  return { ...view, button, press, cancel }
}

it.each([
  ['Processing', 'processing'],
  ['Complete', 'completed'],
  ['Delivered', 'delivered'],
])('%s sets the status to %s if the order still has the one shown', async (name, status) => {
  const { inside, order, updates, button, press } = await open()
  await press(name)
  await seeToast('Success', `Order status updated to ${status}`)
  expect(updates).toEqual([
    { id: order.id, seen: 'pending', body: { status, updated_at: expect.any(String) } },
  ])
  for (const other of ['Processing', 'Complete', 'Delivered', 'Cancel'])
    expect((button(other) as HTMLButtonElement).disabled).toBe(other === name)
  expect(inside.getByRole('heading', { name: 'ORD-000148' })).toHaveFocus()
})

it('asks before it cancels, naming who gets which tokens back', async () => {
  const { user, inside, order, updates, button, press, cancel } = await open()
  await press('Cancel')
  const question = await screen.findByRole('dialog', { name: 'Cancel ORD-000148?' })
  expect(question).toHaveTextContent(
    'Cancelling gives 25 tokens back to Tamsin Ferreira: a balance of 87 tokens becomes 112. The member sees the order as cancelled.',
  )
  await user.click(within(question).getByRole('button', { name: 'Keep order' }))
  expect(updates).toEqual([])
  expect(button('Cancel')).toHaveFocus()

  await cancel()
  await seeToast('Success', 'Order status updated to cancelled')
  expect(updates).toEqual([
    { id: order.id, seen: 'pending', body: { status: 'cancelled', updated_at: expect.any(String) } },
  ])
  expect(screen.queryByRole('dialog', { name: /^Cancel/ })).not.toBeInTheDocument()
  expect(button('Cancel')).toBeDisabled()
  expect(inside.getByRole('heading', { name: 'ORD-000148' })).toHaveFocus()
})

it('closes the question when cancelling is refused, and shows why', async () => {
  const { inside, cancel } = await open()
  refuse(() => HttpResponse.json([]))
  await cancel()
  await failed()
  expect(await inside.findByRole('alert')).toHaveTextContent(
    'You are no longer an admin. Nothing was changed.',
  )
  expect(screen.queryByRole('dialog', { name: /^Cancel/ })).not.toBeInTheDocument()
})

it('accepts no other status, and none twice, while one is being set', async () => {
  const { dialog, user, updates, button, press } = await open()
  const answer = held()
  server.use(http.patch('*/rest/v1/orders', () => answer.released))
  await press('Complete')
  const busy = await within(dialog).findByRole('button', { name: 'Saving...' })
  expect(busy).toHaveAttribute('aria-disabled', 'true')
  for (const name of ['Processing', 'Delivered', 'Cancel']) expect(button(name)).toBeDisabled()
  await user.click(busy)
  await user.keyboard('{Enter}{Escape}')
  answer.release()
  await seeToast('Success', 'Order status updated to completed')
  expect(updates.map(({ body }) => body.status)).toEqual(['completed'])
  expect(dialog).toBeVisible()
})

it('updates the list', async () => {
  const { dialog, user, press } = await open()
  await press('Delivered')
  await within(dialog).findByText('Delivered', { selector: '.bg-positive-soft' })
  // Escape does nothing until the response arrives.
  await seeToast('Success', 'Order status updated to delivered')
  await user.keyboard('{Escape}')
  expect(within(await screen.findByRole('row', { name: /ORD-000148/ })).getByText('Delivered')).toBeVisible()
})

it('changes nothing after another admin did, shows who and when, and lets the next click replace it', async () => {
  const { inside, order, served, updates, button, cancel } = await open()
  await inside.findByText('The status has not been changed yet.')
  order.status = 'delivered'
  served.history = [
    {
      at: '2026-11-20T12:00:00Z',
      actor_name: 'Lucía Ibáñez',
      from_status: 'pending',
      to_status: 'delivered',
    },
  ]
  await cancel()
  await failed()
  expect(await inside.findByRole('alert')).toHaveTextContent(
    /^Lucía Ibáñez set this order to Delivered on .*2026, .*\. Nothing was changed; what you set now replaces it\.$/,
  )
  expect(order.status).toBe('delivered')
  expect(button('Delivered')).toBeDisabled()
  expect(inside.getByRole('listitem')).toHaveTextContent('Pending to Delivered by Lucía Ibáñez')
  expect(button('Cancel')).toHaveFocus()

  await cancel()
  await seeToast('Success', 'Order status updated to cancelled')
  expect(updates.map(({ seen }) => seen)).toEqual(['pending', 'delivered'])
  expect(inside.queryByRole('alert')).not.toBeInTheDocument()
})

it('reports another change when the history cannot tell whose', async () => {
  const { inside, order, press } = await open()
  server.use(http.post('*/rpc/order_history', () => broken()))
  order.status = 'completed'
  await press('Processing')
  expect(await inside.findByRole('alert')).toHaveTextContent(
    'This order was set to Completed since you opened it. Nothing was changed; what you set now replaces it.',
  )
})

it('succeeds when the order already has the status', async () => {
  const { inside, order, button, press } = await open()
  order.status = 'delivered'
  await press('Delivered')
  await seeToast('Success', 'Order status updated to delivered')
  expect(inside.queryByRole('alert')).not.toBeInTheDocument()
  expect(button('Delivered')).toBeDisabled()
})

it('reports that the order was deleted', async () => {
  const { inside, served, press } = await open()
  served.orders = []
  await press('Delivered')
  await failed()
  expect(await inside.findByText('Order not found.')).toBeVisible()
  expect(toastsTitled('Error')).toBe(1)
})

it.each([
  ['as it is now', 12, 'Tamsin Ferreira has 12 tokens, the order needs 25. Nothing was changed.'],
  [
    'unless it has risen since',
    87,
    'The balance of Tamsin Ferreira did not cover the 25 tokens of this order. Nothing was changed.',
  ],
])('shows the balance that does not cover the order, %s', async (_case, current_tokens, message) => {
  const { inside, order, button, press } = await open({ status: 'cancelled' })
  refuse(() => refusal(402, 'insufficient_tokens'))
  order.profile = { name: 'Tamsin Ferreira', email: 'tamsin@ferreira.example', current_tokens }
  await press('Delivered')
  await failed()
  expect(await inside.findByRole('alert')).toHaveTextContent(message)
  expect(await inside.findByText('Cancelled', { selector: '.bg-surface-sunk' })).toBeVisible()
  expect(button('Delivered')).toBeEnabled()
})

it('shows only the specified toast for any other failure', async () => {
  const { inside, button, press } = await open()
  refuse(() => broken())
  await press('Delivered')
  await failed()
  expect(inside.queryByRole('alert')).not.toBeInTheDocument()
  await waitFor(() => expect(button('Delivered')).toHaveFocus())
})

it('says that the result is unknown when the response is lost', async () => {
  const { inside, press } = await open()
  refuse(() => HttpResponse.error())
  await press('Delivered')
  await failed()
  expect(await inside.findByRole('alert')).toHaveTextContent(
    'The server did not respond, so the status may or may not have changed. It is safe to try again.',
  )
})
