import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

/** What no person should ever have to read. */
const technical =
  /JWT|permission denied|duplicate key|error code|relation|doctype|<\/?html|hotel|Unexpected (token|end)|JSON|undefined|\bNaN\b|\[object|TypeError|Failed to fetch(?! profile)|PGRST|Cannot read/i

/** Nothing on the page is for machines only. */
export async function expectWords(page: Page) {
  expect(await page.locator('body').innerText()).not.toMatch(technical)
}

/** Waits until it is there; told at once, where an expectation looks only every second. */
export async function expectSoon(locator: Locator, what: string) {
  await locator.waitFor({ timeout: 20_000 }).catch(() => undefined)
  await expect(locator, what).toBeVisible({ timeout: 1_000 })
}

/** Waits until a request that is to break has been made. */
export function expectHit(broken: { hits: number }, what: string) {
  return expect
    .poll(() => broken.hits, { message: `${what}: the call is made`, intervals: [20] })
    .toBeGreaterThan(0)
}

/** A toast with this text. */
export function notice(page: Page, text: string) {
  return page.getByRole('region', { name: /Notifications/ }).getByText(text)
}

/** A page whose client waits a twentieth of its time between two tries of the same request. */
export async function impatientPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    const pauses = [400, 800, 1000, 2000, 4000]
    const wait = window.setTimeout
    window.setTimeout = ((run: () => void, time = 0, ...rest: []) =>
      wait(run, pauses.includes(time) ? time / 20 : time, ...rest)) as typeof setTimeout
  })
  return page
}
