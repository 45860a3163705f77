import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

const technical =
  /JWT|permission denied|duplicate key|error code|relation|doctype|<\/?html|hotel|Unexpected (token|end)|JSON(?! and CSV)|undefined|\bNaN\b|\[object|TypeError|Failed to fetch(?! profile)|PGRST|Cannot read propert/i

/** Nothing on the page is in technical language. */
export async function expectNoTechnicalTerms(page: Page) {
  expect(await page.locator('body').innerText()).not.toMatch(technical)
}

/** Waits for an element and sees it at once, where an expectation polls every second. */
export async function expectSoon(locator: Locator, what: string) {
  await locator.waitFor({ timeout: 20_000 }).catch(() => undefined)
  await expect(locator, what).toBeVisible({ timeout: 1_000 })
}

/** Waits for a request that is to fail. */
export function expectRequest(broken: { hits: number }, what: string) {
  const options = { message: `${what}: the call is made`, intervals: [20] }
  return expect.poll(() => broken.hits, options).toBeGreaterThan(0)
}

const notices = (page: Page) => page.getByRole('region', { name: /Notifications/ })

/** A toast, or what is said in place. */
export const notice = (page: Page, text: string | RegExp) =>
  notices(page)
    .getByText(text)
    .or(page.getByRole('alert').filter({ hasText: text }))

export async function dismissNotices(page: Page) {
  const dismiss = notices(page).getByRole('button', { name: 'Dismiss' })
  // One that is just disappearing cannot be clicked any more.
  while ((await dismiss.count()) > 0)
    await dismiss
      .first()
      .click({ timeout: 1_000 })
      .catch(() => undefined)
}

/**
 * A page whose client waits a twentieth of its usual pauses between two tries of a request. Timers without a pause run late,
 * as on a busy device, so that a second press meets what the first one has rendered without them.
 */
export async function fastRetryPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    const pauses = [400, 800, 1000, 2000, 4000]
    const wait = window.setTimeout
    window.setTimeout = ((run: () => void, time = 0, ...rest: []) =>
      wait(run, pauses.includes(time) ? time / 20 : time || 100, ...rest)) as typeof setTimeout
  })
  return page
}
