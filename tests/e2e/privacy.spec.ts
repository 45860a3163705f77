import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { waitUntilSettled } from './support/checks.ts'
import { linkOf, newestEmail } from './support/inbox.ts'
import { freshCode, newMember, noSession, type Person, signIn } from './support/people.ts'
import { newBenefit, placeOrder } from './support/rows.ts'
import { expect, test } from './support/test.ts'

/** Asks for the deletion of an account that has 25 tokens; returns the link of the email. */
async function askForDeletion(page: Page, { email, password }: Person): Promise<string> {
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByText('I know that 25 tokens are given up').click()
  await dialog.getByRole('button', { name: /^Delete on/ }).click()
  await expect(page.getByText('You asked us to delete your account')).toBeVisible()
  const subject = 'Confirm that your Guildhall account is to be deleted'
  return linkOf(await newestEmail(email, subject), 'confirm')
}

test('a member downloads everything as one file', async ({ open }) => {
  const member = await newMember('Dana Download')
  const name = `=Formula ${freshCode()}`
  const order = await placeOrder(member, await newBenefit(name, 10))
  const page = await open(member, '/dashboard/profile?tab=privacy')
  await expect(
    page.getByText(/^Profile, 1 order with the keys you have opened, 2 transactions/),
  ).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^guildhall-data-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(await readFile(await download.path()))
  const text = (file: string) => strFromU8(files[file] ?? new Uint8Array())
  const data = JSON.parse(text('data.json'))
  expect(data.profile).toMatchObject([{ id: member.id, email: member.email }])
  expect(data.orders).toMatchObject([{ id: order.id, benefit_name: name }])
  expect(data.token_entries).toHaveLength(2)
  expect(text('csv/orders.csv')).toContain(`"'${name}"`)
})

/** Runs in the page: which elements have moved without a press, as the layout shift counts. */
function watchShifts() {
  type Shift = PerformanceEntry & { hadRecentInput: boolean; sources: { node: Node | null }[] }
  const moved: unknown[] = []
  Reflect.set(window, 'moved', moved)
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, sources } of list.getEntries() as Shift[])
      if (!hadRecentInput) moved.push(...sources.map(({ node }) => node?.nodeName))
  }).observe({ type: 'layout-shift', buffered: true })
}

test('a deletion is confirmed by email, and withdrawn from any page (D49)', async ({ open }) => {
  const member = await newMember('Lea Leaving')
  const page = await open(member, '/dashboard/profile?tab=privacy')
  const link = await askForDeletion(page, member)
  // What a scanner does: nothing is confirmed until a click.
  expect((await page.request.get(link)).ok()).toBe(true)
  await page.goto(link)
  await page.getByRole('button', { name: /^Delete on/ }).click()
  await expect(page.getByText(/^Your account will be deleted on .*, in 14 days\.$/)).toBeVisible()
  await page.getByRole('link', { name: 'Order History' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Order History' })).toBeVisible()
  const name = 'Deletion of your account'
  const elsewhere = await open(noSession)
  await elsewhere.addInitScript(watchShifts)
  await signIn(elsewhere, member)
  await expect(elsewhere.getByRole('complementary', { name })).toBeVisible()
  await waitUntilSettled(elsewhere)
  expect(await elsewhere.evaluate(() => Reflect.get(window, 'moved')), 'below the bar').not.toContain('MAIN')
  const bar = page.getByRole('complementary', { name })
  await bar.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account stays.')).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: /^Delete on/ }).click()
  await expect(page.getByText('This link is no longer valid.', { exact: false })).toBeVisible()
})

test('unsaved changes of the profile are asked about, by Back and by the search', async ({ open }) => {
  const page = await open(await newMember('Una Unsaved'), '/dashboard')
  const menu = page.getByRole('navigation', { name: 'Member' })
  await menu.getByRole('link', { name: 'Your Profile' }).click()
  await page.getByLabel('Phone').fill('+49 30 1234')
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(page.getByLabel('Phone')).toHaveValue('+49 30 1234')
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search' })
  await search.getByRole('combobox').fill('Token History')
  await expect(search.getByRole('option', { selected: true })).toHaveText('Token History')
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/dashboard/transactions')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
