import { expect, type Locator, type Page } from '@playwright/test'
import { tokensOf } from '../../e2e/support/seed.ts'
import { held } from '../../support/held.ts'
import { openRedemption, ordersOf, submitOrder } from './support/orders.ts'
import { isSettled, signInHere, storedKeys } from './support/sessions.ts'
import { test as base, type Member } from './support/test.ts'

const name = 'Dora Dialog'

/** A member's page with the order dialog open, and `leave`, which signs out in another tab. */
type Tabs = { member: Member; page: Page; dialog: Locator; leave: () => Promise<void> }

const test = base.extend<{ tabs: Tabs }>({
  tabs: async ({ open }, use) => {
    const { member, page, context } = await open(name, '/dashboard/benefits')
    const other = await context.newPage()
    await other.goto('/dashboard/profile')
    await expect(other.getByLabel('Full name')).toHaveValue(name)
    const dialog = await openRedemption(page)
    await dialog.getByLabel('Delivery email').fill('typed@guild.example')
    await isSettled(page)
    const leave = async () => {
      await other.getByRole('button', { name: 'Sign Out', exact: true }).click()
      await expect(other.getByText('You have been successfully signed out.')).toBeVisible()
    }
    await use({ member, page, dialog, leave })
  },
})

/** The page asks to sign in, will return to where it was, and holds no personal data (D18). */
async function expectSignedOut(page: Page) {
  await expect(page.getByText('You were signed out. Sign in to continue where you left off.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\?mode=signin&next=%2Fdashboard%2Fbenefits/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(name)).toHaveCount(0)
  expect(await storedKeys(page)).toEqual([])
}

test('signing out in another tab closes an open dialog and leaves nothing for the next person', async ({
  join,
  tabs: { member, page, leave },
}) => {
  await leave()
  await expectSignedOut(page)
  expect(await ordersOf(member)).toBe(0)

  const sent: string[] = []
  page.on('request', (one) => sent.push(`${one.url()} ${one.postData()}`))
  await signInHere(page, await join('Nora Next'))
  await expect(page).toHaveURL(/\/dashboard\/benefits/)
  await expect(page.getByText('Nora Next').first()).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  expect(sent.filter((one) => one.includes(member.id))).toEqual([])
})

for (const committed of [false, true]) {
  const when = committed ? 'after its commit' : 'before it reaches the server'
  test(`signing out in another tab during an order, ${when}, places it once and signs this tab out`, async ({
    tabs: { member, page, dialog, leave },
  }) => {
    const [gate, arrived] = [held(), held()]
    await page.route(/\/rest\/v1\/orders\?/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = committed ? await route.fetch() : undefined
      arrived.release()
      await gate.released
      await (response ? route.fulfill({ response }) : route.continue())
    })
    await submitOrder(dialog)
    await arrived.released
    await leave()
    await expectSignedOut(page)
    const responded = page.waitForResponse(/\/rest\/v1\/orders\?/)
    gate.release()
    await responded
    // A paid order is reported even after signing out.
    await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
    await expectSignedOut(page)
    expect(await ordersOf(member)).toBe(1)
    expect(await tokensOf(member)).toBe(10)
  })
}
