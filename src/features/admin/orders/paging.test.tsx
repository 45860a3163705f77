import { screen, waitFor } from '@testing-library/react'
import { urlParams } from '@tests/support/open-page'
import { adminOrders, serveOrders } from '@tests/support/orders-api'
import { openOrders, orderNumbers, signInAsAdmin } from '@tests/support/orders-page'
import { beforeEach, expect, it } from 'vitest'

beforeEach(signInAsAdmin)

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `ORD-${String(first + index).padStart(6, '0')}`)

const see = (first: number, last: number) =>
  waitFor(() => expect(orderNumbers()).toEqual(numbers(first, last)))

it('shows no pager for a single page', async () => {
  serveOrders({ orders: adminOrders(25) })
  openOrders()
  await see(1, 25)
  expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument()
})

it('pages through orders of the same moment', async () => {
  const orders = adminOrders(60, { created_at: '2026-11-20T10:00:00Z' })
  orders.sort((a, b) => b.id.localeCompare(a.id))
  for (const [index, number] of numbers(1, 60).entries()) orders[index]!.order_number = number
  const { lists } = serveOrders({ orders })
  const { user } = openOrders()
  await see(1, 25)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await see(26, 50)
  expect(lists.map((query) => query.get('order'))).toEqual(lists.map(() => 'created_at.desc,id.desc'))
})

it('moves the focus to the pager when the pressed button becomes disabled', async () => {
  serveOrders({ orders: adminOrders(30) })
  const { user } = openOrders()
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  await see(26, 30)
  expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveFocus()
})

it('stays on its page while the details of an order are open', async () => {
  serveOrders({ orders: adminOrders(60) })
  const { user } = openOrders('?page=2')
  await user.click(await screen.findByRole('button', { name: 'Details of ORD-000030' }))
  expect(await screen.findByRole('dialog', { busy: false })).toBeVisible()
  expect(urlParams().get('page')).toBe('2')
  await user.keyboard('{Escape}')
  expect(urlParams().toString()).toBe('page=2')
})
