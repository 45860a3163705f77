import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

test('the public pages are readable without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A quiet club for people with work to do')
  await expect(page.getByText('The launch price is for the first 50 people.')).toBeVisible()
  await expect(page.getByText(/places left/).filter({ visible: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await page.getByRole('link', { name: 'Pricing' }).first().click()
  await expect(page).toHaveURL('/#pricing')
  await expect(page.getByRole('heading', { name: 'One price, a year at a time' })).toBeInViewport()
  await context.close()
})

test('the landing page loads one script, and shows how many places are left', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  const response = page.waitForResponse(/public_settings/)
  await page.goto('/')
  // Other tests have taken some, or all.
  const [{ launch_places_left: left }] = await (await response).json()
  const text = left > 0 ? `${left} of 50 places left` : 'All 50 places at the launch price are taken.'
  await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: `${50 - left} of 50 places taken` })).toBeVisible()
  expect(scripts).toHaveLength(1)
})

test('the landing page leads a signed-in member to the dashboard', async ({ open, demo }) => {
  const page = await open(demo.member, '/')
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
})

test('an unknown address returns 404 with the page of the app', async ({ page }) => {
  const response = await page.goto('/dashboard/nowhere')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A quiet club for people with work to do')
})

const backgrounds = { light: 'rgb(251, 250, 247)', dark: 'rgb(21, 20, 18)' }
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

/** Records the background colour of each frame of the following pages. */
async function recordBackgrounds(page: Page) {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { backgrounds: seen })
    const record = () => {
      if (document.body) seen.push(getComputedStyle(document.body).backgroundColor)
      requestAnimationFrame(record)
    }
    requestAnimationFrame(record)
  })
  return () => page.evaluate(() => [...new Set((window as unknown as { backgrounds: string[] }).backgrounds)])
}

for (const [chosen, system, button] of [
  ['dark', 'light', 'Dark'],
  ['light', 'dark', 'Light'],
] as const) {
  test(`the ${chosen} theme on a ${system} system applies to the first frame, until another tab clears it`, async ({
    page,
    context,
  }) => {
    await page.emulateMedia({ colorScheme: system })
    await page.goto('/')
    await page.getByRole('button', { name: button, exact: true }).click()
    const frames = await recordBackgrounds(page)
    for (const path of ['/auth?mode=signin', '/']) {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(/\.js$/, async (route) => {
        await released
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      await expect.poll(() => background(page).catch(() => ''), path).toBe(backgrounds[chosen])
      release()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(frames, path).toEqual([backgrounds[chosen]])
      await page.unroute(/\.js$/)
    }
    const other = await context.newPage()
    await other.goto('/terms')
    await other.evaluate(() => localStorage.clear())
    await expect.poll(() => background(page)).toBe(backgrounds[system])
  })
}
