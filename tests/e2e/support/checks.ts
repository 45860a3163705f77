import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { lostContent, type Mode, modes, restyle } from './enlarged.ts'
import { expectTouchTargets, smallTargets } from './targets.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules that depend on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']
/** As the rows before them. */
const repeated = 'tbody > tr:nth-child(n + 6), article:nth-child(n + 6)'

export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }
/** The smallest phone, and a desktop at 200 % zoom. */
export const narrow = [
  { width: 320, height: 640 },
  { width: 720, height: 450 },
] as const
const onItsSide = { width: 844, height: 390 }

/**
 * Accessible at a desk in the light theme and on a phone in the dark one, with large touch targets there, and no wider than a narrow
 * window; with `enlarged`, also with larger or spaced text, and on a phone on its side. Each size once: a layout takes long. A dialog
 * has the same elements at every width, and the smallest one decides what fits.
 */
export async function checkScreen(page: Page, { enlarged = false } = {}) {
  const checkTexts = async (texts: Mode[]) => {
    for (const mode of enlarged ? texts : [])
      await test.step(mode, async () => {
        await page.evaluate(restyle, modes[mode])
        await expectFits(page)
        expect.soft(await page.evaluate(lostContent), mode).toEqual([])
      })
    if (enlarged) await page.evaluate(restyle, '')
  }
  const isDialog = (await page.getByRole('dialog').count()) > 0
  await page.setViewportSize(desk)
  await checkAccessible(page, 'light', tags)
  if (!isDialog) await checkTexts(['large and spaced text'])
  await page.setViewportSize(phone)
  await checkAccessible(page, 'dark', isDialog ? colourRules : tags)
  await test.step('touch targets', () => expectTouchTargets(page))
  await checkTexts(['text at 200 %', 'spaced text'])
  for (const size of isDialog ? narrow.slice(0, 1) : narrow) {
    await page.setViewportSize(size)
    await test.step(`${size.width} px wide`, () => expectFits(page))
  }
  if (enlarged) {
    await page.setViewportSize(onItsSide)
    await checkTexts(['text as it is'])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Accessible in both themes at the current width. */
export async function checkThemes(page: Page) {
  await checkAccessible(page, 'dark', colourRules)
  await checkAccessible(page, 'light', tags)
}

/** Axe finds no violation of WCAG 2.2 AA, in the dialog only, if one is open; a failure names each rule and element. */
async function checkAccessible(page: Page, colorScheme: 'light' | 'dark', runOnly: string[]) {
  await test.step(colorScheme, async () => {
    await page.emulateMedia({ colorScheme })
    // A script element would violate the policy of the page.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
    // Else that rule, which is slow, has nothing to find; a finger needs more than it.
    const hasSmall = page.viewportSize()?.width === desk.width && (await smallTargets(page, 24)).length > 0
    const options: RunOptions = {
      runOnly,
      resultTypes: ['violations'],
      // No rule of these reads style sheets, which axe would load.
      preload: false,
      rules: { 'target-size': { enabled: hasSmall } },
    }
    const { violations, passes } = await page.evaluate(run, { repeated, options })
    expect(passes.length, 'rules that applied').toBeGreaterThan(runOnly === tags ? 5 : 0)
    const found = violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ any }) => !isCovered(any[0]?.data))
        .map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ''}`),
    )
    expect.soft(found).toEqual([])
  })
}

/** A bar that stays at the edge of the window covers what scrolling uncovers. */
const isCovered = (data?: { messageKey?: string }) => data?.messageKey === 'partiallyObscured'

/** Runs in the page, once transitions have ended; what is behind a dialog is hidden meanwhile, because axe would read it all. */
async function run({ repeated, options }: { repeated: string; options: RunOptions }): Promise<AxeResults> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  const dialog = '[role="dialog"], dialog[open]'
  const behind: HTMLElement[] = []
  for (let at = document.querySelector(dialog); at && at !== document.body; at = at.parentElement)
    for (const other of at.parentElement?.querySelectorAll<HTMLElement>(':scope > *') ?? [])
      if (other !== at && !other.matches(dialog) && !other.querySelector(dialog)) behind.push(other)
  for (const { style } of behind) style.setProperty('display', 'none', 'important')
  // Axe takes what is outside of an empty body for hidden.
  document.body.style.minHeight = '100vh'
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  const include = document.querySelector(dialog) ? dialog : 'html'
  const results = await axe.run({ include, exclude: repeated }, options)
  for (const { style } of behind) style.removeProperty('display')
  document.body.style.minHeight = ''
  return results
}

/** The page does not scroll sideways, and no control is cut off but in a group that scrolls. */
export async function expectFits(page: Page) {
  const overflows = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const controls = [...document.querySelectorAll('a[href], button, input, select, [role="switch"]')]
    const scrolls = (row: Element | null) => row !== null && getComputedStyle(row).overflowX === 'auto'
    const cut = controls.filter((control) => {
      const { left, right, width } = control.getBoundingClientRect()
      return (
        width > 1 &&
        control.checkVisibility({ visibilityProperty: true }) &&
        (left < 0 || right > clientWidth) &&
        !scrolls(control.closest('fieldset, nav > ul, [role="tablist"]'))
      )
    })
    return [
      ...(scrollWidth > clientWidth ? [`scrolls to ${scrollWidth} px`] : []),
      ...cut.map((control) => control.getAttribute('aria-label') ?? control.textContent),
    ]
  })
  expect.soft(overflows).toEqual([])
}

/** Waits until the app has replaced the frame and nothing is loading any more; asks at each frame, where `expect` waits up to a second. */
export async function waitUntilSettled(page: Page) {
  await page.waitForFunction(() => {
    const isLoading = (status: Element) =>
      /^(Loading|Checking)/.test(status.textContent) && status.checkVisibility()
    return (
      !document.querySelector('[data-frame], [aria-busy="true"], [class*="breathe"]') &&
      ![...document.querySelectorAll('[role="status"], output')].some(isLoading)
    )
  })
}

/** Waits until no dialog is open and the entry of the last one has left the history, which would abort a `goto`. */
export async function waitUntilClosed(page: Page) {
  await page.waitForFunction(async () => {
    if (document.querySelector('[role="dialog"], dialog[open]')) return false
    // The router may have written over the entry, which is only removed in a later task.
    await new Promise((later) => setTimeout(later))
    return history.state?.layers === undefined
  })
}
