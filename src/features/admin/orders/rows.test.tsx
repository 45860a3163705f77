import { screen, within } from '@testing-library/react'
import { adminOrder, adminOrders, serveOrders } from '@tests/support/orders-api'
import { address, openOrders } from '@tests/support/orders-page'
import { expect, it } from 'vitest'

const row = (name: RegExp) => screen.findByRole('row', { name })
const dialog = () => screen.queryByRole('dialog')

it('opens an order by a click anywhere in its row', async () => {
  const orders = adminOrders(2)
  serveOrders({ orders })
  const { user } = openOrders('?status=pending')
  await user.click(within(await row(/ORD-000002/)).getByText('Keystone Vault'))
  expect(await screen.findByRole('dialog', { name: 'Order Details' })).toBeVisible()
  expect(Object.fromEntries(address())).toEqual({ status: 'pending', order: orders[1]?.id })
})

it('opens an order by the keyboard, at its number', async () => {
  const orders = adminOrders(1)
  serveOrders({ orders })
  const { user } = openOrders()
  const number = await screen.findByRole('link', { name: 'ORD-000001' })
  number.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Order Details' })).toBeVisible()
  expect(address().get('order')).toBe(orders[0]?.id)
})

it('opens nothing by a click that selects text, or with a key held', async () => {
  serveOrders({ orders: adminOrders(1) })
  const { user } = openOrders()
  const benefit = within(await row(/ORD-000001/)).getByText('Keystone Vault')
  window.getSelection()?.selectAllChildren(benefit)
  // The selection is made before the click that ends it.
  benefit.click()
  expect(dialog()).not.toBeInTheDocument()
  window.getSelection()?.removeAllRanges()
  await user.keyboard('{Control>}')
  await user.click(benefit)
  await user.keyboard('{/Control}')
  expect(dialog()).not.toBeInTheDocument()
})

it('leads from the name of a customer to the person, and does not open the order', async () => {
  const order = adminOrder()
  serveOrders({ orders: [order] })
  const { user } = openOrders()
  await user.click(await screen.findByRole('link', { name: 'Tamsin Ferreira' }))
  expect(screen.getByText(`elsewhere: /admin/users?person=${order.user_id}`)).toBeVisible()
  expect(dialog()).not.toBeInTheDocument()
})

it('does not link a deleted user', async () => {
  const erased = { user_id: null, profile: null, customer_name: null, customer_email: null }
  serveOrders({ orders: [adminOrder(erased)] })
  const { user } = openOrders()
  expect(within(await row(/Deleted user/)).queryByRole('link', { name: /Deleted user/ })).toBeNull()
  await user.click(screen.getByText('Deleted user'))
  const details = within(await screen.findByRole('dialog', { name: 'Order Details', busy: false }))
  expect(await details.findByText('Deleted user')).toBeVisible()
  expect(details.queryByRole('link', { name: /Deleted user/ })).toBeNull()
})
