import { screen, waitFor, within } from '@testing-library/react'
import { adminOrder, serveOrders } from '@tests/support/orders-api'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { AdminOrder } from '@/entities/admin-orders'
import { Component } from './page'

async function openDetails(
  over: Partial<AdminOrder> = {},
  history: Parameters<typeof serveOrders>[0]['history'] = [],
) {
  const served = serveOrders({ orders: [adminOrder(over)], history })
  const { user } = renderPage(<Component />, { path: '/admin/orders' })
  await user.click(await screen.findByRole('button', { name: /^Details of/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Order Details' })
  return { ...served, user, dialog, inside: within(dialog) }
}

const button = (dialog: HTMLElement, name: string) => within(dialog).getByRole('button', { name })

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
    expect(inside.getByText(text)).toBeVisible()
  }
  for (const name of ['Created', 'Updated']) {
    expect(inside.getByText(name).nextElementSibling).toHaveTextContent(/2026, \d/)
  }
  expect(inside.getByText(/^(Due|Overdue since) .*2026/)).toBeVisible()
})

it('names a legacy order of a deleted user, whose tokens nothing moves', async () => {
  const { inside } = await openDetails({
    order_number: null,
    user_id: null,
    profile: null,
    customer_name: null,
    customer_email: null,
    redemption_email: null,
  })
  expect(inside.getByText('Legacy Order')).toBeVisible()
  expect(inside.getByText('Deleted user')).toBeVisible()
  expect(inside.getByText('The account is deleted: no status moves any tokens.')).toBeVisible()
})

it('names the customer as the order recorded it, and as the person is called today', async () => {
  const { inside } = await openDetails({ profile: { name: 'Tamsin Reyes', email: 't@reyes.example' } })
  expect(inside.getByText('Tamsin Ferreira')).toBeVisible()
  expect(inside.getByText('Today: Tamsin Reyes, t@reyes.example')).toBeVisible()
})

it.each([
  ['Processing', 'processing'],
  ['Complete', 'completed'],
  ['Delivered', 'delivered'],
  ['Cancel', 'cancelled'],
])('%s sets the status to %s, shows it and says so', async (name, status) => {
  const { dialog, user, updates } = await openDetails()
  await user.click(button(dialog, name))
  expect(await screen.findByText(`Order status updated to ${status}`)).toBeVisible()
  expect(updates).toEqual([{ id: expect.any(String), body: { status, updated_at: expect.any(String) } }])
  expect(button(dialog, name)).toBeDisabled()
  expect(within(dialog).getByRole('heading', { name: 'ORD-000148' })).toHaveFocus()
})

it('disables the button of the current status only', async () => {
  const { dialog } = await openDetails({ status: 'completed' })
  expect(button(dialog, 'Complete')).toBeDisabled()
  for (const name of ['Processing', 'Delivered', 'Cancel']) expect(button(dialog, name)).toBeEnabled()
})

it('says what cancelling gives back, and what leaving cancelled takes', async () => {
  const { dialog, user, inside } = await openDetails()
  expect(inside.getByText('Cancelling gives 25 tokens back to Tamsin Ferreira.')).toBeVisible()
  await user.click(button(dialog, 'Cancel'))
  expect(
    await inside.findByText(
      '25 tokens went back to Tamsin Ferreira. Any other status takes them again, if the balance allows it.',
    ),
  ).toBeVisible()
})

it('says that nothing changed when the balance is too short to leave cancelled', async () => {
  const { dialog, user, inside } = await openDetails({ status: 'cancelled' })
  server.use(
    http.patch('*/rest/v1/orders', () =>
      HttpResponse.json({ code: 'PT402', message: 'insufficient_tokens' }, { status: 402 }),
    ),
  )
  await user.click(button(dialog, 'Delivered'))
  const toasts = await screen.findByRole('region', { name: /Notifications/ })
  expect(await within(toasts).findByText('Failed to update order status')).toBeVisible()
  expect(within(toasts).getByText('Error')).toBeVisible()
  expect(inside.getByText('Cancelled')).toBeVisible()
  expect(button(dialog, 'Delivered')).toBeEnabled()
})

it('tells who changed the status, from what to what', async () => {
  const { inside } = await openDetails({ status: 'delivered' }, [
    { at: '2026-11-20T11:00:00Z', actor_name: 'Henrik Vos', from_status: 'pending', to_status: 'processing' },
    { at: '2026-11-20T12:00:00Z', actor_name: null, from_status: 'processing', to_status: 'delivered' },
  ])
  const entries = (await inside.findAllByRole('listitem')).map((entry) => entry.textContent)
  expect(entries[0]).toMatch(/^Pending to Processing by Henrik Vos/)
  expect(entries[1]).toMatch(/^Processing to Delivered by Deleted user/)
})

it('says when no status was changed yet', async () => {
  const { inside } = await openDetails()
  expect(await inside.findByText('The status has not been changed yet.')).toBeVisible()
})

it('keeps the facts when the history fails', async () => {
  serveOrders({ orders: [adminOrder()] })
  server.use(
    http.post('*/rpc/order_history', () =>
      HttpResponse.json({ code: 'PT403', message: 'not_admin' }, { status: 403 }),
    ),
  )
  const { user } = renderPage(<Component />, { path: '/admin/orders' })
  await user.click(await screen.findByRole('button', { name: /^Details of/ }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('The history could not be loaded.')).toBeVisible()
  expect(within(dialog).getByText('Keystone Vault')).toBeVisible()
})

it('opens by its address, and says when there is no such order', async () => {
  serveOrders({ orders: [] })
  renderPage(<Component />, { path: '/admin/orders', route: '/admin/orders?order=unknown' })
  const dialog = await screen.findByRole('dialog', { name: 'Order Details' })
  expect(await within(dialog).findByText('Failed to load orders')).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Try again' })).toBeVisible()
})

it('closes with Escape and gives the focus back', async () => {
  const { user } = await openDetails()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: /^Details of/ })).toHaveFocus())
})
