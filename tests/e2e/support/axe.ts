import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules that depend on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** Runs axe in both themes at the current width; on the dialog only, if one is open. */
export async function checkThemes(page: Page) {
  const open = await page.getByRole('dialog').count()
  const context = open > 0 ? '[role="dialog"], dialog[open]' : 'html'
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await test.step(colorScheme, () =>
      check(page, context, {
        runOnly: colorScheme === 'light' ? tags : colourRules,
        resultTypes: ['violations'],
      }),
    )
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** Axe finds no violation of WCAG 2.2 AA; a failure names each rule and element. */
async function check(page: Page, context: string, options: RunOptions) {
  // A script element would violate the policy of the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const { violations, passes } = await page.evaluate(run, { context, options })
  expect(passes.length, 'rules that applied').toBeGreaterThan(options.runOnly === tags ? 5 : 0)
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ''}`),
  )
  expect.soft(found).toEqual([])
}

/** Runs in the page, once transitions have ended. */
async function run({ context, options }: { context: string; options: RunOptions }): Promise<AxeResults> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  return (window as unknown as { axe: typeof import('axe-core') }).axe.run(context, options)
}

/** Waits until nothing is loading any more. */
export async function settled(page: Page) {
  await expect(page.getByRole('status').filter({ hasText: /^(Loading|Checking)/ })).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"], [class*="breathe"]')).toHaveCount(0)
}
