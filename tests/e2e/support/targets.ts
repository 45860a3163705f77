import { expect, type Page } from '@playwright/test'

/** Every visible target is at least 44 px high and wide. */
export async function expectTouchTargets(page: Page) {
  expect.soft(await smallTargets(page, 44), page.url()).toEqual([])
}

/**
 * The targets whose hit area is smaller than `size` px, measured by hit testing: an area drawn with `::after` counts, a
 * covered one does not. A row that opens the same as its link counts instead of the link. Links in running text are
 * exempt (WCAG 2.5.8).
 */
export async function smallTargets(page: Page, size: number): Promise<string[]> {
  const small = await page.evaluate(async (least) => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const animations = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(animations.map(({ finished }) => finished))
    const controls = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="tab"]'
    // What a dialog or menu covers cannot be touched.
    const above = '[aria-modal="true"], [role="dialog"], dialog[open], [role="menu"]'
    const modal = [...document.querySelectorAll(above)].at(-1)

    function inRunningText(target: HTMLElement) {
      const around = target.matches('a') && target.closest('p')?.cloneNode(true)
      if (!(around instanceof HTMLElement)) return false
      for (const link of around.querySelectorAll('a, button')) link.remove()
      return /\p{L}/u.test(around.textContent)
    }

    /** The row that the target opens, the label of a checkbox, or the target itself. */
    function areaOf(target: HTMLElement): Element {
      const row = target.matches('[data-opens-row]') && target.closest('tr')
      return row || (target.matches('input') && target.closest('label')) || target
    }

    /** Width and height of the hit area through the centre of the target. */
    function reach(target: HTMLElement, area: Element) {
      const [box = area.getBoundingClientRect()] = area.getClientRects()
      const x = box.left + box.width / 2
      const y = box.top + box.height / 2
      const hits = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx, y + dy)
        return hit !== null && area.contains(hit) && [null, target].includes(hit.closest(controls))
      }
      // In steps of four pixels, then of half a pixel in the one that left the area.
      const distance = (dx: number, dy: number) => {
        let steps = 0
        while (steps <= 44 && hits(dx * steps, dy * steps)) steps += 4
        if (steps > 0) steps -= 3.5
        while (steps <= 44 && hits(dx * steps, dy * steps)) steps += 0.5
        return steps
      }
      return { width: distance(-1, 0) + distance(1, 0) - 0.5, height: distance(0, -1) + distance(0, 1) - 0.5 }
    }

    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((target) => {
      if (modal && !modal.contains(target)) return []
      if (!target.checkVisibility({ visibilityProperty: true }) || inRunningText(target)) return []
      const area = areaOf(target)
      area.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      const box = area.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1 || box.right <= 0 || box.bottom <= 0) return []
      const isInert = getComputedStyle(target).pointerEvents === 'none'
      const { width, height } = isInert || area.matches('tr') ? box : reach(target, area)
      if (width >= least && height >= least) return []
      const name = target.getAttribute('aria-label') || target.textContent || target.id
      return [`${target.localName} "${name.slice(0, 40)}" ${Math.round(width)} x ${Math.round(height)}`]
    })
  }, size - 0.5)
  return [...new Set(small)]
}

/** Waits for a toast and returns those elements of `selector` that it covers. */
export async function coveredByToast(page: Page, title: string, selector: string): Promise<string[]> {
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: title })
  await expect(toast).toBeVisible()
  return toast.evaluate(async (box, what) => {
    // Its entrance.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    const over = box.getBoundingClientRect()
    return [...document.querySelectorAll(what)]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return left < over.right && right > over.left && top < over.bottom && bottom > over.top
      })
      .map((element) => element.getAttribute('aria-label') || element.textContent || element.localName)
  }, selector)
}
