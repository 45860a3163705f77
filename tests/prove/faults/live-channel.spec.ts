import { expect, type Page } from '@playwright/test'
import { clientOf } from '../../e2e/support/client.ts'
import { newMember, newTokenCode } from '../../e2e/support/members.ts'
import { admin } from '../../e2e/support/people.ts'
import { newBenefit, openAs, placeOrder } from '../../e2e/support/seed.ts'
import { test } from './support/test.ts'

const live = /^\/realtime\//

const balance = (page: Page, tokens: number) =>
  page.getByRole('complementary').getByRole('link', { name: `Balance ${tokens} tokens` })

/** A member before the own orders, with the live channel open; the page's clock is the test's to turn. */
async function watching({
  browser,
  request,
  baseURL,
}: {
  browser: Parameters<typeof openAs>[0]
  request: Parameters<typeof newMember>[1]
  baseURL: string
}) {
  const lea = await newMember(baseURL, request, 'Lea Live')
  const { id } = await placeOrder(lea, await newBenefit(baseURL, 'Seen Live', 10))
  const page = await openAs(browser, lea, '/dashboard/orders')
  const order = page.getByRole('table').getByRole('row').nth(1)
  await expect(order).toContainText('Pending')
  await page.clock.install()
  const joined = page.waitForEvent('websocket')
  await page.reload()
  await expect(order).toContainText('Pending')
  await page.clock.runFor(6_000)
  const socket = await joined
  await expect.poll(async () => socket.isClosed()).toBe(false)

  /** What others do to this member meanwhile: 50 tokens come, and the order moves on. */
  async function change() {
    const code = await newTokenCode(baseURL, 50)
    await lea.client.rpc('redeem_code', { p_code: code }).throwOnError()
    const { client: office } = await clientOf(baseURL, admin)
    await office.from('orders').update({ status: 'processing' }).eq('id', id).select().single().throwOnError()
  }
  async function showsBefore() {
    await expect(order).toContainText('Pending')
    await expect(balance(page, 15)).toBeVisible()
    await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveCount(0)
  }
  async function showsAfter() {
    await expect(order).toContainText('Processing')
    await expect(balance(page, 65)).toBeVisible()
  }
  return { page, change, showsBefore, showsAfter }
}

test('the live channel is gone for a minute: what is shown stays, and what changed comes with the channel', async ({
  browser,
  request,
  baseURL,
  way,
}) => {
  const { page, change, showsBefore, showsAfter } = await watching({ browser, request, baseURL })
  const tries = way.breaks({ method: 'GET', path: live, fault: 'dropped' })
  way.cutLive()
  await change()
  for (let second = 0; second < 60; second++) await page.clock.runFor(1_000)
  await showsBefore()
  expect(tries.hits, 'tries to open it again in a minute').toBeGreaterThan(2)
  expect(tries.hits, 'tries to open it again in a minute').toBeLessThan(16)
  way.heal()
  await expect(async () => {
    await page.clock.runFor(5_000)
    await showsAfter()
  }).toPass()
  await page.context().close()
})

test('the live channel never comes: coming back to the tab reads again', async ({
  browser,
  request,
  baseURL,
  way,
}) => {
  const { page, change, showsBefore, showsAfter } = await watching({ browser, request, baseURL })
  way.breaks({ method: 'GET', path: live, fault: 'dropped' })
  way.cutLive()
  await change()
  await page.clock.runFor(40_000)
  await showsBefore()
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await showsAfter()
  await page.context().close()
})
