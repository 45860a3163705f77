import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { headersFor, parseHeaders } from '../../src/build/headers.ts'
import { settled } from './support/axe.ts'
import { clientOf, storageState } from './support/client.ts'
import { linkOf, newestMail } from './support/inbox.ts'
import { freshCode, newMember, newTokenCode } from './support/members.ts'
import { newBenefit, placeOrder } from './support/office.ts'
import { admin } from './support/people.ts'
import { pngFile } from './support/pictures.ts'
import { expectHeard, watchPolicy } from './support/violations.ts'

// Every screen, and what opens on it, under the headers of the built site (docs/security.md): the browser refuses nothing.

let context: BrowserContext
let seen: string[]
test.beforeEach(async ({ context: own }) => {
  context = own
  seen = await watchPolicy(own)
})
test.afterEach(async () => {
  expect(seen).toEqual([])
  await expectHeard(context, seen)
})

async function visit(page: Page, path: string, heading: string | RegExp) {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  await settled(page)
}

async function openAndClose(page: Page, button: string | RegExp) {
  await page.getByRole('button', { name: button }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await settled(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Pictures that are in the page have come, or are not there at all. */
async function expectPictures(page: Page) {
  const broken = () =>
    page.evaluate(() =>
      [...document.images].filter((one) => one.complete && !one.naturalWidth).map((one) => one.src),
    )
  await expect.poll(broken).toEqual([])
}

test('public pages, the auth views and the links of mails', async ({ page, request, baseURL }) => {
  await visit(page, '/', /quiet club/)
  await expect(page.getByText(/^\d+ of 50 places left$/)).toBeVisible()
  await page.getByRole('button', { name: 'Dark' }).click()
  await page.mouse.wheel(0, 10_000)
  await expectPictures(page)
  for (const [path, heading] of [
    ['/terms', 'Terms'],
    ['/privacy', 'Privacy'],
    ['/contact', 'Contact'],
    ['/no-such-page', 'Oops! Page not found'],
    ['/auth', 'Your invitation'],
    ['/auth?invite=WELCOME005', 'Open your account'],
    ['/auth?mode=forgot', 'Reset your password'],
    ['/auth/callback?token_hash=none&type=signup', /./],
  ] as const)
    await visit(page, path, heading)
  await visit(page, '/auth?mode=signin', 'Welcome back')
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@guild.example')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Sign In Error')).toBeVisible()

  const forgetful = await newMember(baseURL ?? '', request, 'Fay Forgetful')
  await forgetful.client.auth.resetPasswordForEmail(forgetful.email)
  await page.goto(linkOf(await newestMail(request, forgetful.email, 'Reset your Guildhall password')))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
})

test("a member's screens, live and offline", async ({ page, request, baseURL }) => {
  const url = baseURL ?? ''
  const mo = await newMember(url, request, 'Mo Armour')
  const code = await newTokenCode(url, 40)
  const benefit = await newBenefit(url, `Shield ${freshCode(6)}`, 30)
  await page.addInitScript(
    ([session]) => localStorage.setItem('guildhall-session', session ?? ''),
    [mo.storageState.origins[0]?.localStorage[0]?.value],
  )
  await visit(page, '/dashboard/redeem', 'Redeem Codes')
  await page.getByLabel('Token code').fill(code)
  await page.getByRole('button', { name: 'Redeem code' }).click()
  await expect(page.getByText("You've received 40 tokens.")).toBeVisible()
  await page.getByRole('link', { name: 'Browse Benefits' }).first().click()
  await page
    .getByRole('button', { name: /^Redeem .* tokens$/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectPictures(page)
  await visit(page, '/dashboard', /^Welcome, /)
  // From another place: the screen learns of it by the live channel.
  await placeOrder(mo, benefit)
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Balance 35 tokens' })).toBeVisible()
  await page.getByRole('link', { name: 'Order History' }).first().click()
  await openAndClose(page, /^Invoice/)
  await visit(page, '/dashboard/transactions', 'Token History')
  await visit(page, '/dashboard/profile', 'Your Profile')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${url}/sw.js`)
  await settled(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(/You are offline\./)).toBeVisible()
  await page.context().setOffline(false)
})

test("an admin's screens, with dialogs, charts and uploads", async ({ page, baseURL }) => {
  const { session } = await clientOf(baseURL ?? '', admin)
  const [{ localStorage: [stored] = [] } = {}] = storageState(baseURL ?? '', session).origins
  await page.addInitScript((value) => localStorage.setItem('guildhall-session', value), stored?.value ?? '')
  await visit(page, '/admin', 'Overview')
  await page.getByRole('button', { name: 'Show as table' }).first().click()
  await visit(page, '/admin/benefits', 'Benefits')
  await expectPictures(page)
  await openAndClose(page, /^Edit/)
  await openAndClose(page, /^Delete/)
  await page.getByRole('button', { name: 'Add Benefit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Or upload a picture').setInputFiles(pngFile('shield.png'))
  await expect(dialog.getByLabel(/^Image URL/)).toHaveValue(/\.png$/)
  await expectPictures(page)
  await page.keyboard.press('Escape')
  await visit(page, '/admin/users', 'User Management')
  await openAndClose(page, /^Edit/)
  await openAndClose(page, /^Delete/)
  await visit(page, '/admin/orders', 'Order Management')
  await openAndClose(page, /^Details/)
  for (const path of ['/admin/token-codes', '/admin/invite-codes']) {
    await visit(page, path, /Code Management$/)
    await openAndClose(page, 'Create Code')
  }
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export/ }).click()
  await download
  await visit(page, '/admin/email-branding', 'Email Branding')
  await page.getByLabel('Upload a file').setInputFiles(pngFile('logo.png'))
  await expect(page.getByText('Email branding logo URL has been updated')).toBeVisible()
  await page.getByLabel('Custom logo path or URL').fill('/images/email-logo.png')
  await page.getByRole('button', { name: 'Update' }).click()
  await settled(page)
  await expectPictures(page)
  await visit(page, '/admin/activity', 'Activity')
  await page.getByRole('button', { name: 'Before and after' }).first().click()
})

test('the headers are those of the built file, on every kind of answer', async ({ request }) => {
  const rules = parseHeaders(await readFile('dist/_headers', 'utf8'))
  const page = await (await request.get('/dashboard')).text()
  const asset = /src="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? ''
  for (const path of ['/', '/auth', '/dashboard', '/admin/users', '/nowhere', '/sw.js', '/og.png', asset]) {
    const answer = await request.get(path, { headers: { accept: 'text/html' } })
    const wanted = headersFor(rules, path)
    expect(wanted.length).toBeGreaterThan(6)
    for (const [name, value] of wanted) {
      expect(answer.headers()[name.toLowerCase()], `${name} of ${path}`).toBe(value)
    }
  }
  const picture = await request.get('/storage/v1/object/public/branding/email-logo')
  expect(picture.headers()).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
  })
})
