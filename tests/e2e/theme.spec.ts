import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

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

for (const [chosen, system] of [
  ['dark', 'light'],
  ['light', 'dark'],
] as const) {
  test.describe(`the ${chosen} theme on a ${system} system`, () => {
    test.use({ colorScheme: system })
    test.beforeEach(async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: chosen === 'dark' ? 'Dark' : 'Light', exact: true }).click()
    })

    for (const path of ['/', '/terms', '/auth?mode=signin']) {
      test(`applies to the first frame of ${path}, before any script file`, async ({ page }) => {
        await page.goto(path)
        const frames = await recordBackgrounds(page)
        let release = () => {}
        const released = new Promise<void>((resolve) => {
          release = resolve
        })
        await page.route(/\.js$/, async (route) => {
          await released
          await route.continue()
        })
        await page.reload({ waitUntil: 'commit' })
        await expect.poll(() => background(page).catch(() => '')).toBe(backgrounds[chosen])
        release()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect.poll(frames).toEqual([backgrounds[chosen]])
      })
    }

    test('gives way to the system when another tab clears the storage', async ({ page, context }) => {
      await expect.poll(() => background(page)).toBe(backgrounds[chosen])
      const other = await context.newPage()
      await other.goto('/terms')
      await other.evaluate(() => localStorage.clear())
      await expect.poll(() => background(page)).toBe(backgrounds[system])
      const button = page.getByRole('button', { name: 'Follow the system' })
      await expect(button).toHaveAttribute('aria-pressed', 'true')
    })
  })
}
