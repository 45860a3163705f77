import { checkThemes, closed, settled } from './support/checks.ts'
import { expectFocusTrapped, tabAndPress, tabAndType, tabTo } from './support/keyboard.ts'
import { freshCode, newAdmin, newMember } from './support/people.ts'
import { newBenefit, placeOrder } from './support/rows.ts'
import { expect, test } from './support/test.ts'

test('signs in by keyboard alone', async ({ page }) => {
  const { email, password } = await newMember('Kay Keys')
  await page.goto('/')
  await tabAndPress(page, page.getByRole('link', { name: 'Skip to content' }), 'Enter')
  await page.reload()
  await tabAndPress(page, page.getByRole('banner').getByRole('link', { name: 'Sign In' }), 'Enter')
  await tabAndType(page, page.getByRole('textbox', { name: 'Email' }), email)
  await tabAndType(page, page.getByLabel('Password', { exact: true }), password)
  await tabAndPress(page, page.getByRole('button', { name: 'Sign In' }), 'Space')
  await expect(page.getByText('Successfully signed in.')).toBeVisible()
})

test('orders a benefit, downloads it and reports it by keyboard alone', async ({ open }) => {
  const page = await open(await newMember('Kay Keys'), '/dashboard')
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

  await expect(page.getByRole('heading', { level: 1, name: 'Your file is ready' })).toBeFocused()
  const download = page.waitForEvent('download')
  await tabAndPress(page, page.getByRole('button', { name: 'Download' }), 'Enter')
  expect((await download).suggestedFilename()).toBe('operating-manual.md')
  await tabAndPress(page, page.getByRole('button', { name: "It doesn't work" }), 'Enter')
  const form = page.getByRole('dialog', { name: "It doesn't work" })
  await tabTo(page, form.getByRole('radio').first())
  await page.keyboard.press('ArrowDown')
  await expect(form.getByRole('radio').nth(1)).toBeChecked()
  await tabAndPress(page, form.getByRole('button', { name: 'Send the report' }), 'Enter')
  await expect(page.getByText('An admin will look at it.')).toBeVisible()
})

test('delivers an order and finds it in the log by keyboard alone', async ({ open }) => {
  const order = await placeOrder(await newMember('Kit Keys'), await newBenefit(`Keys ${freshCode()}`))
  const page = await open(await newAdmin('Kai Keyboard'), '/dashboard')
  const nav = page.getByRole('navigation', { name: 'Admin' })
  await tabAndPress(page, page.getByRole('link', { name: 'Admin Panel' }), 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.reload()
  await tabAndPress(page, nav.getByRole('link', { name: /^Orders/ }), 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type(order.number)
  await expect(page.getByText(`matching "${order.number}"`)).toBeVisible()
  const opener = page.getByRole('button', { name: `Details of ${order.number}` })
  await tabAndPress(page, opener, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Order Details' })
  await expect(dialog).toBeVisible()
  await settled(page)
  await tabAndPress(page, dialog.getByRole('button', { name: 'Delivered' }), 'Space')
  // Else what arrives above it pushes a focused field away.
  await settled(page)
  await tabAndPress(page, dialog.getByRole('button', { name: 'Without content' }), 'Space')
  await expect(page.getByText('Order status updated to delivered')).toBeVisible()
  await expectFocusTrapped(page, dialog, opener)
  await closed(page)

  await page.goto('/admin/activity')
  await tabAndType(page, page.getByRole('searchbox', { name: 'Search activity' }), order.number)
  await tabTo(page, page.getByRole('combobox', { name: 'Show' }))
  await page.keyboard.type('Orders')
  const sentence = `Kai Keyboard changed the status of ${order.number} from Pending to Delivered`
  const entry = page.getByRole('listitem').filter({ hasText: sentence })
  await tabAndPress(page, entry.getByRole('button', { name: 'Before and after' }), 'Enter')
  await expect(entry.getByRole('row', { name: 'Status' })).toContainText('Pending')
})

test('admins reach a person, an order and a screen from the search by keyboard alone', async ({
  open,
  demo,
}) => {
  const page = await open(demo.admin, '/admin')
  await expect(page.getByText('Total Users')).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Search' })
  const search = async (text: string) => {
    // Again, as a person does whose first press came before the page listened.
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await expect(palette.getByRole('combobox')).toBeFocused({ timeout: 5_000 })
    }).toPass()
    await page.keyboard.type(text)
  }
  await search('tamsin')
  const person = palette.getByRole('option', { name: /^Tamsin Ferreira/ })
  await expect(person).toBeVisible()
  await checkThemes(page)
  await expect(palette.getByRole('option', { selected: true })).toHaveText(/Tamsin Ferreira/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Tamsin Ferreira' })).toBeVisible()
  await settled(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await search('ORD-000039')
  await expect(palette.getByRole('option')).toHaveText([/ORD-000039/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/orders\?order=/)
  await expect(page.getByRole('dialog').getByText('ORD-000039')).toBeVisible()
  await settled(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await search('invite')
  await palette.getByRole('option', { name: 'Invite Codes' }).click()
  await expect(page).toHaveURL('/admin/invite-codes')
})
