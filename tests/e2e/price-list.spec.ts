import { expect, type Page, test } from '@playwright/test'
import { settled } from './support/axe.ts'
import { officeOf } from './support/client.ts'
import { freshCode, newMember } from './support/members.ts'
import { newBenefit } from './support/office.ts'

/** How price and button stand in the cards of the page, each way once, and whether one sticks out. */
const ways = (page: Page) =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll('article')].map((card) => {
      const button = card.querySelector('button, a[href]')
      const price = button?.parentElement?.firstElementChild
      if (!button || !price) return 'no price'
      const [card_, one, other] = [card, price, button].map((element) => element.getBoundingClientRect())
      if (!card_ || !one || !other) return 'no box'
      if (other.right > card_.right + 1) return 'sticks out'
      return other.top >= one.bottom ? 'below' : other.left >= one.right ? 'beside' : 'over it'
    })
    return [...new Set(found)]
  })

test('price and button stand alike in every card, at every width', async ({ browser, request, baseURL }) => {
  const url = baseURL ?? ''
  const { storageState } = await newMember(url, request, 'Wanda Width')
  const { client } = await officeOf(url)
  const dear = [
    await newBenefit(url, `Dear ${freshCode(6)}`, 150),
    await newBenefit(url, `Dearer ${freshCode(6)}`, 9_999),
  ]
  const page = await browser.newPage({ storageState })
  for (const path of ['/dashboard/benefits', '/dashboard']) {
    await page.goto(path)
    await expect(page.getByRole('article').first()).toBeVisible()
    await settled(page)
    for (let width = 320; width <= 1600; width += 8) {
      await page.setViewportSize({ width, height: 800 })
      const found = await ways(page)
      expect.soft(found, `${path} at ${width} px`).toHaveLength(1)
      expect.soft(['beside', 'below'], `${path} at ${width} px`).toContain(found[0])
    }
  }
  for (const { id } of dear) await client.from('benefits').delete().eq('id', id).throwOnError()
  await page.close()
})

test('a dialog opens its frame at once, however slow its code', async ({ browser, request, baseURL }) => {
  const { storageState } = await newMember(baseURL ?? '', request, 'Sloan Slow')
  const context = await browser.newContext({ storageState, serviceWorkers: 'block' })
  const page = await context.newPage()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/redeem-dialog/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard/benefits')
  await page
    .getByRole('button', { name: /^Redeem .* for/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^Redeem / })
  await expect(dialog).toBeVisible({ timeout: 1_000 })
  await expect(dialog).toHaveAttribute('aria-busy', 'true')
  await expect(dialog).toBeFocused()
  release()
  await expect(dialog.getByLabel('Delivery email')).toBeVisible()
  await expect(dialog).not.toHaveAttribute('aria-busy', 'true')
  await context.close()
})
