import { expect, type Page, test } from '@playwright/test'

const grounds = { light: 'rgb(251, 250, 247)', dark: 'rgb(21, 20, 18)' }
type Look = keyof typeof grounds

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

/** Notes the ground of each frame of every page from its first one on. */
async function watchFrames(page: Page) {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { grounds: seen })
    const look = () => {
      if (document.body) seen.push(getComputedStyle(document.body).backgroundColor)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => page.evaluate(() => [...new Set((window as unknown as { grounds: string[] }).grounds)])
}

const pages = ['/', '/terms', '/auth?mode=signin']
const choices: { chosen: Look; button: string; system: Look }[] = [
  { chosen: 'dark', button: 'Dark', system: 'light' },
  { chosen: 'light', button: 'Light', system: 'dark' },
]

for (const { chosen, button, system } of choices) {
  test.describe(`${chosen}, chosen on a ${system} system`, () => {
    test.use({ colorScheme: system })

    for (const path of pages) {
      test(`is there from the first frame of a reload of ${path}, before any script file`, async ({
        page,
      }) => {
        await page.goto('/')
        await page.getByRole('button', { name: button, exact: true }).click()
        await page.goto(path)
        const frames = await watchFrames(page)
        let release = () => {}
        const held = new Promise<void>((resolve) => {
          release = resolve
        })
        await page.route(/\.js$/, async (route) => {
          await held
          await route.continue()
        })
        await page.reload({ waitUntil: 'commit' })
        await expect.poll(() => ground(page).catch(() => '')).toBe(grounds[chosen])
        release()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await frames()).toEqual([grounds[chosen]])
      })
    }

    test('is forgotten with the storage: another tab clears it, and this one follows the system', async ({
      page,
      context,
    }) => {
      await page.goto('/')
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect.poll(() => ground(page)).toBe(grounds[chosen])
      const other = await context.newPage()
      await other.goto('/terms')
      await other.evaluate(() => localStorage.clear())
      await expect.poll(() => ground(page)).toBe(grounds[system])
      await expect(page.getByRole('button', { name: 'Follow the system' })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
    })
  })
}
