import { desk, settled } from './support/checks.ts'
import { checkEnlarged } from './support/enlarged.ts'
import { adminScreens, byNoun, memberScreens, publicScreens, type Screen, withId } from './support/screens.ts'
import { test as base, expect } from './support/test.ts'

const test = base.extend<{ role: 'nobody' | 'member' | 'admin' }>({
  role: ['nobody', { option: true }],
  storageState: async ({ role, demo }, use) => use(role === 'nobody' ? undefined : demo[role].storageState),
  serviceWorkers: 'block',
  trace: 'off',
})
test.describe.configure({ mode: 'parallel' })

function checkScreens(screens: Screen[]) {
  for (const [noun, ofNoun] of byNoun(screens))
    test(`enlarged screens of ${noun}`, async ({ page }) => {
      for (const { path, heading, opens = {} } of ofNoun)
        await test.step(path, async () => {
          await page.setViewportSize(desk)
          await page.goto(await withId(path))
          await expect(page.locator('[data-frame]')).toHaveCount(0)
          await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
          await settled(page)
          await checkEnlarged(page)
          for (const [what, open] of Object.entries(opens))
            await test.step(what, async () => {
              await page.setViewportSize(desk)
              await open(page)
              await checkEnlarged(page)
              await page.keyboard.press('Escape')
              await expect(page.getByRole('dialog')).toHaveCount(0)
            })
        })
    })
}

test.describe('public', () => checkScreens(publicScreens))
test.describe('member', () => {
  test.use({ role: 'member' })
  checkScreens(memberScreens)
})
test.describe('admin', () => {
  test.use({ role: 'admin' })
  checkScreens(adminScreens)
})
