import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../../e2e/support/chromium.ts'
import { newMember } from '../../e2e/support/members.ts'
import { trySignIn } from '../../e2e/support/people.ts'
import { openAs, tokensOf } from '../../e2e/support/seed.ts'
import { endToken, isSettled, storedSession } from './support/sessions.ts'
import { openRedemption } from './support/shelf.ts'

/** What the pages of a context throw. */
function watchErrors(context: BrowserContext): string[] {
  const seen: string[] = []
  context.on('weberror', (error) => seen.push(String(error.error())))
  return seen
}

/** Chooses a theme, and sees it chosen. */
async function switchTheme(page: Page) {
  for (const [name, colour] of [
    ['Dark', 'dark'],
    ['Light', 'light'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).first().click()
    await expect(page.locator('html')).toHaveClass(new RegExp(colour))
  }
}

test('storage blocked by the browser: public pages, signing in and ordering work for as long as the page lives', {
  tag: '@core',
}, async ({ request, baseURL }) => {
  const sam = await newMember(baseURL ?? '', request, 'Sam Blocked')
  const profile = await mkdtemp(join(tmpdir(), 'blocked-'))
  await mkdir(join(profile, 'Default'))
  // 'Block all cookies', as in the browser's settings, which only the whole browser reads.
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  const context = await chromium.launchPersistentContext(profile, {
    baseURL,
    locale: 'en-GB',
    executablePath: chromiumPath(),
    args: chromiumFlags,
  })
  const errors = watchErrors(context)
  const page = await context.newPage()

  await test.step('public pages', async () => {
    await page.goto('/')
    expect(
      await page.evaluate(() => {
        try {
          return typeof localStorage.length
        } catch (error) {
          return String(error)
        }
      }),
    ).toContain('Access is denied')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await switchTheme(page)
    await page.goto('/terms')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/dashboard/orders')
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })

  await test.step('signing in, ordering, signing out', async () => {
    await page.getByRole('textbox', { name: 'Email' }).fill(sam.email)
    await page.getByLabel('Password', { exact: true }).fill(sam.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/dashboard/orders')
    await page.getByRole('link', { name: 'Browse Benefits' }).first().click()
    const dialog = await openRedemption(page, 'Board Deck Kit')
    await dialog.getByRole('button', { name: /^Redeem for/ }).click()
    await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
    expect(await tokensOf(sam)).toBe(10)
    await switchTheme(page)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('You have been successfully signed out.')).toBeVisible()
  })
  expect(errors).toEqual([])
  await context.close()
  await rm(profile, { recursive: true, force: true })
})

/** Fills this browser's storage to the last character. */
function fillUp(page: Page) {
  return page.evaluate(() => {
    let text = 'x'.repeat(8_000_000)
    for (let name = 0; text !== ''; name++) {
      try {
        localStorage.setItem(`filler ${name}`, text)
      } catch {
        text = text.slice(text.length / 2 + 0.5)
      }
    }
    try {
      localStorage.setItem('one more', 'x')
      return 'there is room'
    } catch (error) {
      return (error as DOMException).name
    }
  })
}

test('storage full: a session that is renewed stays, what was kept for offline makes room', async ({
  browser,
  request,
  baseURL,
}) => {
  const fay = await newMember(baseURL ?? '', request, 'Fay Full')
  const page = await openAs(browser, fay, '/dashboard/profile')
  const errors = watchErrors(page.context())
  await expect(page.getByLabel('Full name')).toHaveValue('Fay Full')
  await isSettled(page)
  await endToken(page, { known: true })
  expect(await fillUp(page)).toBe('QuotaExceededError')
  const { refresh_token } = await storedSession(page)

  await page.getByLabel('Full name').fill('Fay Fuller')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile Updated')).toBeVisible()
  expect((await storedSession(page)).refresh_token).not.toBe(refresh_token)
  await switchTheme(page)
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Fay Fuller')
  expect(errors).toEqual([])
  await page.context().close()
})

test('storage full before signing in: it works for as long as the page lives, and a reload asks again', async ({
  browser,
  request,
  baseURL,
}) => {
  const fay = await newMember(baseURL ?? '', request, 'Fay Fullest')
  const page = await browser.newPage()
  const errors = watchErrors(page.context())
  await page.goto('/')
  expect(await fillUp(page)).toBe('QuotaExceededError')
  await switchTheme(page)
  await trySignIn(page, fay)
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('link', { name: 'Browse Benefits' }).first().click()
  const dialog = await openRedemption(page, 'Board Deck Kit')
  await dialog.getByRole('button', { name: /^Redeem for/ }).click()
  await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
  await switchTheme(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(errors).toEqual([])
  await page.close()
})
