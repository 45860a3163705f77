import type { Browser, Page } from '@playwright/test'
import { createAdmin, PASSWORD, type Person } from '../db/support/people.ts'
import { codeOf } from '../support/authenticator.ts'
import { origin } from './support/address.ts'
import { checkScreen } from './support/check-screen.ts'
import { routeTo, startOwned } from './support/owner.ts'
import { trySignIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

// The requirement holds for every admin of a backend.
let owned: Awaited<ReturnType<typeof startOwned>>
test.beforeAll(async () => {
  owned = await startOwned()
})
test.afterAll(() => owned.stop())

/** The admin area in a browser of its own, where the admin entered the password. */
async function openFor(browser: Browser, { email }: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', serviceWorkers: 'block' })
  await routeTo(context, owned)
  const page = await context.newPage()
  await trySignIn(page, { email, password: PASSWORD }, '/admin')
  return page
}

/** Adds an authenticator in the profile; returns its secret. */
async function addAuthenticator(page: Page): Promise<string> {
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Manage authenticators' }).click()
  await page.getByRole('button', { name: 'Add an authenticator' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const key = page.getByText('Key', { exact: true }).locator('xpath=following-sibling::*')
  const secret = (await key.innerText()).replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code' }).fill('12')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Enter the six digits of the code.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('list', { name: 'Your authenticators' })).toContainText('Authenticator')
  return secret
}

async function enterCode(page: Page, secret: string) {
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('whoever has a second factor needs it; a required one counts once another admin approved it', async ({
  browser,
}) => {
  const ada = await createAdmin(owned.world, { name: 'Ada Admin' })
  const first = await openFor(browser, ada)
  await expect(first.getByRole('heading', { name: 'Overview' })).toBeVisible()
  const secret = await test.step('sets up an authenticator, and requires one of all admins', async () => {
    const added = await addAuthenticator(first)
    await first.getByRole('switch', { name: 'Require a second factor for admins' }).click()
    await expect(first.getByText('Admins now need a second factor.')).toBeVisible()
    return added
  })

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
    await first.getByRole('dialog').last().getByRole('button', { name: 'Approve second factor' }).click()
    await second.getByRole('button', { name: 'Check again' }).click()
    await expect(second.getByRole('heading', { name: 'Overview' })).toBeVisible()
  })

  await test.step('signing in again needs the code, also for a page of members', async () => {
    const again = await openFor(browser, ada)
    await expect(again.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await again.goto('/dashboard/orders')
    await expect(again.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await checkScreen(again)
    await enterCode(again, secret)
    await expect(again).toHaveURL('/dashboard/orders')
    await again.context().close()
  })
  await first.context().close()
  await second.context().close()
})
