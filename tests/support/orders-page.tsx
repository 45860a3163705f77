import { screen, within } from '@testing-library/react'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { AdminOrdersPage } from '@/features/admin/orders/page'
import { memberId } from './builders.ts'
import { openPage } from './open-page.tsx'
import { adminOrder, serveOrders } from './orders-api.ts'
import { signInAs } from './render.tsx'

/** Before each test of a page of orders, which says what is assigned to whom. */
export const signInAsAdmin = () => signInAs('henrik@guildhall.test', memberId)

/** Opens /admin/orders with a query string. */
export const openOrders = (query = '') => openPage(AdminOrdersPage, '/admin/orders', query)

/** 'X of Y orders', as it stands above the table. */
export const countLine = () =>
  within(screen.getByRole('region', { name: 'Orders' })).getAllByRole('status')[0]?.textContent

/** Opens the details of the one order there is. */
export async function openDetails(
  over: Partial<AdminOrder> = {},
  history: Parameters<typeof serveOrders>[0]['history'] = [],
) {
  const order = adminOrder(over)
  const served = { orders: [order], history }
  const sent = serveOrders(served)
  const { user } = openOrders()
  await user.click(await screen.findByRole('button', { name: /^Details of/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Order Details', busy: false })
  return { ...sent, order, served, user, dialog, inside: within(dialog) }
}
