import { test as base, expect, type Page } from '@playwright/test'
import { origin } from './support/address.ts'
import { checkThemes, desk, phone, settled } from './support/axe.ts'
import { clientOf, officeOf, storageState } from './support/client.ts'
import { fits, narrow } from './support/fits.ts'
import { linkOf, newestMail } from './support/inbox.ts'
import { freshCode, newMember, newOrder } from './support/members.ts'
import { newBenefit } from './support/office.ts'
import { admin, member } from './support/people.ts'
import { adminScreens, long, memberScreens, publicScreens, type Screen } from './support/screens.ts'
import { fitThumbs } from './support/targets.ts'

/** Signs each role in once per worker. */
const test = base.extend<
  { role: 'nobody' | 'member' | 'admin' },
  { signedIn: Record<string, ReturnType<typeof storageState> | undefined>; longWords: undefined }
>({
  signedIn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern.
    async ({}, use) => {
      const sessions = await Promise.all([member, admin].map((who) => clientOf(origin, who)))
      const [forMember, forAdmin] = sessions.map(({ session }) => storageState(origin, session))
      await use({ member: forMember, admin: forAdmin })
    },
    { scope: 'worker' },
  ],
  /** Rows with the longest words at the top of every admin list. */
  longWords: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: origin })
      const buyer = await newMember(origin, request, long.name)
      await newOrder(origin, buyer, { benefit: long.word, email: `${long.word}@guild.example` })
      await newBenefit(origin, long.word, 1000)
      const { client } = await officeOf(origin)
      const code = { code: freshCode(40), token_value: 1000, note: `${long.word} ${freshCode(6)}` }
      await client.from('redeem_codes').insert(code).throwOnError()
      await client
        .from('profiles')
        .update({ name: `${long.name} II` })
        .eq('id', buyer.id)
        .throwOnError()
      await request.dispose()
      await use(undefined)
    },
    { scope: 'worker' },
  ],
  role: ['nobody', { option: true }],
  storageState: async ({ role, signedIn }, use) => use(signedIn[role]),
  // A worker would fetch the whole product again for each page.
  serviceWorkers: 'block',
  trace: 'off',
})

test.describe.configure({ mode: 'parallel' })

/** Accessible in both themes on a desk and a phone, with targets for thumbs, and not wider than a narrow window. */
async function checkScreen(page: Page) {
  await page.setViewportSize(desk)
  await checkThemes(page)
  await page.setViewportSize(phone)
  await checkThemes(page)
  await fitThumbs(page)
  for (const size of narrow) {
    await page.setViewportSize(size)
    await test.step(`${size.width} px wide`, () => fits(page))
  }
}

function checkScreens(screens: Screen[]) {
  for (const { path, heading, opens = {} } of screens) {
    test(path, async ({ page }) => {
      await page.setViewportSize(desk)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await settled(page)
      await checkScreen(page)
      for (const [what, open] of Object.entries(opens)) {
        await test.step(what, async () => {
          await page.setViewportSize(desk)
          await open(page)
          await checkScreen(page)
          await page.keyboard.press('Escape')
          await expect(page.getByRole('dialog')).toHaveCount(0)
        })
      }
    })
  }
}

function checkDrawer(path: string, name: string) {
  test(`the drawer of ${path}`, async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto(path)
    await settled(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await checkThemes(page)
    await fitThumbs(page)
  })
}

test.describe('public', () => {
  checkScreens(publicScreens)

  test('/auth/callback and the new password', async ({ page, request }) => {
    const forgetful = await newMember(origin, request, 'Frank Forgetful')
    await forgetful.client.auth.resetPasswordForEmail(forgetful.email)
    await page.goto(linkOf(await newestMail(request, forgetful.email, 'Reset your Guildhall password')))
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
  checkDrawer('/dashboard', 'Member Dashboard')
})

test.describe('admin', () => {
  test.use({ role: 'admin' })
  test.beforeEach(({ longWords: _ }) => undefined)
  checkScreens(adminScreens)
  checkDrawer('/admin', 'Admin Panel')
})

test('a member with the longest words sees no screen scroll sideways', async ({ browser, request }) => {
  const { storageState, ...buyer } = await newMember(origin, request, long.name)
  await newOrder(origin, buyer, { benefit: long.word, email: `${long.word}@guild.example` })
  const page = await browser.newPage({ storageState })
  for (const { path, opens = {} } of memberScreens) {
    await test.step(path, async () => {
      await page.setViewportSize(desk)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await settled(page)
      for (const open of [undefined, ...Object.values(opens)]) {
        await open?.(page)
        for (const size of narrow) {
          await page.setViewportSize(size)
          await test.step(`${size.width} px wide`, () => fits(page))
        }
        await page.keyboard.press('Escape')
        await page.setViewportSize(desk)
      }
    })
  }
  await page.close()
})
