import { expect, type Locator, type Page } from '@playwright/test'

/** Moves on by Tab until `target` has the focus; every stop on the way shows where it is. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press('Tab')
    // A notice that has just come is still sliding in.
    await expect.poll(() => page.evaluate(focusFault), { timeout: 2_000 }).toBe('')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab never came to ${target}`)
}

/** Moves on by Tab to `target` and presses `key` there. */
export async function tabAndPress(page: Page, target: Locator, key: 'Enter' | 'Space') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Moves on by Tab to a field and types over what is in it. */
export async function tabAndType(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** What hides the focus from a person who looks at the page, or ''. Runs in the page. */
function focusFault(): string {
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
