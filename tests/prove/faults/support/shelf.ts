import type { Page } from '@playwright/test'
import type { newMember } from '../../../e2e/support/members.ts'

type Member = Pick<Awaited<ReturnType<typeof newMember>>, 'client' | 'id'>

/** Opens the redemption of a benefit on the price list. */
export async function openRedemption(page: Page, benefit: string) {
  await page.getByRole('searchbox', { name: 'Search benefits' }).fill(benefit)
  await page.getByRole('button', { name: `Redeem ${benefit}` }).click()
  return page.getByRole('dialog', { name: `Redeem ${benefit}` })
}

/** How many orders a member has, as the member reads it. */
export async function ordersOf({ client, id }: Member): Promise<number> {
  const { count } = await client
    .from('orders')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', id)
    .throwOnError()
  return count ?? 0
}
