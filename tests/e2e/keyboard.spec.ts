import { expectFocusTrapped, tabAndPress, tabAndType, tabTo } from './support/keyboard.ts'
import { freshCode, newMember } from './support/members.ts'
import { newAdmin, newBenefit, placeOrder } from './support/seed.ts'
import { expect, test } from './support/test.ts'

test('from sign-in to an order by keyboard alone', async ({ page }) => {
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
  await tabTo(page, dialog.getByLabel('Delivery email'))
  await expectFocusTrapped(page, dialog, opener)

  await page.keyboard.press('Enter')
  await tabAndPress(page, dialog.getByRole('button', { name: /^Redeem for/ }), 'Enter')
  await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
  await test.step('its page opens, where the file is downloaded and reported', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Operating Manual' })).toBeFocused()
    const download = page.waitForEvent('download')
    await tabAndPress(page, page.getByRole('button', { name: 'Download' }), 'Enter')
    expect((await download).suggestedFilename()).toBe('operating-manual.md')
    const report = page.getByRole('button', { name: 'It does not work' })
    await tabAndPress(page, report, 'Enter')
    const form = page.getByRole('dialog', { name: 'It does not work' })
    await tabTo(page, form.getByRole('radio').first())
    await page.keyboard.press('ArrowDown')
    await expect(form.getByRole('radio').nth(1)).toBeChecked()
    await tabAndPress(page, form.getByRole('button', { name: 'Send to an admin' }), 'Enter')
    await expect(page.getByText('An admin will look at it.')).toBeVisible()
    await expect(form).toBeHidden()
  })
  await tabAndPress(page, page.getByRole('link', { name: 'Order History' }).first(), 'Enter')
  await tabAndPress(page, page.getByRole('link', { name: /^ORD-/ }), 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Operating Manual' })).toBeFocused()
})

test('an order is delivered and found in the log by keyboard alone', async ({ open }) => {
  const buyer = await newMember(`Kit Keys ${freshCode(6)}`)
  const order = await placeOrder(buyer, await newBenefit(`Keys ${freshCode(6)}`, 5))
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
  await expectFocusTrapped(page, dialog, opener)

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
