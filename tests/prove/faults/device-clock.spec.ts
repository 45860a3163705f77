import { expect, test } from '@playwright/test'
import { newMember, newTokenCode } from '../../e2e/support/members.ts'
import { trySignIn } from '../../e2e/support/people.ts'
import { tokensOf } from '../../e2e/support/seed.ts'
import { watchRenewals } from './support/sessions.ts'
import { openRedemption, ordersOf } from './support/shelf.ts'

for (const [words, hours] of [
  ['ahead', 2],
  ['behind', -2],
] as const) {
  test(`a clock two hours ${words}: signed in and stays so, without renewing all the time`, async ({
    browser,
    request,
    baseURL,
  }) => {
    const cleo = await newMember(baseURL ?? '', request, 'Cleo Clock')
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.clock.install({ time: Date.now() + hours * 3_600_000 })
    const renewals = watchRenewals(context)
    await trySignIn(page, cleo)
    await expect(page).toHaveURL('/dashboard')

    await test.step('an order is placed, and dated by the server', async () => {
      await page.getByRole('link', { name: 'Browse Benefits' }).first().click()
      const dialog = await openRedemption(page, 'Board Deck Kit')
      await dialog.getByRole('button', { name: /^Redeem for/ }).click()
      await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
      await page.getByRole('link', { name: 'Order History' }).first().click()
      const { data } = await cleo.client.from('orders').select('created_at').single().throwOnError()
      const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
      await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(
        day.format(new Date(data.created_at)),
      )
      expect(await ordersOf(cleo)).toBe(1)
      expect(renewals).toEqual([])
    })

    await test.step('a code whose answer was lost is known to be redeemed', async () => {
      const code = await newTokenCode(baseURL ?? '', 50)
      await page.getByRole('link', { name: 'Redeem Codes' }).first().click()
      await page.route(
        /\/rpc\/redeem_code/,
        async (route) => {
          await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
      await page.getByLabel('Token code').fill(code)
      await page.getByRole('button', { name: 'Redeem code' }).click()
      await expect(page.getByText('Redemption Failed')).toBeVisible()
      await page.getByRole('button', { name: 'Redeem code' }).click()
      await expect(page.getByText("You've received 50 tokens.")).toBeVisible()
      expect(await tokensOf(cleo)).toBe(60)
    })
    await test.step('two more minutes, and a reload', async () => {
      await page.clock.runFor(120_000)
      await page.reload()
      await expect(page.getByText('Cleo Clock').first()).toBeVisible()
      await page.clock.runFor(60_000)
      await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('Redeemed code')
    })
    expect(renewals).toEqual([])

    await context.close()
  })
}
