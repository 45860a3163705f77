import { tabAndPress, tabAndType, tabTo } from './support/keyboard.ts'
import { freshCode } from './support/members.ts'
import { newBenefit, placeOrder } from './support/seed.ts'
import { expect, test } from './support/test.ts'

test('from sign-in to an order by keyboard alone', async ({ page, newMember }) => {
  const { email, password } = await newMember('Kay Keys')
  await page.goto('/')
  await tabAndPress(page, page.getByRole('link', { name: 'Skip to content' }), 'Enter')
  await page.keyboard.press('Shift+Tab')
  await page.reload()
  await tabAndPress(page, page.getByRole('banner').getByRole('link', { name: 'Sign In' }), 'Enter')

  await tabAndType(page, page.getByRole('textbox', { name: 'Email' }), email)
  await tabAndType(page, page.getByLabel('Password', { exact: true }), password)
  await tabAndPress(page, page.getByRole('button', { name: 'Sign In' }), 'Space')

  await expect(page.getByText('Successfully signed in.')).toBeVisible()
  await tabAndPress(page, page.getByRole('link', { name: 'Browse Benefits' }).first(), 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Browse Benefits' })).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('operating')
  await expect(page.getByText(/matching "operating"/)).toBeVisible()
  const opener = page.getByRole('button', { name: 'Redeem Operating Manual for 12 tokens' })
  await tabAndPress(page, opener, 'Enter')

  const dialog = page.getByRole('dialog', { name: 'Redeem Operating Manual' })
  await test.step('the dialog keeps the focus, and Escape gives it back', async () => {
    await tabTo(page, dialog.getByLabel('Delivery email'))
    for (let stop = 0; stop < 6; stop++) {
      await page.keyboard.press('Tab')
      await expect(dialog.locator(':focus')).toHaveCount(1)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await page.keyboard.press('Enter')
  await tabAndPress(page, dialog.getByRole('button', { name: /^Redeem for/ }), 'Enter')
  await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await tabAndPress(page, page.getByRole('link', { name: 'Order History' }), 'Enter')
  await expect(page.getByRole('row', { name: 'Operating Manual' })).toBeVisible()
})

test('an order is delivered and found in the log by keyboard alone', async ({
  newMember,
  newAdmin,
  open,
  baseURL,
}) => {
  const buyer = await newMember(`Kit Keys ${freshCode(6)}`)
  const order = await placeOrder(buyer, await newBenefit(baseURL ?? '', `Keys ${freshCode(6)}`, 5))
  const page = await open(await newAdmin('Kai Keyboard'), '/dashboard')
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
})
