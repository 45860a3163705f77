import { screen, within } from '@testing-library/react'
import { AdminOrdersPage } from '@/features/admin/orders/page'
import { memberId } from './builders.ts'
import { openPage } from './open-page.tsx'
import { signInAs } from './render.tsx'

/** Before each test of a page of orders, which says what is assigned to whom. */
export const signInAsAdmin = () => signInAs('henrik@guildhall.test', memberId)

/** Opens /admin/orders with a query string. */
export const openOrders = (query = '') => openPage(AdminOrdersPage, '/admin/orders', query)

/** 'X of Y orders', as it stands above the table. */
export const countLine = () =>
  within(screen.getByRole('region', { name: 'Orders' })).getAllByRole('status')[0]?.textContent
