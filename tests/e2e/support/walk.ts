import { expect, type Page } from '@playwright/test'
import { settled } from './axe.ts'

/** Visits each path, then opens what each of its buttons opens; `check` looks at the page each time. */
export async function walk(
  page: Page,
  screens: Record<string, RegExp[]>,
  check: (what: string) => Promise<void>,
) {
  for (const [path, buttons] of Object.entries(screens)) {
    await page.goto(path)
    await settled(page)
    await check(path)
    // Until then a button can become another one: a benefit turns out to be sold out.
    if (buttons.length > 0) await page.waitForLoadState('networkidle')
    for (const name of buttons) {
      await page.getByRole('button', { name, disabled: false }).first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.or(page.getByRole('table', { name: 'Before and after' }))).toBeVisible()
      await settled(page)
      await check(`${name} on ${path}`)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  }
}
