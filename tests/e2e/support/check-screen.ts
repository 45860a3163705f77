import { type Page, test } from '@playwright/test'
import { checkThemes, desk, phone } from './axe.ts'
import { fits, narrow } from './fits.ts'
import { expectTouchTargets } from './targets.ts'

/** Accessible in both themes on desktop and phone, with large touch targets, and no wider than a narrow window. */
export async function checkScreen(page: Page) {
  await page.setViewportSize(desk)
  await checkThemes(page)
  await page.setViewportSize(phone)
  await checkThemes(page)
  await test.step('touch targets', () => expectTouchTargets(page))
  for (const size of narrow) {
    await page.setViewportSize(size)
    await test.step(`${size.width} px wide`, () => fits(page))
  }
}
