import { expect, type Locator, type Page } from '@playwright/test'
import { adminClient } from './client.ts'
import type { newMember } from './members.ts'
import { type newBenefit, newOrder } from './seed.ts'

type Member = Awaited<ReturnType<typeof newMember>>
type Benefit = Awaited<ReturnType<typeof newBenefit>>

/** The database accepts this many orders in one statement. */
const maxOrders = 100

/** Places `count` orders of a member, who is given the tokens for them; returns their ids. */
export async function placeOrders(member: Member, benefit: Benefit, count: number): Promise<string[]> {
  const { client } = await adminClient()
  await client
    .from('profiles')
    .update({
      current_tokens: count * benefit.token_value,
      adjustment_reason: 'For one test',
    })
    .eq('id', member.id)
    .throwOnError()
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  for (let from = 0; from < count; from += maxOrders) {
    const orders = ids.slice(from, from + maxOrders).map((id) => newOrder(id, member, benefit))
    await member.client.from('orders').insert(orders).throwOnError()
  }
  return ids
}

/** How many orders of a benefit have each status. */
export async function statusesOf(benefit: Benefit): Promise<Record<string, number>> {
  const { client } = await adminClient()
  const { data } = await client
    .from('orders')
    .select('status')
    .eq('benefit_id', benefit.id)
    .limit(1000)
    .throwOnError()
  const counts: Record<string, number> = {}
  for (const { status } of data) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** The orders of one benefit. */
export const deskOf = (benefit: Benefit) => `/admin/orders?benefit=${benefit.id}`

/** 'X of Y orders' above the list, with this X. */
export const seeOrders = (page: Page, count: number) =>
  expect(page.getByText(new RegExp(`^${count} of [\\d,]+ orders`))).toBeVisible()

/** The figures of an open dry run, by their names. */
export async function dryRunOf(dialog: Locator): Promise<Record<string, string>> {
  const sum = dialog.getByRole('region', { name: 'What would change' })
  await expect(sum).toBeVisible()
  const names = await sum.getByRole('term').allTextContents()
  const figures = await sum.getByRole('definition').allTextContents()
  return Object.fromEntries(names.map((name, index) => [name, figures[index] ?? '']))
}
