import { screen, waitFor, within } from '@testing-library/react'
import { adminOrders, serveOrders } from '@tests/support/orders-api'
import { openOrders } from '@tests/support/orders-page'
import { seeToast } from '@tests/support/toasts'
import { expect, it } from 'vitest'

const details = (number: number) => screen.findByRole('button', { name: `Details of ORD-00000${number}` })

/** Opens the details of one of three pending orders, sets a status or none, and closes them. */
async function visit(number: number, query: string, button?: string) {
  serveOrders({ orders: adminOrders(3) })
  const { user } = openOrders(query)
  await user.click(await details(number))
  const dialog = await screen.findByRole('dialog', { name: 'Order Details', busy: false })
  if (button) {
    await user.click(await within(dialog).findByRole('button', { name: button }))
    await seeToast('Success', /^Order status updated/)
  }
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
}

it.each([
  ['stays in the list', '', 1, 2],
  ['is the last one and stays', '', 3, 3],
  ['leaves the list', '?status=pending', 1, 2],
  ['leaves the middle of the list', '?status=pending', 2, 3],
  ['was the last one of the list and leaves it', '?status=pending', 3, 2],
])(
  'after a change of status the focus is in the next row where the order %s',
  async (_case, query, from, to) => {
    await visit(from, query, 'Processing')
    expect(await details(to)).toHaveFocus()
  },
)

it('the focus goes back to the row that was opened where no status was changed', async () => {
  await visit(2, '')
  expect(await details(2)).toHaveFocus()
})

it('the focus goes to the page where the only order leaves the list', async () => {
  serveOrders({ orders: adminOrders(1) })
  const { user } = openOrders('?status=pending')
  await user.click(await details(1))
  const dialog = await screen.findByRole('dialog', { name: 'Order Details', busy: false })
  await user.click(await within(dialog).findByRole('button', { name: 'Processing' }))
  await seeToast('Success', 'Order status updated to processing')
  await user.keyboard('{Escape}')
  expect(await screen.findByText('No orders match your search criteria.')).toBeVisible()
})
