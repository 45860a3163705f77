import { expect, type Page } from '@playwright/test'

/** The smallest phone, and a desktop at 200 % zoom. */
export const narrow = [
  { width: 320, height: 640 },
  { width: 720, height: 450 },
]

/** The page does not scroll sideways, and no control is cut off but in a group that scrolls. */
export async function fits(page: Page) {
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
