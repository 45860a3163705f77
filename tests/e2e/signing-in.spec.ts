import type { Browser, Page } from '@playwright/test'
import { createAdmin, PASSWORD, type Person } from '../db/support/people.ts'
import { codeOf } from '../support/authenticator.ts'
import { origin } from './support/address.ts'
import { checkScreen } from './support/checks.ts'
import { linkOf, newestEmail } from './support/inbox.ts'
import { routeTo, startOwned } from './support/owner.ts'
import { addAuthenticator, expireSession, newMember, noSession, trySignIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('a password reset by email signs out the other devices', async ({ page, open }) => {
  const member = await newMember('Fiona Forgetful')
  const password = 'a better guild password'
  const otherDevice = await open(member, '/dashboard')
  await page.goto('/auth?mode=forgot')
  await page.getByRole('textbox', { name: 'Email' }).fill(member.email)
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click()
  await expect(
    page.getByText('Check your email for password reset instructions.', { exact: true }),
  ).toBeVisible()

  const link = linkOf(await newestEmail(member.email, 'Reset your Guildhall password'))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await checkScreen(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await checkScreen(page)
  await page.reload()
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the new password').fill(password)
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Password Updated')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')

  await test.step('the link works once', async () => {
    const second = await open(noSession, link)
    await second.getByRole('button', { name: 'Continue' }).click()
    await expect(second.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  })
  await test.step('the new password replaces the old one', async () => {
    const elsewhere = await open(noSession)
    await trySignIn(elsewhere, member)
    await expect(elsewhere.getByText('Sign In Error')).toBeVisible()
    await trySignIn(elsewhere, { ...member, password })
    await expect(elsewhere).toHaveURL('/dashboard')
  })
  await test.step('the other device cannot renew its session', async () => {
    await expireSession(otherDevice)
    await otherDevice.reload()
    await expect(otherDevice.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })
})

test.describe('with a second factor', () => {
  // The requirement holds for every admin of a backend.
  let owned: Awaited<ReturnType<typeof startOwned>>
  test.beforeAll(async () => {
    owned = await startOwned()
  })
  test.afterAll(() => owned.stop())

  /** The admin area in a browser of its own, where the admin entered the password. */
  async function openFor(browser: Browser, { email }: Person): Promise<Page> {
    const context = await browser.newContext({ baseURL: origin, locale: 'en-GB' })
    await routeTo(context, owned)
    const page = await context.newPage()
    await trySignIn(page, { email, password: PASSWORD }, '/admin')
    return page
  }

  test('whoever has one needs it; a required one counts once another admin approved it', async ({
    browser,
  }) => {
    const ada = await createAdmin(owned.world, { name: 'Ada Admin' })
    const first = await openFor(browser, ada)
    await expect(first.getByRole('heading', { name: 'Overview' })).toBeVisible()
    const secret = await addAuthenticator(first)
    await first.goto('/admin/settings')
    const security = first.getByRole('region', { name: 'Security' })
    await security.getByRole('switch', { name: 'Require a second factor for admins' }).click()
    await security.getByRole('button', { name: 'Save' }).click()
    await expect(first.getByText('Admins now need a second factor.')).toBeVisible()

    const bo = await createAdmin(owned.world, { name: 'Bo Backup' })
    const second = await openFor(browser, bo)
    await test.step('an admin without one has no admin area, and adding one is not enough', async () => {
      await expect(second.getByRole('heading', { name: 'Admins need a second factor' })).toBeVisible()
      await checkScreen(second)
      await addAuthenticator(second)
      await second.goto('/admin')
      await expect(
        second.getByRole('heading', { name: 'Your second factor is not approved yet' }),
      ).toBeVisible()
    })
    await test.step('another admin approves it', async () => {
      await first.goto(`/admin/users?person=${bo.id}`)
      await first.getByRole('button', { name: 'Approve second factor' }).click()
      const question = first.getByRole('dialog', { name: 'Approve the second factor of Bo Backup?' })
      await question.getByRole('button', { name: 'Approve second factor' }).click()
      await expect(first.getByText('Bo Backup has the rights of an admin now.')).toBeVisible()
      await second.getByRole('button', { name: 'Check again' }).click()
      await expect(second.getByRole('heading', { name: 'Overview' })).toBeVisible()
    })
    await test.step('signing in again needs the code, also for a page of members', async () => {
      const again = await openFor(browser, ada)
      await expect(again.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
      await again.goto('/dashboard/orders')
      await expect(again.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
      await checkScreen(again)
      await again.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
      await again.getByRole('button', { name: 'Continue' }).click()
      await expect(again).toHaveURL('/dashboard/orders')
    })
    for (const context of browser.contexts()) await context.close()
  })
})
