import type { Page } from '@playwright/test'
import { settled } from './support/axe.ts'
import { adminClient } from './support/client.ts'
import { freshCode, newMember } from './support/members.ts'
import { newBenefit } from './support/seed.ts'
import { expect, test } from './support/test.ts'

/** The positions of the button relative to the price in the cards of the page. */
const positions = (page: Page) =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll('article')].map((card) => {
      // The last one: the name of the benefit is a link too.
      const button = [...card.querySelectorAll('button, a[href]')].at(-1)
      const price = button?.parentElement?.firstElementChild
      if (!button || !price) return 'no price'
      const [outer, left, right] = [card, price, button].map((element) => element.getBoundingClientRect())
      if (!outer || !left || !right) return 'no box'
      if (right.right > outer.right + 1) return 'overflows'
      return right.top >= left.bottom ? 'below' : right.left >= left.right ? 'beside' : 'overlaps'
    })
    return [...new Set(found)]
  })

test('price and button have the same position in every card, at every width', async ({ open }) => {
  const { client } = await adminClient()
  const expensive = [
    await newBenefit(`Dear ${freshCode(6)}`, 150),
    await newBenefit(`Dearer ${freshCode(6)}`, 9_999),
  ]
  const page = await open(await newMember('Wanda Width'))
  for (const path of ['/dashboard/benefits', '/dashboard']) {
    await page.goto(path)
    await expect(page.getByRole('article').first()).toBeVisible()
    await settled(page)
    for (let width = 320; width <= 1600; width += 8) {
      await page.setViewportSize({ width, height: 800 })
      const found = await positions(page)
      expect.soft(found, `${path} at ${width} px`).toHaveLength(1)
      expect.soft(['beside', 'below'], `${path} at ${width} px`).toContain(found[0])
    }
  }
  for (const { id } of expensive) await client.from('benefits').delete().eq('id', id).throwOnError()
})
