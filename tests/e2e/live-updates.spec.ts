import { expect, test } from '@playwright/test'
import { clientOf } from './support/client.ts'
import { newMember, newTokenCode } from './support/members.ts'
import { newBenefit, placeOrder } from './support/office.ts'
import { admin } from './support/people.ts'

test("a member's open page shows what others change, without a reload", async ({
  browser,
  request,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const member = await newMember(url, request, 'Liv Updates')
  const { id } = await placeOrder(member, await newBenefit(url, 'Changed Live', 10))
  const page = await browser.newPage({ storageState: member.storageState })
  const order = page.getByRole('table').getByRole('row').nth(1)
  const balance = page.getByRole('complementary').getByRole('link', { name: /^Balance/ })
  const joined = page.waitForEvent('websocket')
  let loads = 0
  page.on('load', () => loads++)
  await page.goto('/dashboard/orders')
  await expect(order).toContainText('Pending')
  await expect(balance).toContainText('15')
  const socket = await joined
  // The server says that it watches the tables; only then do changes arrive.
  await socket.waitForEvent('framereceived', {
    predicate: ({ payload }) => String(payload).includes('Subscribed to PostgreSQL'),
  })

  await test.step('the status that an admin sets', async () => {
    const { client: office } = await clientOf(url, admin)
    await office.from('orders').update({ status: 'processing' }).eq('id', id).select().single().throwOnError()
    await expect(order).toContainText('Processing')
  })

  await test.step('tokens that come from another device', async () => {
    await member.client.rpc('redeem_code', { p_code: await newTokenCode(url, 50) }).throwOnError()
    await expect(balance).toContainText('65')
  })
  expect(loads).toBe(1)
  await page.close()
})
