import { closed, desk, settled } from './support/checks.ts'
import { checkEnlarged } from './support/enlarged.ts'
import { adminScreens, together, withId } from './support/screens.ts'
import { test as base, expect } from './support/test.ts'

// Of admins apart from the other visits, whose rows have very long words (tests/e2e/screens.spec.ts).
const test = base.extend({
  storageState: async ({ demo }, use) => use(demo.admin.storageState),
  serviceWorkers: 'block',
  trace: 'off',
})
test.describe.configure({ mode: 'parallel', timeout: 900_000 })

for (const [noun, ofNoun] of together(adminScreens))
  test(`enlarged screens of ${noun}`, async ({ page }) => {
    for (const { path, heading, opens = {} } of ofNoun)
      await test.step(path, async () => {
        await page.setViewportSize(desk)
        await page.goto(await withId(path))
        await settled(page)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await checkEnlarged(page)
        for (const [what, open] of Object.entries(opens))
          await test.step(what, async () => {
            await page.setViewportSize(desk)
            await open(page)
            await checkEnlarged(page)
            await page.keyboard.press('Escape')
            await closed(page)
          })
      })
  })
