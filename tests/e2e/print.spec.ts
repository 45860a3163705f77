import type { Page } from '@playwright/test'
import { member, signIn } from './support/people.ts'
import { withId } from './support/screens.ts'
import { expect, test } from './support/test.ts'

/** The number of sheets, and the words on them. */
async function print(page: Page) {
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
  await page.emulateMedia({ media: 'print' })
  return { sheets: pdf.match(/\/Type \/Page\b/g)?.length, text: await page.locator('body').innerText() }
}

test.beforeEach(({ page }) => signIn(page, member))

test('prints the statement of a month on one sheet, and nothing else (D47)', async ({ page }) => {
  await page.goto('/dashboard/transactions?statement=newest')
  await expect(page.getByText(/^Head of the chain after entry/)).toBeVisible()
  const { sheets, text } = await print(page)
  expect(sheets).toBe(1)
  expect(text).toMatch(/Statement of tokens[\s\S]*Closing balance[\s\S]*Printed on [^\n]*$/)
  expect(text).not.toMatch(/Token History|Sign Out/)
})

test('prints the invoice of an order on one sheet, and nothing else', async ({ page }) => {
  await page.goto(await withId('/dashboard/orders/ORD-000001'))
  await page.getByRole('button', { name: 'Open the invoice' }).click()
  await expect(page.getByRole('dialog', { name: 'Invoice' })).toContainText('ORD-000001')
  const { sheets, text } = await print(page)
  expect(sheets).toBe(1)
  expect(text).toContain('ORD-000001')
  expect(text).not.toMatch(/Order History|Sign Out/)
})
