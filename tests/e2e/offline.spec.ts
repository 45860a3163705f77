import type { Page } from '@playwright/test'
import { member, signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

/** Waits until the app's files and the data of `nouns` are cached. */
async function waitUntilCached(page: Page, ...nouns: string[]) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect(async () => {
    const seen = await page.evaluate(() => localStorage.getItem('guildhall-offline-cache') ?? '')
    for (const noun of nouns) expect(seen).toContain(`"queryKey":["${noun}"`)
  }).toPass()
}

const balance = (page: Page) => page.getByRole('complementary').getByRole('link', { name: /^Balance/ })

test('cached data is shown offline', async ({ page, context }) => {
  await signIn(page, member)
  await expect(balance(page)).toContainText(/\d/)
  const tokens = (await balance(page).textContent()) ?? ''
  await page.getByRole('link', { name: 'Order History' }).first().click()
  await expect(page.getByRole('heading', { name: 'Order History' })).toBeVisible()
  const order = page.getByRole('table').getByRole('row').nth(1)
  await expect(order).toContainText('ORD-')
  const seenOrder = (await order.textContent()) ?? ''
  await page.getByRole('link', { name: 'Browse Benefits' }).first().click()
  await expect(page.getByText('Keystone Vault').first()).toBeVisible()
  await waitUntilCached(page, 'profiles', 'orders', 'benefits')

  await test.step('a reload shows the benefits, the balance and the time of the last update', async () => {
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText('Keystone Vault').first()).toBeVisible()
    await expect(balance(page)).toHaveText(tokens)
    await expect(
      page.getByText(/You are offline\. This page was last updated at .+ Changes cannot be saved/),
    ).toBeVisible()
    await expect(page.getByText(/Failed to load|could not be refreshed/)).toHaveCount(0)
  })

  await test.step('another page shows its cached orders', async () => {
    await page.goto('/dashboard/orders')
    await expect(order).toHaveText(seenOrder)
  })

  await test.step('online, the banner disappears', async () => {
    await context.setOffline(false)
    await expect(page.getByText(/You are offline\./)).toBeHidden()
  })
})

test('an expired session still shows cached data offline', async ({ page, context }) => {
  await signIn(page, member)
  await waitUntilCached(page, 'profiles')
  await context.setOffline(true)
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('guildhall-session') ?? '{}')
    localStorage.setItem('guildhall-session', JSON.stringify({ ...session, expires_at: 1 }))
  })
  await page.reload()
  await expect(balance(page)).toContainText(/\d/)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Token History' }).first().click()
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
})

test('signing out offline deletes the cached data, in every tab', async ({ page, context }) => {
  await signIn(page, member)
  const other = await context.newPage()
  await other.goto('/dashboard/orders')
  await waitUntilCached(page, 'profiles')
  await waitUntilCached(other, 'orders')

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(other).toHaveURL(/\/auth\?/)
  expect(await page.evaluate(() => localStorage.getItem('guildhall-offline-cache'))).toBeNull()

  for (const path of ['/dashboard', '/dashboard/orders']) {
    await other.goto(path)
    await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect(other.getByText(member.email)).toHaveCount(0)
  }
})

test('the cache holds the files of the app, but no data, no emails and no admin code', async ({ page }) => {
  await signIn(page, member)
  await waitUntilCached(page, 'profiles')
  const files = await page.evaluate(async () => {
    const found: [string, string][] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const isScript = request.url.includes('.js')
        const code = isScript ? await (await cache.match(request))?.text() : ''
        found.push([new URL(request.url).pathname, code ?? ''])
      }
    }
    return found
  })
  const urls = files.map(([url]) => url)
  expect(urls).toContain('/app.html')
  for (const url of urls) expect(url).toMatch(/^\/(app\.html|icon\.svg|assets\/|art\/|benefits\/)/)
  const code = files.map(([, text]) => text).join()
  expect(code).toContain('Browse Benefits')
  expect(code).not.toContain('User creation requires authentication setup')

  const inbox = await page.goto('/inbox/messages.json')
  expect(inbox?.headers()['content-type']).toContain('json')
})

test('nothing is asked for or saved offline in the tab Privacy', async ({ page, context }) => {
  await signIn(page, member)
  await page.getByRole('link', { name: 'Your Profile' }).first().click()
  await page.getByRole('tab', { name: 'Privacy' }).click()
  const opener = page.getByRole('button', { name: 'Delete my account' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password').fill(member.password)
  await dialog.getByRole('checkbox', { name: /tokens are given up$/ }).check()
  await context.setOffline(true)
  await dialog.getByRole('button', { name: /^Delete on/ }).click()
  await expect(dialog.getByText('You are offline, so nothing was sent.', { exact: false })).toBeVisible()
  await expect(dialog.getByLabel('Your password')).toHaveValue(member.password)
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByText('Your data has been saved on this device.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeEnabled()
  await context.setOffline(false)
  await expect(page.getByText('You asked us to delete your account')).toHaveCount(0)
})
