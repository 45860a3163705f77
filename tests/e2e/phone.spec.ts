import { expect, type Page, test } from '@playwright/test'
import { newMember } from './support/members.ts'
import { coveredByNotice, smallTargets } from './support/targets.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const first = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

test('a target is as large as what a touch hits', async ({ page }) => {
  const link = (inside: string, style = '') =>
    `<a href="#" style="position: relative; display: inline-block; margin: 40px; ${style}">${inside}</a>`
  const around = (px: number, more = '') => `<i style="position: absolute; inset: -${px}px; ${more}"></i>`
  const targets: [what: string, html: string, small: boolean][] = [
    ['a short link', link('Bo'), true],
    ['its hit area', link(`Bo${around(20)}`), false],
    ['a hit area that is too low', link(`Bo${around(20, 'inset-block: -8px')}`), true],
    [
      'a covered one',
      `<div style="position: relative">${link(`Bo${around(20)}`)}${around(0, 'top: 50%')}</div>`,
      true,
    ],
    ['a link in running text', '<p>An order by <a href="#">Bo</a>.</p>', false],
    ['a link alone in a paragraph', '<p><a href="#">Bo</a></p>', true],
    ['the link of a row', `<table><tr><td>${link('Bo').replace('<a', '<a data-opens-row')}</table>`, false],
    ['another link in it', `<table><tr><td>${link('Bo')}</table>`, true],
  ]
  for (const [what, html, small] of targets) {
    await page.setContent(html)
    expect(await smallTargets(page), what).toHaveLength(small ? 1 : 0)
  }
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
      // A failure that was told less than a second ago may be why the page is left.
      await page.waitForTimeout(1_100)
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
      await expect(dialog.getByLabel('Delivery email'), 'no keyboard over the sum').not.toBeFocused()
      await expect(dialog).toBeFocused()
      await dialog.getByRole('button', { name: /^Redeem for/ }).click()
      expect(
        await coveredByNotice(page, 'Order Failed', '[role="dialog"] :is(h2, button, input, dl)'),
      ).toEqual([])
    })
    await page.close()
  }
})
