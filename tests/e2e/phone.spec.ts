import { expect, type Page, test } from '@playwright/test'
import { settled } from './support/axe.ts'
import { newMember, newOrder } from './support/members.ts'
import { coveredByNotice, fitThumbs } from './support/targets.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const first = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

type Dialogs = Record<string, [path: string, open: (page: Page) => Promise<void>]>
const memberDialogs: Dialogs = {
  redeem: ['/dashboard/benefits', (page) => first(page, /^Redeem .* for/)],
  invoice: ['/dashboard/orders', (page) => first(page, /^Invoice/)],
  password: ['/dashboard/profile', (page) => first(page, 'Change password')],
  everywhere: ['/dashboard/profile', (page) => first(page, 'Sign out everywhere')],
}
const member = ['', '/benefits', '/orders', '/transactions', '/redeem', '/profile'].map(
  (path) => `/dashboard${path}`,
)
async function thumbs(page: Page, routes: string[], dialogs: Dialogs) {
  for (const route of routes) {
    await test.step(route, async () => {
      await page.goto(route)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await settled(page)
      await fitThumbs(page)
    })
  }
  for (const [what, [path, open]] of Object.entries(dialogs)) {
    await test.step(what, async () => {
      await page.goto(path)
      await open(page)
      await expect(page.getByRole('dialog')).toBeVisible()
      await settled(page)
      await fitThumbs(page)
    })
  }
  await test.step('the drawer', async () => {
    await page.goto(routes[0] ?? '/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await fitThumbs(page)
  })
}

test('every target of the member area is at least 44 px', async ({ browser, request, baseURL }) => {
  const url = baseURL ?? ''
  const buyer = await newMember(url, request, 'Tilda Thumb')
  await newOrder(url, buyer, {})
  const page = await browser.newPage({ ...phone, storageState: buyer.storageState })
  await thumbs(page, member, memberDialogs)
  await page.close()
})

test('a notice covers no heading of a page, and nothing of a dialog', async ({
  browser,
  request,
  baseURL,
}) => {
  const { storageState } = await newMember(baseURL ?? '', request, 'Nora Notice')
  for (const height of [844, 640]) {
    const page = await browser.newPage({ ...phone, viewport: { width: 390, height }, storageState })
    await test.step(`on a page, ${height} px high`, async () => {
      await page.goto('/dashboard/redeem')
      await page.getByLabel('Token code').fill('AB CD')
      await page.getByRole('button', { name: 'Redeem code' }).click()
      expect(await coveredByNotice(page, 'Redemption Failed', 'h1, #main form *')).toEqual([])
      await expect(page.getByLabel('Token code')).toHaveAccessibleDescription('Check the space in the code.')
    })
    await test.step('and it leaves with its page', async () => {
      await page.getByRole('link', { name: 'Token History' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Token History' })).toBeVisible()
      await expect(page.getByText('Redemption Failed')).toHaveCount(0)
    })
    await test.step(`over a sheet, ${height} px high`, async () => {
      await page.route('**/rest/v1/orders*', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 400, json: { code: 'XX000' } })
          : route.fallback(),
      )
      await page.goto('/dashboard/benefits')
      await first(page, /^Redeem .* for/)
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByLabel('Delivery e-mail'), 'no keyboard over the sum').not.toBeFocused()
      await expect(dialog).toBeFocused()
      await dialog.getByRole('button', { name: /^Redeem for/ }).click()
      expect(
        await coveredByNotice(page, 'Order Failed', '[role="dialog"] :is(h2, button, input, dl)'),
      ).toEqual([])
    })
    await page.close()
  }
})
