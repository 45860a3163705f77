import { screen, waitFor, within } from '@testing-library/react'
import { urlParams } from '@tests/support/open-page'
import { adminOrder, adminOrders, serveOrders } from '@tests/support/orders-api'
import { openOrders, signInAsAdmin } from '@tests/support/orders-page'
import { seeToast } from '@tests/support/toasts'
import { beforeEach, describe, expect, it } from 'vitest'

beforeEach(signInAsAdmin)

const row = (name: RegExp) => screen.findByRole('row', { name })
const details = (number: number) => screen.findByRole('button', { name: `Details of ORD-00000${number}` })
const opened = () => screen.findByRole('dialog', { name: 'Order Details', busy: false })

it('opens an order by a click anywhere in its row', async () => {
  const orders = adminOrders(2)
  serveOrders({ orders })
  const { user } = openOrders('?status=pending')
  await user.click(within(await row(/ORD-000002/)).getByText('Keystone Vault'))
  expect(await screen.findByRole('dialog', { name: 'Order Details', busy: false })).toBeVisible()
  expect(Object.fromEntries(urlParams())).toEqual({ status: 'pending', order: orders[1]?.id })
})

it('opens nothing by a click that selects text, or with a modifier key', async () => {
  serveOrders({ orders: adminOrders(1) })
  const { user } = openOrders()
  const benefit = within(await row(/ORD-000001/)).getByText('Keystone Vault')
  window.getSelection()?.selectAllChildren(benefit)
  // The selection is made before the click that ends it.
  benefit.click()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  window.getSelection()?.removeAllRanges()
  await user.keyboard('{Control>}')
  await user.click(benefit)
  await user.keyboard('{/Control}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('links the name of a customer to the user, without opening the order', async () => {
  const order = adminOrder()
  serveOrders({ orders: [order] })
  const { user } = openOrders()
  await user.click(await screen.findByRole('link', { name: 'Tamsin Ferreira' }))
  expect(screen.getByText(`elsewhere: /admin/users?person=${order.user_id}`)).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('names a legacy order of a deleted user and benefit, without a link to the user', async () => {
  const erased = { user_id: null, profile: null, customer_name: null, customer_email: null }
  const bare = { order_number: null, benefit_name: null, benefit_token_value: null }
  serveOrders({ orders: [adminOrder({ ...erased, ...bare })] })
  openOrders()
  const legacy = within(await row(/Legacy Order/))
  expect(legacy.getByText('Deleted Benefit')).toBeVisible()
  expect(legacy.queryByRole('link', { name: /Deleted user/ })).toBeNull()
  expect(legacy.getByText('Deleted user')).toBeVisible()
})

describe('focus after closing the details', () => {
  it.each([
    ['where the order stays in the list', '', 1, 'Processing', 2],
    ['where the last order stays', '', 3, 'Processing', 3],
    ['where the order leaves the list', '?status=pending', 2, 'Processing', 3],
    ['where the last order leaves the list', '?status=pending', 3, 'Processing', 2],
    ['where no status was changed', '', 2, undefined, 2],
  ])('is in the right row %s', async (_case, query, from, button, to) => {
    serveOrders({ orders: adminOrders(3) })
    const { user } = openOrders(query)
    await user.click(await details(from))
    const dialog = await opened()
    if (button) {
      await user.click(await within(dialog).findByRole('button', { name: button }))
      await seeToast('Success', /^Order status updated/)
    }
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(await details(to)).toHaveFocus()
  })

  it('survives that the only order leaves the list', async () => {
    serveOrders({ orders: adminOrders(1) })
    const { user } = openOrders('?status=pending')
    await user.click(await details(1))
    await user.click(await within(await opened()).findByRole('button', { name: 'Processing' }))
    await seeToast('Success', 'Order status updated to processing')
    await user.keyboard('{Escape}')
    expect(await screen.findByText('No orders match your search criteria.')).toBeVisible()
  })
})
