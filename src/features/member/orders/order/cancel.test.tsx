import { screen, waitFor, within } from '@testing-library/react'
import { refusal } from '@tests/support/member-api'
import { goOffline } from '@tests/support/offline'
import { openOrder, orderId, serveOrder } from '@tests/support/order-page'
import { signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'

beforeEach(() => signInAs())

type Served = ReturnType<typeof serveOrder>

const setStatus = (served: Served, status: string) => {
  served.orders.rows = served.orders.rows.map((row) => ({ ...row, status }))
}

/** Opens the question about a pending order for 35 tokens; `respond` is the server's response to each cancellation. */
async function openQuestion(respond: (served: Served) => Response, over: { from_stock?: boolean } = {}) {
  const served = serveOrder({ order: { benefit_token_value: 35, ...over } })
  const calls: unknown[] = []
  server.use(
    http.post('*/rest/v1/rpc/cancel_my_order', async ({ request }) => {
      calls.push(await request.json())
      return respond(served)
    }),
  )
  const page = openOrder()
  await page.user.click(await screen.findByRole('button', { name: 'Cancel order' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this order?', busy: false })
  const inside = within(dialog)
  const confirm = () => page.user.click(inside.getByRole('button', { name: 'Cancel order' }))
  return { ...page, served, calls, dialog, inside, confirm }
}

const cancel = (served: Served) => {
  setStatus(served, 'cancelled')
  return HttpResponse.json('2026-11-23T10:00:00+00:00')
}

it('spells out the refund, cancels once and shows the cancelled order', async () => {
  const { calls, dialog, confirm } = await openQuestion(cancel)
  expect(dialog).toHaveTextContent('Keystone Vault, ORD-000148')
  const sum = within(dialog).getByRole('region', { name: 'What comes back' })
  expect(sum).toHaveTextContent('Balance now87 tokensTokens back+35Balance after122 tokens')
  expect(dialog).toHaveTextContent(/It is still pending, so nothing has been delivered\.Keep order/)
  await confirm()
  expect(await screen.findByText('This order was cancelled and 35 tokens came back.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  expect(calls).toEqual([{ p_order_id: orderId }])
})

it('says who gets the place of a benefit with a stock', async () => {
  const { dialog } = await openQuestion(cancel, { from_stock: true })
  expect(dialog).toHaveTextContent('nothing has been delivered. The place goes to the next member.')
})

it('leaves the order alone', async () => {
  const { user, inside, calls } = await openQuestion(cancel)
  await user.click(inside.getByRole('button', { name: 'Keep order' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Cancel order' })).toHaveFocus()
  expect(calls).toEqual([])
})

it.each(['processing', 'completed', 'delivered', 'cancelled'])(
  'offers nothing for an order %s',
  async (status) => {
    serveOrder({ order: { status } })
    openOrder()
    expect(await screen.findByRole('heading', { level: 1, name: 'Keystone Vault' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  },
)

it('says that an admin was faster, and offers only to close', async () => {
  const { user, inside, confirm } = await openQuestion((served) => {
    setStatus(served, 'processing')
    return refusal(409, 'order_not_pending')
  })
  await confirm()
  expect(await inside.findByRole('alert')).toHaveTextContent(/^An admin started working on this order/)
  await waitFor(() => expect(inside.getByRole('button', { name: 'Cancel order' })).toBeDisabled())
  expect(inside.queryByText(/still pending/)).toBeNull()
  const [, close] = inside.getAllByRole('button', { name: 'Close' }).reverse()
  await user.click(close ?? document.body)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each([
  [404, 'order_not_found', 'This order is no longer yours.'],
  [500, 'anything else', 'The order was not cancelled. Please try again.'],
])('shows the refusal %s %s in the dialog', async (status, code, message) => {
  const { inside, confirm } = await openQuestion(() => refusal(status, code))
  await confirm()
  expect(await inside.findByRole('alert')).toHaveTextContent(message)
})

it('closes after a lost response if the order shows the cancellation', async () => {
  const { confirm } = await openQuestion((served) => {
    setStatus(served, 'cancelled')
    return HttpResponse.error()
  })
  await confirm()
  expect(await screen.findByText('This order was cancelled and 35 tokens came back.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('says after a lost response that it is safe to try again, and does not by itself', async () => {
  const { inside, calls, confirm } = await openQuestion(() => HttpResponse.error())
  await confirm()
  expect(await inside.findByRole('alert')).toHaveTextContent(/may or may not have been cancelled/)
  expect(calls).toHaveLength(1)
})

it('sends nothing offline', async () => {
  const { inside, calls, confirm } = await openQuestion(cancel)
  goOffline()
  await confirm()
  expect(await inside.findByRole('alert')).toHaveTextContent(/^You are offline, so nothing was sent/)
  expect(calls).toEqual([])
})
