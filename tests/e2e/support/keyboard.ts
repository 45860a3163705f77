import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until `target` has the focus; the focus is visible at every stop. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  // In the frame, no key reaches it.
  await expect(page.locator('[data-frame]')).toHaveCount(0)
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press('Tab')
    // A new toast is still sliding in.
    await expect.poll(() => page.evaluate(focusProblem), { timeout: 2_000 }).toBe('')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** Presses `key` on `target`. */
export async function tabAndPress(page: Page, target: Locator, key: 'Enter' | 'Space') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** The focus stays in a dialog, which Escape closes, and returns to its opener. */
export async function expectFocusTrapped(page: Page, dialog: Locator, opener: Locator) {
  for (let stop = 0; stop < 8; stop++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

/** Why the focus is not visible, or ''. Runs in the page. */
function focusProblem(): string {
  const at = document.activeElement
  if (!at || at === document.body) return ''
  const name = `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.slice(0, 40)}`
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(at)
  const ring = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  if (!ring || outlineColor.endsWith(', 0)')) return `no ring around ${name}`
  const { left, top, width, height } = at.getBoundingClientRect()
  const seen = document.elementFromPoint(left + width / 2, top + height / 2)
  const covered = !seen || !(at.contains(seen) || seen.contains(at))
  return covered ? `${name} is covered or off the screen` : ''
}
