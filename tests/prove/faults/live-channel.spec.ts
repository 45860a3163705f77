import { expect, type Page } from '@playwright/test'
import { adminClient } from '../../e2e/support/client.ts'
import { newTokenCode } from '../../e2e/support/members.ts'
import { balanceOf } from '../../e2e/support/people.ts'
import { newBenefit, openAs, placeOrder } from '../../e2e/support/seed.ts'
import { faultTest, type Member } from './support/test.ts'

const live = { method: 'GET', path: /^\/realtime\//, fault: 'dropped' } as const

/** A member with an order on the order history, with the live channel open and the clock under control. */
const test = faultTest.extend<{ shown: { member: Member; orderId: string; page: Page } }>({
  shown: async ({ browser, join }, use) => {
    const member = await join('Lea Live')
    const { id: orderId } = await placeOrder(member, await newBenefit('Seen Live', 10))
    const page = await openAs(browser, member, '/dashboard/orders')
    const order = page.getByRole('table').getByRole('row').nth(1)
    await expect(order).toContainText('Pending')
    await page.clock.install()
    const socket = page.waitForEvent('websocket')
    await page.reload()
    await expect(order).toContainText('Pending')
    await page.clock.runFor(6_000)
    expect((await socket).isClosed()).toBe(false)
    await use({ member, orderId, page })
    await page.context().close()
  },
})

/** Credits 50 tokens to the member and changes the order's status. */
async function change({ member, orderId }: { member: Member; orderId: string }) {
  const code = await newTokenCode(50)
  await member.client.rpc('redeem_code', { p_code: code }).throwOnError()
  const { client } = await adminClient()
  const update = { status: 'processing' }
  await client.from('orders').update(update).eq('id', orderId).select().single().throwOnError()
}

async function expectShown(page: Page, status: string, tokens: number) {
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(status)
  await expect(balanceOf(page, tokens)).toBeVisible()
}

async function expectUnchanged(page: Page) {
  await expectShown(page, 'Pending', 15)
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveCount(0)
}

test('a minute without the live channel changes nothing on the page, and changes arrive when it reopens', async ({
  network,
  shown,
}) => {
  const { page } = shown
  const tries = network.breaks(live)
  network.cutLive()
  await change(shown)
  for (let second = 0; second < 60; second++) await page.clock.runFor(1_000)
  await expectUnchanged(page)
  expect(tries.hits, 'tries to reopen it in a minute').toBeGreaterThan(2)
  expect(tries.hits, 'tries to reopen it in a minute').toBeLessThan(16)
  network.heal()
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expectShown(page, 'Processing', 65)
  }).toPass()
})

test('without the live channel, returning to the tab refetches', async ({ network, shown }) => {
  const { page } = shown
  network.breaks(live)
  network.cutLive()
  await change(shown)
  await page.clock.runFor(40_000)
  await expectUnchanged(page)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expectShown(page, 'Processing', 65)
})
