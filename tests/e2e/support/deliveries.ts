import { expect, type Page } from '@playwright/test'
import { adminClient } from './client.ts'
import type { newMember } from './members.ts'
import { newBenefit, placeOrder } from './seed.ts'

type Benefit = Awaited<ReturnType<typeof newBenefit>>

/** A new benefit that delivers `keys`. */
export async function newPool(name: string, keys: string[]): Promise<Benefit> {
  const benefit = await newBenefit(name, 5)
  const { client } = await adminClient()
  await client.from('benefits').update({ delivery_method: 'key' }).eq('id', benefit.id).throwOnError()
  const call = { p_benefit_id: benefit.id, p_keys: keys, p_dry_run: false }
  await client.rpc('import_keys', call).throwOnError()
  return benefit
}

/** An order that delivered the only key of a new benefit, and its open report with `reason`. */
export async function reportedOrder(
  member: Pick<Awaited<ReturnType<typeof newMember>>, 'client' | 'id' | 'email'>,
  name: string,
  reason: string,
) {
  const benefit = await newPool(name, [`ONLY-${crypto.randomUUID()}`])
  const order = await placeOrder(member, benefit)
  await member.client.rpc('report_delivery', { p_order_id: order.id, p_reason: reason }).throwOnError()
  const { client } = await adminClient()
  const { data } = await client
    .rpc('search_reports', { p_benefit_id: benefit.id, p_open: true })
    .single()
    .throwOnError()
  return { benefit, order, report: data.id }
}

/** The form of a benefit's delivery, once it has been filled in and saved by `fill`. */
export async function saveDelivery(page: Page, kind: RegExp, fill: () => Promise<void>) {
  await page.getByRole('radio', { name: kind }).check()
  await page.getByLabel(/^Instructions/).fill('Read the first page.\nThen begin.')
  await fill()
  await page.getByRole('button', { name: 'Save delivery' }).click()
  await expect(page.getByText('Delivery settings saved')).toBeVisible()
}

/** Redeems a benefit that delivers at once from its page, and ends on the page of the order. */
export async function redeem(page: Page, { id, name }: Benefit, email?: string) {
  await page.goto(`/dashboard/benefits/${id}`)
  await page.getByRole('button', { name: /^Redeem for/ }).click()
  const dialog = page.getByRole('dialog')
  if (email) await dialog.getByLabel('Delivery email').fill(email)
  await dialog.getByRole('button', { name: /^Redeem for/ }).click()
  await expect(page).toHaveURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** The button 'Copy' of an order copies `text`, as a field receives it: the page itself must not read the clipboard. */
export async function expectCopied(page: Page, text: string) {
  const copied = page.getByText(/copied to clipboard$/)
  await expect(copied).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(copied).toBeVisible()
  await page.getByRole('button', { name: 'It does not work' }).click()
  const form = page.getByRole('dialog', { name: 'It does not work' })
  await form.getByRole('textbox').press('ControlOrMeta+V')
  await expect(form.getByRole('textbox')).toHaveValue(text)
  await form.getByRole('button', { name: 'Close' }).first().click()
}

/** Reports what the open order delivered. */
export async function report(page: Page, choice: string, button: string, text = '') {
  await page.getByRole('button', { name: 'It does not work' }).click()
  const form = page.getByRole('dialog', { name: 'It does not work' })
  await form.getByRole('radio', { name: choice }).check()
  await form.getByRole('textbox').fill(text)
  await form.getByRole('button', { name: button }).click()
}

/** Opens the report about a benefit as an admin, from the queue. */
export async function openReport(page: Page, { name }: Benefit, reason: string) {
  const admin = page.getByRole('navigation', { name: 'Admin' })
  await admin.getByRole('link', { name: /^Reports/ }).click()
  await page.getByRole('searchbox', { name: 'Search reports' }).fill(name)
  await expect(page.getByRole('table', { name: 'Open reports' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: reason }).click()
  return page.getByRole('dialog', { name: /^Report R-/ })
}
