import { newMember } from './support/members.ts'
import { coveredByToast, smallTargets } from './support/targets.ts'
import { expect, test } from './support/test.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const link = (inside: string, style = '') =>
  `<a href="#" style="position: relative; display: inline-block; margin: 40px; ${style}">${inside}</a>`
const hitArea = (px: number, more = '') => `<i style="position: absolute; inset: -${px}px; ${more}"></i>`
const targets: [what: string, html: string, small: boolean][] = [
  ['a short link', link('Bo'), true],
  ['its hit area', link(`Bo${hitArea(20)}`), false],
  ['a hit area that is too low', link(`Bo${hitArea(20, 'inset-block: -8px')}`), true],
  [
    'a covered one',
    `<div style="position: relative">${link(`Bo${hitArea(20)}`)}${hitArea(0, 'top: 50%')}</div>`,
    true,
  ],
  ['a link in running text', '<p>An order by <a href="#">Bo</a>.</p>', false],
  ['a link alone in a paragraph', '<p><a href="#">Bo</a></p>', true],
  ['the link of a row', `<table><tr><td>${link('Bo').replace('<a', '<a data-opens-row')}</table>`, false],
  ['another link in it', `<table><tr><td>${link('Bo')}</table>`, true],
]

test('smallTargets measures hit areas', async ({ page }) => {
  for (const [what, html, small] of targets) {
    await page.setContent(html)
    expect(await smallTargets(page), what).toHaveLength(small ? 1 : 0)
  }
})

for (const height of [844, 640]) {
  test(`a toast covers no heading of a page and nothing of a dialog, ${height} px high`, async ({ open }) => {
    const options = { ...phone, viewport: { width: 390, height } }
    const page = await open(await newMember('Nora Notice'), '/dashboard/redeem', options)
    await page.getByLabel('Token code').fill('AB CD')
    await page.getByRole('button', { name: 'Redeem code' }).click()
    expect(await coveredByToast(page, 'Redemption Failed', 'h1, #main form *')).toEqual([])

    await test.step('it disappears with its page', async () => {
      // Toasts that are younger than a second survive a navigation.
      await page.waitForTimeout(1_100)
      await page.getByRole('link', { name: 'Token History' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Token History' })).toBeVisible()
      await expect(page.getByText('Redemption Failed')).toHaveCount(0)
    })
    await test.step('over a dialog', async () => {
      await page.route('**/rest/v1/orders*', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 400, json: { code: 'XX000' } })
          : route.fallback(),
      )
      await page.goto('/dashboard/benefits')
      await page.getByRole('button', { name: 'Redeem Board Deck Kit for 15 tokens' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog, 'focused instead of a field, which would open the keyboard').toBeFocused()
      await dialog.getByRole('button', { name: /^Redeem for/ }).click()
      const inDialog = '[role="dialog"] :is(h2, button, input, dl)'
      expect(await coveredByToast(page, 'Order Failed', inDialog)).toEqual([])
    })
  })
}
