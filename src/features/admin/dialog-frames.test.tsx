import { screen } from '@testing-library/react'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit, memberId } from '@tests/support/builders'
import { serveCodes } from '@tests/support/codes-api'
import { adminOrder, serveOrders } from '@tests/support/orders-api'
import { renderPage, signInAs } from '@tests/support/render'
import { henrik, serveUsers, tamsin } from '@tests/support/users-api'
import { beforeEach, expect, it, vi } from 'vitest'
import { AdminBenefitsPage } from './benefits/page'
import { TokenCodesPage } from './codes/token-codes-page'
import { AdminOrdersPage } from './orders/page'
import { UsersPage } from './users/page'

// The code of every dialog is still loading.
const never = vi.hoisted(() => () => new Promise<never>(() => {}))
vi.mock('./benefits/benefit-dialog', never)
vi.mock('./benefits/delete-benefit', never)
vi.mock('./codes/create/create-codes', never)
vi.mock('./orders/details/order-details-dialog', never)
vi.mock('./users/actions/edit-user', never)
vi.mock('./users/actions/make-admin', never)
vi.mock('./users/actions/delete-user', never)
vi.mock('./users/person/person-panel', never)

beforeEach(async () => {
  await signInAs('henrik@guildhall.test', memberId)
  serveCodes('redeem_codes', [])
  serveOrders({ orders: [adminOrder()] })
  serveAdminBenefits([benefit({ name: 'Lantern' })])
  serveUsers({ users: [tamsin(), henrik()] })
})

it.each([
  ['benefits', AdminBenefitsPage, 'Add Benefit', 'Create New Benefit'],
  ['benefits', AdminBenefitsPage, 'Edit Lantern', 'Edit Benefit'],
  ['benefits', AdminBenefitsPage, 'Delete Lantern', 'Delete Lantern'],
  ['token-codes', TokenCodesPage, 'Create Code', 'Create Code'],
  ['orders', AdminOrdersPage, 'Details of ORD-000148', 'Order Details'],
  ['users', UsersPage, 'Edit Tamsin Ferreira', 'Edit User'],
  ['users', UsersPage, 'Make Admin: Tamsin Ferreira', 'Make Tamsin Ferreira an admin?'],
  ['users', UsersPage, 'Delete Tamsin Ferreira', 'Delete Tamsin Ferreira'],
  ['users', UsersPage, 'Tamsin Ferreira', 'User'],
])('%s: opens the frame of a dialog before its code has loaded', async (path, Page, control, title) => {
  const { user } = renderPage(<Page />, { path: `/admin/${path}` })
  const role = title === 'User' ? 'link' : 'button'
  await user.click(await screen.findByRole(role, { name: control }))
  expect(screen.getByRole('dialog', { name: title, busy: true })).toBeVisible()
})
