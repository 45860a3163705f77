import { expect } from '@playwright/test'
import { trySignIn } from '../../e2e/support/people.ts'
import { orderBenefit, ordersOf } from './support/orders.ts'
import { watchRenewals } from './support/sessions.ts'
import { test } from './support/test.ts'

for (const hours of [2, -2]) {
  test(`a clock that is ${hours} hours off stays signed in and does not renew repeatedly`, async ({
    context,
    page,
    join,
  }) => {
    const member = await join('Cleo Clock')
    const firstRow = page.getByRole('table').getByRole('row').nth(1)
    await page.clock.install({ time: Date.now() + hours * 3_600_000 })
    const renewals = watchRenewals(context)
    await trySignIn(page, member)
    await expect(page).toHaveURL('/dashboard')

    await test.step('dates an order by the server', async () => {
      await orderBenefit(page)
      await page.getByRole('link', { name: 'Order History' }).first().click()
      const { data } = await member.client.from('orders').select('created_at').single().throwOnError()
      const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
      await expect(firstRow).toContainText(day.format(new Date(data.created_at)))
      expect(await ordersOf(member)).toBe(1)
      expect(renewals).toEqual([])
    })

    await test.step('survives two minutes and a reload', async () => {
      await page.clock.runFor(120_000)
      await page.reload()
      await expect(page.getByText('Cleo Clock').first()).toBeVisible()
      await page.clock.runFor(60_000)
      await expect(firstRow).toContainText('Board Deck Kit')
    })
    expect(renewals).toEqual([])
  })
}
