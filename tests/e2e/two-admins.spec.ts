import { freshCode, newMember } from './support/members.ts'
import { newAdmin, newBenefit, placeOrder, tokensOf } from './support/seed.ts'
import { expect, test } from './support/test.ts'

test('two admins set the status of an order: the second one learns of the first before deciding', async ({
  open,
}) => {
  const buyer = await newMember('Otto Order')
  const order = await placeOrder(buyer, await newBenefit(`Shared ${freshCode(6)}`, 10))
  const path = `/admin/orders?order=${order.id}`
  const first = await open(await newAdmin('Ada First'), path)
  const second = await open(await newAdmin('Bob Second'))
  // Not live: otherwise it might learn of the change before its own.
  await second.routeWebSocket(/\/realtime\//, () => {})
  await second.goto(path)
  const status = second
    .getByRole('dialog', { name: 'Order Details' })
    .getByRole('button', { name: 'Processing' })
  await expect(status).toBeEnabled()

  await first.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await first.getByRole('button', { name: 'Cancel order' }).click()
  await expect(first.getByText('Order status updated to cancelled')).toBeVisible()
  expect(await tokensOf(buyer)).toBe(25)

  await status.click()
  await expect(second.getByText('Failed to update order status')).toBeVisible()
  const notice = second.getByRole('alert').filter({ hasText: 'Ada First set this order to Cancelled' })
  await expect(notice).toContainText('Nothing was changed; what you set now replaces it.')
  expect(await tokensOf(buyer)).toBe(25)

  await status.click()
  await expect(second.getByText('Order status updated to processing')).toBeVisible()
  await expect(second.getByText('Failed to update order status')).toBeHidden()
  expect(await tokensOf(buyer)).toBe(15)
})
