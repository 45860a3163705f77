import { expect, type Locator, type Page } from '@playwright/test'
import type { Member } from './test.ts'

/** Opens the dialog of a benefit of the demo data, which costs 15 tokens. */
export async function openRedemption(page: Page) {
  const benefit = 'Board Deck Kit'
  await page.getByRole('searchbox', { name: 'Search benefits' }).fill(benefit)
  await page.getByRole('button', { name: `Redeem ${benefit}` }).click()
  return page.getByRole('dialog', { name: `Redeem ${benefit}` })
}

export const submitOrder = (dialog: Locator) => dialog.getByRole('button', { name: /^Redeem for/ }).click()

/** Goes to the benefits, orders one, and sees it placed. */
export async function orderBenefit(page: Page) {
  await page.getByRole('link', { name: 'Browse Benefits' }).first().click()
  await submitOrder(await openRedemption(page))
  await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
}

/** How many orders a member has. */
export async function ordersOf({ client }: Member): Promise<number> {
  const { count } = await client.from('orders').select('id', { count: 'exact', head: true }).throwOnError()
  return count ?? 0
}
