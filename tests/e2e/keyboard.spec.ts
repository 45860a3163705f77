import { expect, test } from '@playwright/test'
import { tabAndPress, tabAndType, tabTo } from './support/keyboard.ts'
import { newMember } from './support/members.ts'

test('from sign-in to an order by keyboard alone', async ({ page, request, baseURL }) => {
  const { email, password } = await newMember(baseURL ?? '', request, 'Kay Keys')
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
