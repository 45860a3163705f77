import { expect, type Page, test } from '@playwright/test'
import { newMember } from '../../e2e/support/members.ts'
import { openAs, tokensOf } from '../../e2e/support/seed.ts'
import { latch } from './support/latch.ts'
import { isSettled } from './support/sessions.ts'
import { openRedemption, ordersOf } from './support/shelf.ts'

/** This page followed the other tab: it asks to sign in, remembers the place, and holds nothing of who was here (D18). */
async function expectFollowed(page: Page, name: string) {
  await expect(page.getByText('You were signed out. Sign in to continue where you left off.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\?mode=signin&next=%2Fdashboard%2Fbenefits/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(name)).toHaveCount(0)
  const kept = await page.evaluate(() => Object.keys(localStorage))
  expect(kept.filter((key) => key.startsWith('guildhall'))).toEqual([])
}

/** Mia's page with an open redemption, and the way out in another tab of hers. */
async function twoTabs(
  {
    browser,
    request,
    baseURL,
  }: { browser: Parameters<typeof openAs>[0]; request: Parameters<typeof newMember>[1]; baseURL?: string },
  name: string,
) {
  const mia = await newMember(baseURL ?? '', request, name)
  const page = await openAs(browser, mia, '/dashboard/benefits')
  const other = await page.context().newPage()
  await other.goto('/dashboard/profile')
  await expect(other.getByLabel('Full name')).toHaveValue(name)
  const dialog = await openRedemption(page, 'Board Deck Kit')
  await dialog.getByLabel('Delivery email').fill('typed@guild.example')
  await isSettled(page)
  async function leave() {
    await other.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(other.getByText('You have been successfully signed out.')).toBeVisible()
  }
  return { mia, page, dialog, leave }
}

test('signing out in another tab closes an open dialog, and the next person sees nothing of the first', async ({
  browser,
  request,
  baseURL,
}) => {
  const { mia, page, leave } = await twoTabs({ browser, request, baseURL }, 'Dora Dialog')
  await leave()
  await expectFollowed(page, 'Dora Dialog')
  expect(await ordersOf(mia)).toBe(0)

  const next = await newMember(baseURL ?? '', request, 'Nora Next')
  const asked: string[] = []
  page.on('request', (one) => asked.push(`${one.url()} ${one.postData()}`))
  await page.getByRole('textbox', { name: 'Email' }).fill(next.email)
  await page.getByLabel('Password', { exact: true }).fill(next.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/dashboard\/benefits/)
  await expect(page.getByText('Nora Next').first()).toBeVisible()
  await expect(page.getByText('Dora Dialog')).toHaveCount(0)
  expect(asked.filter((one) => one.includes(mia.id))).toEqual([])
  await page.context().close()
})

for (const [words, beforeCommit] of [
  ['before it reached the server', true],
  ['after it was written', false],
] as const) {
  test(`signing out in another tab while an order is under way, ${words}: it is placed once, and the tab follows`, async ({
    browser,
    request,
    baseURL,
  }) => {
    const { mia, page, dialog, leave } = await twoTabs({ browser, request, baseURL }, 'Wanda Write')
    const [gate, held] = [latch(), latch()]
    await page.route(/\/rest\/v1\/orders\?/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = beforeCommit ? undefined : await route.fetch()
      held.open()
      await gate.opened
      await (response ? route.fulfill({ response }) : route.continue())
    })
    await dialog.getByRole('button', { name: /^Redeem for/ }).click()
    await held.opened
    await leave()
    await expectFollowed(page, 'Wanda Write')
    const answered = page.waitForResponse(/\/rest\/v1\/orders\?/)
    gate.open()
    await answered
    // What was paid for is told, also to whoever has left.
    await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
    await expectFollowed(page, 'Wanda Write')
    expect(await ordersOf(mia)).toBe(1)
    expect(await tokensOf(mia)).toBe(10)
    await page.context().close()
  })
}
