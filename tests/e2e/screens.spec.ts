import { checkThemes, desk, phone, settled } from './support/axe.ts'
import { checkScreen } from './support/check-screen.ts'
import { adminClient, clientOf, storageState } from './support/client.ts'
import { fits, narrow } from './support/fits.ts'
import { linkOf, newestEmail } from './support/inbox.ts'
import { freshCode, newMember } from './support/members.ts'
import { admin, member } from './support/people.ts'
import { adminScreens, long, memberScreens, publicScreens, type Screen, withId } from './support/screens.ts'
import { newBenefit, placeOrder } from './support/seed.ts'
import { expectTouchTargets } from './support/targets.ts'
import { test as base, expect } from './support/test.ts'

async function orderLongWord(buyer: Parameters<typeof placeOrder>[0]) {
  const benefit = await newBenefit(long.word, 1)
  const { id } = await placeOrder({ ...buyer, email: `${long.word}@guild.example` }, benefit)
  const { client } = await adminClient()
  await client.from('benefits').delete().eq('id', benefit.id).throwOnError()
  return id
}

/** Signs each role in once per worker. */
const test = base.extend<
  { role: 'nobody' | 'member' | 'admin' },
  { signedIn: Record<string, ReturnType<typeof storageState> | undefined>; longWords: undefined }
>({
  signedIn: [
    async ({ browserName: _ }, use) => {
      const sessions = await Promise.all([member, admin].map((who) => clientOf(who)))
      const [forMember, forAdmin] = sessions.map(({ session }) => storageState(session))
      await use({ member: forMember, admin: forAdmin })
    },
    { scope: 'worker' },
  ],
  /** Rows with very long words at the top of every admin list. */
  longWords: [
    async ({ browserName: _ }, use) => {
      const buyer = await newMember(long.name)
      await orderLongWord(buyer)
      await newBenefit(long.word, 1000)
      const { client } = await adminClient()
      const code = { code: freshCode(40), token_value: 1000, note: `${long.word} ${freshCode(6)}` }
      await client.from('redeem_codes').insert(code).throwOnError()
      const renamed = { name: `${long.name} II` }
      await client.from('profiles').update(renamed).eq('id', buyer.id).throwOnError()
      await use(undefined)
    },
    { scope: 'worker' },
  ],
  role: ['nobody', { option: true }],
  storageState: async ({ role, signedIn }, use) => use(signedIn[role]),
  // A service worker would download all files again for each page.
  serviceWorkers: 'block',
  trace: 'off',
})

test.describe.configure({ mode: 'parallel' })

function checkScreens(screens: Screen[]) {
  for (const { path, heading, opens = {} } of screens) {
    test(path, async ({ page }) => {
      await page.setViewportSize(desk)
      await page.goto(await withId(path))
      // It draws the heading of the route, whatever is asked for.
      await expect(page.locator('[data-frame]')).toHaveCount(0)
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
    // Axe does not know the top layer, and takes the page behind it for something in front.
    await page.locator('main').evaluate((main) => main.parentElement?.toggleAttribute('hidden'))
    await checkThemes(page)
    await expectTouchTargets(page)
  })
}

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
  checkDrawer('/dashboard', 'Member Dashboard')
})

test.describe('admin', () => {
  test.use({ role: 'admin' })
  test.beforeEach(({ longWords: _ }) => undefined)
  checkScreens(adminScreens)
  checkDrawer('/admin', 'Admin Panel')
})

test('very long words make no screen of a member scroll sideways', async ({ open }) => {
  const buyer = await newMember(long.name)
  const order = `/dashboard/orders/${await orderLongWord(buyer)}`
  const page = await open(buyer)
  // The orders of the demo member are not found, and there is no invitation to change.
  const own = memberScreens
    .filter(({ path }) => !path.startsWith('/dashboard/orders/'))
    .map((each) => (each.path === '/dashboard/invite' ? { ...each, opens: undefined } : each))
  for (const { path, opens = {} } of [...own, { path: order, opens: {} }]) {
    await test.step(path, async () => {
      await page.setViewportSize(desk)
      await page.goto(await withId(path))
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
})
