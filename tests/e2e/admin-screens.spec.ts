import { expect, test } from '@playwright/test'
import { tabAndPress, tabAndType, tabTo } from './support/keyboard.ts'
import { freshCode, newMember } from './support/members.ts'
import { newAdmin, newBenefit, openAs, placeOrder } from './support/office.ts'

test('a notice on a phone leaves the buttons of a dialog free', async ({ browser, request, baseURL }) => {
  const url = baseURL ?? ''
  const buyer = await newMember(url, request, 'Paula Phone')
  const order = await placeOrder(buyer, await newBenefit(url, `Phone ${freshCode(6)}`, 20))
  const admin = await newAdmin(url, request, 'Theo Thumb')
  const page = await openAs(browser, admin, `/admin/orders?order=${order.id}`)
  await page.setViewportSize({ width: 390, height: 844 })
  const dialog = page.getByRole('dialog', { name: 'Order Details' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Order status updated to cancelled')).toBeVisible()
  await placeOrder(buyer, await newBenefit(url, `Phone ${freshCode(6)}`, 20))
  await dialog.getByRole('button', { name: 'Delivered' }).click()
  await expect(page.getByText('Failed to update order status')).toBeVisible()
  for (const name of ['Processing', 'Complete', 'Delivered']) {
    await dialog.getByRole('button', { name }).click({ trial: true })
  }
  await page.context().close()
})

test('an order is delivered and found in the log by keyboard alone', async ({
  browser,
  request,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const buyer = await newMember(url, request, `Kit Keys ${freshCode(6)}`)
  const order = await placeOrder(buyer, await newBenefit(url, `Keys ${freshCode(6)}`, 5))
  const admin = await newAdmin(url, request, 'Kai Keyboard')
  const page = await openAs(browser, admin, '/dashboard')
  const nav = page.getByRole('navigation', { name: 'Admin' })
  await tabAndPress(page, page.getByRole('link', { name: 'Admin Panel' }), 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .or(page.getByRole('heading', { level: 1 }))
      .locator(':scope:focus'),
  ).toHaveCount(1)
  await page.reload()
  await tabAndPress(page, nav.getByRole('link', { name: /^Orders/ }), 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type(buyer.name)
  await expect(page.getByText(`matching "${buyer.name}"`)).toBeVisible()
  const opener = page.getByRole('button', { name: `Details of ${order.number}` })
  await tabAndPress(page, opener, 'Enter')

  const dialog = page.getByRole('dialog', { name: 'Order Details' })
  await tabAndPress(page, dialog.getByRole('button', { name: 'Delivered' }), 'Space')
  await expect(page.getByText('Order status updated to delivered')).toBeVisible()
  for (let stop = 0; stop < 8; stop++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await page.reload()
  await tabAndPress(page, nav.getByRole('link', { name: 'Activity' }), 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeFocused()
  await tabTo(page, page.getByRole('combobox', { name: 'Show' }))
  await page.keyboard.type('Orders')
  await tabAndType(page, page.getByRole('searchbox', { name: 'Search activity' }), order.number)
  const sentence = `Kai Keyboard changed the status of ${order.number} from Pending to Delivered`
  const entry = page.getByRole('listitem').filter({ hasText: sentence })
  await expect(entry).toBeVisible()
  await tabAndPress(page, entry.getByRole('button', { name: 'Before and after' }), 'Enter')
  await expect(entry.getByRole('row', { name: 'Status' })).toContainText('Pending')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Pending to Delivered')).toBeVisible()
  await page.context().close()
})
