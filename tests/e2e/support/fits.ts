import { expect, type Page } from '@playwright/test'

/** The smallest screen, and a desk at twice the size of its letters. */
export const sizes = [
  { name: '320 px', viewport: { width: 320, height: 640 }, deviceScaleFactor: 1 },
  { name: 'a desk at 200 %', viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
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
