import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../../e2e/support/chromium.ts'
import { trySignIn } from '../../e2e/support/people.ts'
import { tokensOf } from '../../e2e/support/seed.ts'
import { orderBenefit } from './support/orders.ts'
import { expireToken, isSettled, signInHere, storedSession } from './support/sessions.ts'
import { test } from './support/test.ts'

function watchErrors(context: BrowserContext): string[] {
  const seen: string[] = []
  context.on('weberror', (error) => seen.push(String(error.error())))
  return seen
}

async function switchTheme(page: Page) {
  for (const name of ['Dark', 'Light']) {
    await page.getByRole('button', { name, exact: true }).first().click()
    await expect(page.locator('html')).toHaveClass(new RegExp(name.toLowerCase()))
  }
}

test('with storage blocked, public pages, signing in and ordering work while the page lives', {
  tag: '@core',
}, async ({ join, baseURL }) => {
  const member = await join('Sam Blocked')
  const profile = await mkdtemp(joinPath(tmpdir(), 'blocked-'))
  await mkdir(joinPath(profile, 'Default'))
  // The setting 'Block all cookies', which applies to a whole browser.
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
  await writeFile(joinPath(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
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
    await expect(page.evaluate(() => localStorage.length)).rejects.toThrow('Access is denied')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await switchTheme(page)
    await page.goto('/terms')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/dashboard/orders')
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })

  await test.step('signing in, ordering, signing out', async () => {
    await signInHere(page, member)
    await expect(page).toHaveURL('/dashboard/orders')
    await orderBenefit(page)
    expect(await tokensOf(member)).toBe(10)
    await switchTheme(page)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('You have been successfully signed out.')).toBeVisible()
  })
  expect(errors).toEqual([])
  await context.close()
  await rm(profile, { recursive: true, force: true })
})

/** Fills localStorage to the last character. */
async function fillStorage(page: Page) {
  const refusal = await page.evaluate(() => {
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
      return ''
    } catch (error) {
      return (error as DOMException).name
    }
  })
  expect(refusal).toBe('QuotaExceededError')
}

test('with storage full, a renewed session is stored in place of the offline cache', async ({ open }) => {
  const { page, context } = await open('Fay Full', '/dashboard/profile')
  const errors = watchErrors(context)
  await expect(page.getByLabel('Full name')).toHaveValue('Fay Full')
  await isSettled(page)
  await expireToken(page, { known: true })
  await fillStorage(page)
  const { refresh_token } = await storedSession(page)

  await page.getByLabel('Full name').fill('Fay Fuller')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile Updated')).toBeVisible()
  expect((await storedSession(page)).refresh_token).not.toBe(refresh_token)
  await switchTheme(page)
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Fay Fuller')
  expect(errors).toEqual([])
})

test('with storage full before signing in, the session lasts until a reload', async ({
  page,
  context,
  join,
}) => {
  const member = await join('Fay Fullest')
  const errors = watchErrors(context)
  await page.goto('/')
  await fillStorage(page)
  await switchTheme(page)
  await trySignIn(page, member)
  await expect(page).toHaveURL('/dashboard')
  await orderBenefit(page)
  await switchTheme(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(errors).toEqual([])
})
