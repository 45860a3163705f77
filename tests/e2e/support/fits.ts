import { expect, type Page } from '@playwright/test'

/** The smallest phone, and a desk at 200 % zoom. */
export const narrow = [
  { width: 320, height: 640 },
  { width: 720, height: 450 },
]

/** Nothing scrolls sideways, and every control lies within the width. */
export async function fits(page: Page) {
  const beyond = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const controls = [...document.querySelectorAll('a[href], button, input, select, [role="switch"]')]
    const cut = controls.filter((control) => {
      const { left, right, width } = control.getBoundingClientRect()
      return (
        width > 1 &&
        control.checkVisibility({ visibilityProperty: true }) &&
        (left < 0 || right > clientWidth)
      )
    })
    return [
      ...(scrollWidth > clientWidth ? [`scrolls to ${scrollWidth} px`] : []),
      ...cut.map((control) => control.getAttribute('aria-label') ?? control.textContent),
    ]
  })
  expect.soft(beyond).toEqual([])
}
