import type { Locator } from '@playwright/test'

/** Types into a field, and presses a button, the moment that they are there: Playwright by itself looks every half second. */
export async function fill(field: Locator, text: string) {
  await field.waitFor()
  await field.fill(text)
}

export async function press(button: Locator) {
  await button.waitFor()
  await button.click()
}
