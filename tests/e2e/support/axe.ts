import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}
const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** Looks at what the page shows in both themes, at the width of a desk and of a phone. */
export async function checkEveryLook(page: Page, { phoneOnly = false } = {}) {
  // Not as a script of the page: its policy takes none but its own.
  await page.evaluate(axe)
  for (const size of phoneOnly ? [phone] : [desk, phone]) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await test.step(`${colorScheme}, ${size.width} px`, () => check(page))
    }
  }
}

/** Axe finds nothing by WCAG 2.2 AA; the failure names each rule and place. */
async function check(page: Page) {
  const { violations, passes } = await page.evaluate(look, options)
  expect(passes.length, 'rules that had something to look at').toBeGreaterThan(5)
  const places = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ''}`),
  )
  expect.soft(places).toEqual([])
}

/** Runs in the page, once its colours have arrived. */
async function look(how: RunOptions): Promise<AxeResults> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  return (window as unknown as { axe: typeof import('axe-core') }).axe.run(how)
}

/** Waits until nothing is loading any more. */
export async function settled(page: Page) {
  await expect(page.getByRole('status').filter({ hasText: /^(Loading|Checking)/ })).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"], [class*="breathe"]')).toHaveCount(0)
}
