import type { Page } from '@playwright/test'
import { adminClient } from './support/client.ts'
import { freshCode, newMember } from './support/members.ts'
import { newAdmin, newBenefit, tokensOf } from './support/seed.ts'
import { expect, test } from './support/test.ts'

const redeemOn = (page: Page) => page.getByRole('button', { name: 'Redeem for 5 tokens' })

test('of two members who look at the last unit one gets it; the other is charged nothing, and may ask for a notification', async ({
  open,
}) => {
  const benefit = await newBenefit(`Last ${freshCode(6)}`, 5)
  const { client } = await adminClient()
  await client.rpc('set_stock', { p_benefit_id: benefit.id, p_stock: 1 }).throwOnError()
  const [winner, loser] = [await newMember('Wim Winner'), await newMember('Lou Loser')]
  const path = `/dashboard/benefits/${benefit.id}`
  const pages = [await open(winner, path), await open(loser, path)] as const
  const dialogs = pages.map((page) => page.getByRole('dialog', { name: `Redeem ${benefit.name}` }))
  const submit = (index: 0 | 1) => dialogs[index]!.getByRole('button', { name: /^Redeem for/ }).click()

  await test.step('both see one left, and open the dialog', async () => {
    for (const page of pages) {
      await expect(page.getByText('1 place left')).toBeVisible()
      await redeemOn(page).click()
    }
    await dialogs[1]!.getByLabel('Delivery email').fill('lou@guild.example')
  })

  await test.step('the second one is told that it is gone, and loses nothing', async () => {
    await submit(0)
    await expect(pages[0].getByText('Order Placed Successfully!')).toBeVisible()
    await submit(1)
    const words = 'Sold out: the last one has just gone. Nothing was charged.'
    await expect(dialogs[1]!.getByText(words)).toBeVisible()
    await expect(dialogs[1]!.getByLabel('Delivery email')).toHaveValue('lou@guild.example')
    expect([await tokensOf(winner), await tokensOf(loser)]).toEqual([20, 25])
  })

  await test.step('asks to be told', async () => {
    await pages[1].keyboard.press('Escape')
    await expect(pages[1].getByText('None left')).toBeVisible()
    await pages[1].getByRole('button', { name: /^Tell me when/ }).click()
    await expect(pages[1].getByText('We will tell you')).toBeVisible()
  })

  await test.step('an admin sets a new stock, and the open page offers it within half a minute', async () => {
    const admin = await open(await newAdmin('Ada Stock'), `/admin/benefits/${benefit.id}?tab=delivery`)
    await expect(admin.getByLabel(/^Stock/)).toHaveValue('0')
    await admin.getByLabel(/^Stock/).fill('3')
    await admin.getByRole('button', { name: 'Save availability' }).click()
    await expect(admin.getByText('Benefit updated successfully')).toBeVisible()
    await expect(redeemOn(pages[1])).toBeEnabled({ timeout: 40_000 })
    await expect(pages[1].getByText('3 places left')).toBeVisible()
  })
})

test('an opening time that passes while the page is open enables Redeem', async ({ open }) => {
  const benefit = await newBenefit(`Opening ${freshCode(6)}`, 5)
  const { client } = await adminClient()
  const member = await newMember('Olga Opening')
  // Longer than two pages take to load, shorter than what is read every half minute.
  const opens_at = new Date(Date.now() + 12_000).toISOString()
  await client.from('benefits').update({ opens_at }).eq('id', benefit.id).throwOnError()
  const page = await open(member, `/dashboard/benefits/${benefit.id}`)
  await expect(page.getByText(/^It opens on .+ Your balance would leave 20\.$/)).toBeVisible()
  const catalogue = await open(member, `/dashboard/benefits?q=${benefit.name}`)
  await expect(catalogue.getByRole('button', { name: `Tell me when ${benefit.name} opens` })).toBeVisible()

  const soon = { timeout: 15_000 }
  await expect(catalogue.getByRole('button', { name: `Redeem ${benefit.name} for 5 tokens` })).toBeEnabled(
    soon,
  )
  await expect(redeemOn(page)).toBeEnabled(soon)
  await redeemOn(page).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Redeem for/ })
    .click()
  await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
  expect(await tokensOf(member)).toBe(20)
})
