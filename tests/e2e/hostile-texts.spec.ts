import { expectFits, narrow, waitUntilClosed, waitUntilSettled } from './support/checks.ts'
import { expectNoEffects, exposedNames, poison, watchEffects } from './support/hostile.ts'
import { control } from './support/openers.ts'
import { adminScreens, memberScreens, withId } from './support/screens.ts'
import { expect, test } from './support/test.ts'

// Text written by users is shown as text: no element, no script, no dialog, no policy violation; names are isolated, and
// however long a word is, no screen scrolls sideways.

const hostileColumns = {
  member: 'name email phone description image_url order_number benefit_name redemption_email',
  admin: 'customer_name customer_email actor_name subject code note redemption_email',
}

for (const [role, screens] of [
  ['member', memberScreens],
  ['admin', adminScreens],
] as const) {
  test(`hostile text is shown as text, and fits, on every screen of ${role}`, async ({ open, demo }) => {
    const page = await open(demo[role])
    const size = page.viewportSize()
    const effects = await watchEffects(page.context())
    const columns = await poison(page.context())
    const check = async (what: string) => {
      for (const media of ['print', 'screen'] as const) {
        await page.emulateMedia({ media })
        await expectNoEffects(page, effects)
        expect.soft(await exposedNames(page), what).toEqual([])
      }
      await expect(page).toHaveTitle(/Guildhall$/)
      for (const width of narrow) {
        await page.setViewportSize(width)
        await test.step(`${what}, ${width.width} px wide`, () => expectFits(page))
      }
      if (size) await page.setViewportSize(size)
    }
    for (const { path, opens = {} } of screens) {
      await page.goto(await withId(path))
      await waitUntilSettled(page)
      await check(path)
      const dialogs = Object.values(opens).flatMap(({ pressed }) => pressed ?? [])
      // Until then a button can become another one: a benefit turns out to be sold out.
      if (dialogs.length > 0) await page.waitForLoadState('networkidle')
      for (const { control: name, dialog } of dialogs) {
        const what = `${name} on ${path}`
        await control(page, name).click()
        await expect(page.getByRole('dialog', { name: dialog }), what).toHaveCount(1)
        await waitUntilSettled(page)
        await check(what)
        await page.keyboard.press('Escape')
        await waitUntilClosed(page)
      }
    }
    expect([...columns]).toEqual(expect.arrayContaining(hostileColumns[role].split(' ')))
  })
}
