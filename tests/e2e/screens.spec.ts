import type { Page } from '@playwright/test'
import { checkScreen, checkThemes, desk, phone, waitUntilClosed, waitUntilSettled } from './support/checks.ts'
import { confirmation } from './support/openers.ts'
import { newMember } from './support/people.ts'
import {
  adminScreens,
  memberScreens,
  publicScreens,
  type Screen,
  together,
  withId,
} from './support/screens.ts'
import { expectTouchTargets } from './support/targets.ts'
import { test as base, expect } from './support/test.ts'
import { outdated, translate } from './support/translator.ts'

// One visit to every screen and dialog, translated by the browser: axe in both themes, targets of a finger, narrow windows,
// enlarged text, one dialog for two clicks; then each list is searched, sorted and filtered, and no text is left behind.

const test = base.extend<{ role: 'nobody' | 'member' | 'admin' }>({
  role: ['nobody', { option: true }],
  storageState: async ({ role, demo }, use) => use(role === 'nobody' ? undefined : demo[role].storageState),
  trace: 'off',
})

// A visit of a hundred screens and dialogs, on a busy machine.
test.describe.configure({ mode: 'parallel', timeout: 900_000 })

/** Searches, sorts, filters and changes tabs. */
async function operate(page: Page) {
  const main = page.locator('main')
  for (const field of await main.getByRole('searchbox').all())
    for (const text of ['a', 'no such thing', '']) {
      await field.fill(text)
      await waitUntilSettled(page)
      expect.soft(await outdated(page), `searching for "${text}"`).toEqual([])
    }
  for (const controls of ['thead button', '[role="tab"]', '[aria-pressed]'])
    for (const control of await main.locator(controls).all())
      if (await control.isVisible()) {
        await control.click()
        await waitUntilSettled(page)
        expect.soft(await outdated(page), (await control.getAttribute('aria-label')) ?? controls).toEqual([])
      }
}

/** What no member reads while payments are off, as here (D61). */
const paying = /\bpay(ing|ments?)?\b|\brenew|\bStripe\b|Buy tokens/i

const check = (page: Page) => checkScreen(page, { enlarged: true })

function checkScreens(screens: Screen[]) {
  for (const [name, some] of together(screens)) {
    test(`screens of ${name}`, async ({ page, role }) => {
      await page.addInitScript(translate)
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))
      for (const { path, heading, opens = {} } of some) {
        await test.step(path, async () => {
          await page.setViewportSize(desk)
          await page.goto(await withId(path))
          await waitUntilSettled(page)
          await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
          if (role === 'member')
            await expect(page.locator('body')).not.toHaveText(paying, { useInnerText: true })
          // What finds one person for a dialog leaves the page behind it as it is.
          const isNew = !path.includes('?q=tamsin')
          if (isNew) await check(page)
          for (const [what, open] of Object.entries(opens)) {
            await test.step(what, async () => {
              await page.setViewportSize(desk)
              await open(page)
              await check(page)
              await page.keyboard.press('Escape')
              await waitUntilClosed(page)
            })
          }
          if (isNew && (Object.keys(opens).length === 0 || path.split('/').length === 3)) {
            await page.setViewportSize(desk)
            await operate(page)
          }
          await expect(page.getByText('Something went wrong')).toHaveCount(0)
          expect.soft(await outdated(page), path).toEqual([])
          expect.soft(errors.splice(0), path).toEqual([])
        })
      }
    })
  }
}

test('the numbers of a translated page follow an order', async ({ open }) => {
  const page = await open(await newMember('Tara Translated'))
  await page.addInitScript(translate)
  await page.goto('/dashboard')
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Redeem Operating Manual for 12 tokens' }).click()
  await confirmation(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your file is ready' })).toBeVisible()
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Balance 13' })).toBeVisible()
  expect(await outdated(page)).toEqual([])
})

test('the drawers', async ({ open, demo }) => {
  for (const [person, path, name] of [
    [demo.member, '/dashboard', 'Member Dashboard'],
    [demo.admin, '/admin', 'Admin Panel'],
  ] as const) {
    const page = await open(person, path, { viewport: phone })
    await waitUntilSettled(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await checkThemes(page)
    await expectTouchTargets(page)
  }
})

test.describe('public', () => checkScreens(publicScreens))

test.describe('member', () => {
  test.use({ role: 'member' })
  checkScreens(memberScreens)
})

test.describe('admin', () => {
  test.use({ role: 'admin' })
  checkScreens(adminScreens)
})
