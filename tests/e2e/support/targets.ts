import { expect, type Page } from '@playwright/test'

/** Every target that can be seen is at least 44 px high and wide; the failure names each that is not. */
export async function fitThumbs(page: Page) {
  const small = await page.evaluate(() => {
    const least = 43.5
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="tab"]',
    )
    // What a dialog covers cannot be touched; a small box is touched by its label.
    const modal = [...document.querySelectorAll('[aria-modal="true"], [role="dialog"]')].at(-1)
    return [...all].flatMap((target) => {
      if (modal && !modal.contains(target)) return []
      if (!target.checkVisibility({ visibilityProperty: true })) return []
      const box = (target.matches('input') && target.closest('label')) || target
      const { width, height, right, bottom } = box.getBoundingClientRect()
      if (width <= 1 || height <= 1 || right <= 0 || bottom <= 0) return []
      if (width >= least && height >= least) return []
      const name = target.getAttribute('aria-label') || target.textContent || target.id
      return [`${target.localName} "${name.slice(0, 40)}" ${Math.round(width)} x ${Math.round(height)}`]
    })
  })
  expect.soft([...new Set(small)], page.url()).toEqual([])
}

/** Waits for a notice and returns what on the page it lies over: of the elements that `selector` names. */
export async function coveredByNotice(page: Page, title: string, selector: string): Promise<string[]> {
  const notice = page.locator('[data-sonner-toast]').filter({ hasText: title })
  await expect(notice).toBeVisible()
  // It comes to rest.
  await page.waitForTimeout(700)
  return notice.evaluate((slip, what) => {
    const over = slip.getBoundingClientRect()
    return [...document.querySelectorAll(what)]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return left < over.right && right > over.left && top < over.bottom && bottom > over.top
      })
      .map((element) => element.getAttribute('aria-label') || element.textContent || element.localName)
  }, selector)
}
