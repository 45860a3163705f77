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
  await expect(page.getByRole('list', { name: 'Your authenticators' })).toContainText('Authenticator')
  return secret
}

async function enterCode(page: Page, secret: string) {
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function tryCreateCodes(page: Page) {
  await page.goto('/admin/invite-codes')
  await page.getByRole('button', { name: 'Create Code' }).click()
  await page.getByRole('radio', { name: 'Several codes' }).check()
  await page.getByLabel('Number of codes').fill('3')
  await page.getByRole('button', { name: 'Create 3 codes' }).click()
}

/** The toast with the reason. */
const refusal = (page: Page) =>
  page.locator('[data-sonner-toast]', { hasText: 'Admins need a second factor to change anything.' })

test('admins need a second factor once it is required, and another admin resets a lost one', async ({
  browser,
}) => {
  const ada = await createAdmin(owned.world, { name: 'Ada Admin' })
  const bo = await createAdmin(owned.world, { name: 'Bo Backup' })

  const first = await openFor(browser, ada)
  await expect(first).toHaveURL('/admin')
  const secret = await test.step('sets up an authenticator, and requires one of all admins', async () => {
    const added = await addAuthenticator(first)
    await first.getByRole('switch', { name: 'Require a second factor for admins' }).click()
    await expect(first.getByText('Admins now need a second factor to change anything.')).toBeVisible()
    return added
  })

  const second = await openFor(browser, bo)
  const secondSecret = await test.step('an admin without one reads, and changes nothing', async () => {
    await expect(second.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await tryCreateCodes(second)
    await expect(refusal(second)).toHaveCount(1)
    const added = await addAuthenticator(second)
    await tryCreateCodes(second)
    await expect(second.getByRole('dialog', { name: '3 codes created' })).toBeVisible()
    return added
  })

  await test.step('signs in again with the code, which the admin area asks for', async () => {
    const again = await openFor(browser, bo)
    await expect(again.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await checkScreen(again)
    await enterCode(again, secondSecret)
    await expect(again).toHaveURL('/admin')
    await again.context().close()
  })

  await test.step('lost it; another admin resets it', async () => {
    await first.goto(`/admin/users?person=${bo.id}`)
    await first.getByRole('button', { name: 'Reset second factor' }).click()
    await first
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^Reset/ })
      .last()
      .click()
    await expect(first.getByRole('button', { name: 'Reset second factor' })).toBeHidden()
    const back = await openFor(browser, bo)
    await expect(back.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await tryCreateCodes(back)
    await expect(refusal(back)).toHaveCount(1)
    await back.context().close()
  })

  await test.step('and still needs the own code', async () => {
    const again = await openFor(browser, ada)
    await enterCode(again, secret)
    await expect(again).toHaveURL('/admin')
    await again.context().close()
  })
  await first.context().close()
  await second.context().close()
})
