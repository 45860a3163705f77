import type { Locator, Page } from '@playwright/test'

/** Types into a field, and presses a button, the moment that they are there: Playwright by itself looks every half second. */
export async function fill(field: Locator, text: string) {
  await field.waitFor()
  await field.fill(text)
}

export async function press(button: Locator) {
  await button.waitFor()
  await button.click()
}

/** Presses what asks first, and confirms it; a question that a failure left open is confirmed again. */
export async function pressConfirmed(opens: Locator, confirms: Locator) {
  if (!(await confirms.isVisible())) await press(opens)
  await press(confirms)
}

/**
 * Goes to a path as a link of the app does, by way of a page that is nowhere, so that what stood open is put away. Only
 * the first time is a page loaded, which costs a second of a core.
 */
export async function visit(page: Page, path: string) {
  if (page.url() === 'about:blank') {
    await page.goto(path)
    return
  }
  await follow(page, '/nowhere')
  await page.getByRole('heading', { name: 'Oops! Page not found' }).waitFor()
  await follow(page, path)
}

function follow(page: Page, path: string) {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
