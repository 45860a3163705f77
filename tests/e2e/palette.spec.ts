import { checkThemes } from './support/axe.ts'
import { admin as demoAdmin, member as demoMember, signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('admins reach an order, a person and a screen by keyboard alone', async ({ page }) => {
  await signIn(page, demoAdmin)
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: /^Total Users: / })).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Search' })
  const field = palette.getByRole('combobox')
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('tamsin')
  const person = palette
    .getByRole('group', { name: 'Users' })
    .getByRole('option', { name: /Tamsin Ferreira/ })
  await expect(person).toBeVisible()
  await checkThemes(page)
  await page.keyboard.press('ArrowUp')
  await expect(palette.getByRole('option', { selected: true })).toHaveText(/Tamsin Ferreira/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Tamsin Ferreira' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Search( Ctrl K)?$/ }).click()
  await expect(field).toBeFocused()
  await page.keyboard.type('ORD-000039')
  await expect(palette.getByRole('option')).toHaveText([/ORD-000039/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/orders\?order=/)
  await expect(page.getByRole('dialog').getByText('ORD-000039')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('invite')
  await palette.getByRole('option', { name: 'Invite Codes' }).click()
  await expect(page).toHaveURL('/admin/invite-codes')
})

test('members find their own orders and what a failing search leaves', async ({ page }) => {
  await signIn(page, demoMember)
  const palette = page.getByRole('dialog', { name: 'Search' })
  await expect(page.getByRole('button', { name: /^Spent: / })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('minutes')
  await expect(palette.getByRole('group', { name: 'Your orders' }).getByRole('option')).toHaveText([
    /Minutes/,
  ])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/orders\//)

  await page.route('**/rpc/search_everything', (route) => route.abort())
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('token history')
  await expect(palette.getByText('The search could not be completed.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/transactions')
})
