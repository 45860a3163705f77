import type { Page } from '@playwright/test'
import { checkScreen, checkThemes, closed, desk, fits, narrow, phone, settled } from './support/checks.ts'
import { adminClient } from './support/client.ts'
import { checkEnlarged } from './support/enlarged.ts'
import { linkOf, newestEmail } from './support/inbox.ts'
import { person } from './support/openers.ts'
import { freshCode, newMember, type Person } from './support/people.ts'
import { newBenefit, placeOrder } from './support/rows.ts'
import {
  adminScreens,
  long,
  memberScreens,
  publicScreens,
  type Screen,
  together,
  withId,
} from './support/screens.ts'
import { expectTouchTargets } from './support/targets.ts'
import { test as base, expect } from './support/test.ts'
import { outdated, translate } from './support/translator.ts'

// One pass over every screen and dialog, translated by the browser: axe in both themes, targets of a finger, narrow windows,
// enlarged text, one dialog for two clicks; then each list is searched, sorted and filtered, and no text is left behind.

async function orderLongWord(buyer: Person) {
  const benefit = await newBenefit(long.word, 1)
  const { id } = await placeOrder({ ...buyer, email: `${long.word}@guild.example` }, benefit)
  const { client } = await adminClient()
  await client.from('benefits').delete().eq('id', benefit.id).throwOnError()
  return id
}

const test = base.extend<{ role: 'nobody' | 'member' | 'admin' }, { longWords: Person }>({
  /** Rows with very long words at the top of every list of an admin; returns their member. */
  longWords: [
    async ({ browserName: _ }, use) => {
      const buyer = await newMember(long.name)
      await orderLongWord(buyer)
      await newBenefit(long.word, 1000)
      const { client } = await adminClient()
      const code = { code: freshCode(40), token_value: 1000, note: `${long.word} ${freshCode()}` }
      await client.from('redeem_codes').insert(code).throwOnError()
      const renamed = { name: `${long.name} II` }
      await client.from('profiles').update(renamed).eq('id', buyer.id).throwOnError()
      await use(buyer)
    },
    { scope: 'worker' },
  ],
  role: ['nobody', { option: true }],
  storageState: async ({ role, demo }, use) => use(role === 'nobody' ? undefined : demo[role].storageState),
  // A service worker would download all files again for each page.
  serviceWorkers: 'block',
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
      await settled(page)
      expect.soft(await outdated(page), `searching for "${text}"`).toEqual([])
    }
  for (const controls of ['thead button', '[role="tab"]', '[aria-pressed]'])
    for (const control of await main.locator(controls).all())
      if (await control.isVisible()) {
        await control.click()
        await settled(page)
        expect.soft(await outdated(page), (await control.getAttribute('aria-label')) ?? controls).toEqual([])
      }
}

/** What no member reads while payments are off, as here (D61). */
const paying = /\bpay(ing|ments?)?\b|\brenew|\bStripe\b|Buy tokens/i

/** Those of admins have very long words here, and are enlarged in enlarged.spec.ts. */
async function checkEach(page: Page, role: string) {
  await checkScreen(page)
  if (role !== 'admin') await checkEnlarged(page)
}

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
          await settled(page)
          await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
          if (role === 'member')
            await expect(page.locator('body')).not.toHaveText(paying, { useInnerText: true })
          await checkEach(page, role)
          for (const [what, open] of Object.entries(opens)) {
            await test.step(what, async () => {
              await page.setViewportSize(desk)
              await open(page)
              await checkEach(page, role)
              await page.keyboard.press('Escape')
              await closed(page)
            })
          }
          if (Object.keys(opens).length === 0 || path.split('/').length === 3) {
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
  await settled(page)
  await page.getByRole('button', { name: 'Redeem Operating Manual for 12 tokens' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Redeem for/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your file is ready' })).toBeVisible()
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Balance 13' })).toBeVisible()
  expect(await outdated(page)).toEqual([])
})

test('the drawers', async ({ open, demo }) => {
  for (const [person, path, name] of [
    [demo.member, '/dashboard', 'Member Dashboard'],
    [demo.admin, '/admin', 'Admin Panel'],
  ] as const) {
    const page = await open(person, path, { viewport: phone, serviceWorkers: 'block' })
    await settled(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    // Axe does not know the top layer, and takes the page behind it for something in front.
    await page.locator('main').evaluate((main) => main.parentElement?.toggleAttribute('hidden'))
    await checkThemes(page)
    await expectTouchTargets(page)
  }
})

test.describe('public', () => {
  checkScreens(publicScreens)

  test('/auth/callback and the new password', async ({ page }) => {
    const forgetful = await newMember('Frank Forgetful')
    await forgetful.client.auth.resetPasswordForEmail(forgetful.email)
    await page.goto(linkOf(await newestEmail(forgetful.email, 'Reset your Guildhall password')))
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
    await checkScreen(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
    await checkScreen(page)
  })
})

test.describe('member', () => {
  test.use({ role: 'member' })
  checkScreens(memberScreens)

  test('very long words make no screen scroll sideways', async ({ open }) => {
    const buyer = await newMember(long.name)
    const order = `/dashboard/orders/${await orderLongWord(buyer)}`
    await newBenefit(long.word, 1000)
    const page = await open(buyer, undefined, { serviceWorkers: 'block' })
    const lists = ['', '/benefits', '/orders', '/transactions', '/profile'].map((path) => `/dashboard${path}`)
    for (const path of [order, ...lists]) {
      await page.goto(path)
      await settled(page)
      for (const size of narrow) {
        await page.setViewportSize(size)
        await test.step(`${path}, ${size.width} px wide`, () => fits(page))
      }
    }
  })
})

test.describe('admin', () => {
  test.use({ role: 'admin' })
  test.beforeEach(({ longWords: _ }) => undefined)
  checkScreens([
    ...adminScreens,
    {
      path: '/admin/users?q=Oberkirchenbach',
      heading: 'User Management',
      opens: { 'a long name': person },
    },
  ])
})
