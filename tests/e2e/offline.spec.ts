import type { Page } from '@playwright/test'
import { waitUntilSettled } from './support/checks.ts'
import { adminClient } from './support/client.ts'
import { expireSession, freshCode, member, newMember } from './support/people.ts'
import { newBenefit, placeOrder } from './support/rows.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the app's files and the data of queries whose keys begin so are cached. */
async function waitUntilCached(page: Page, ...keys: string[][]) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const seen = () => page.evaluate(() => localStorage.getItem('guildhall-offline-cache') ?? '')
  for (const key of keys) await expect.poll(seen).toContain(`"queryKey":${JSON.stringify(key).slice(0, -1)}`)
}

const balance = (page: Page) => page.getByRole('complementary').getByRole('link', { name: /^Balance/ })

test('what was seen is shown offline, even when the session has expired', async ({ open, demo }) => {
  const page = await open(demo.member, '/dashboard')
  await expect(balance(page)).toContainText(/\d/)
  const tokens = (await balance(page).textContent()) ?? ''
  await page.getByRole('link', { name: 'Order History' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Order History' })).toBeVisible()
  const order = page.getByRole('table').getByRole('row').nth(1)
  await expect(order).toContainText('ORD-')
  await waitUntilSettled(page)
  const seenOrder = (await order.textContent()) ?? ''
  await page.getByRole('link', { name: 'Browse Benefits' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Browse Benefits' })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Keystone Vault' })).toBeVisible()
  await waitUntilCached(page, ['profiles'], ['orders', 'own'], ['benefits', 'catalogue', 'list'])

  await page.context().setOffline(true)
  await expireSession(page)
  await page.reload()
  await expect(page.getByText('Keystone Vault').first()).toBeVisible()
  await expect(balance(page)).toHaveText(tokens)
  const banner = page.getByText(/You are offline\. This page was last updated at .+ Changes cannot be saved/)
  await expect(banner).toBeVisible()
  await expect(page.getByText(/Failed to load|could not be refreshed/)).toHaveCount(0)
  await page.goto('/dashboard/orders')
  await expect(order).toHaveText(seenOrder)
  await page.context().setOffline(false)
  await expect(page.getByText(/You are offline\./)).toBeHidden()
})

test('an order is shown offline without what was delivered', async ({ open }) => {
  const person = await newMember('Olga Order')
  const benefit = await newBenefit(`By hand ${freshCode()}`)
  const order = await placeOrder(person, benefit)
  const { client } = await adminClient()
  const { data } = await client.from('orders').select('updated_at').eq('id', order.id).single().throwOnError()
  const content = { p_kind: 'text', p_content: 'Your seat is 17.', p_message: 'Welcome.' }
  await client
    .rpc('deliver_order', { p_order_id: order.id, p_updated_at: data.updated_at, ...content })
    .throwOnError()
  const page = await open(person, `/dashboard/orders/${order.id}`)
  await expect(page.getByText('Your seat is 17.')).toBeVisible()
  await waitUntilCached(page)
  const cached = () => page.evaluate(() => localStorage.getItem('guildhall-offline-cache'))
  await expect.poll(cached).toContain('Welcome.')
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Your delivery is ready' })).toBeVisible()
  await expect(page.getByText('What was delivered could not be loaded.')).toBeVisible()
  await expect(page.getByText('Your seat is 17.')).toHaveCount(0)
})

test('signing out offline deletes what was seen, in every tab (D18)', async ({ open, demo }) => {
  const page = await open(demo.member, '/dashboard')
  const other = await page.context().newPage()
  await other.goto('/dashboard/orders')
  await waitUntilCached(page, ['profiles'])
  await waitUntilCached(other, ['orders'])
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(other).toHaveURL(/\/auth\?/)
  expect(await page.evaluate(() => localStorage.getItem('guildhall-offline-cache'))).toBeNull()
  await other.goto('/dashboard/orders')
  await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(other.getByText(member.email)).toHaveCount(0)
})

test('the cache holds the files of the app, but no data and no admin code', async ({ open, demo }) => {
  const page = await open(demo.member, '/dashboard')
  await waitUntilCached(page, ['profiles'])
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
  expect(code.includes('Browse Benefits')).toBe(true)
  expect(code.includes('User creation requires authentication setup')).toBe(false)
})
