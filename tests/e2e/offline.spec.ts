import { expect, type Page, test } from '@playwright/test'
import { member, signIn, trySignIn } from './support/people.ts'

/** The browser has the app's files, and what was seen last of these pages. */
async function isKept(page: Page, ...nouns: string[]) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect(async () => {
    const seen = await page.evaluate(() => localStorage.getItem('guildhall-offline-cache') ?? '')
    for (const noun of nouns) expect(seen).toContain(`"queryKey":["${noun}"`)
  }).toPass()
}

const balance = (page: Page) => page.getByRole('complementary').getByRole('link', { name: /^Balance/ })

test('offline it shows what was last seen, refuses writes with a reason, and goes on when back', async ({
  page,
  context,
}) => {
  await signIn(page, member)
  await expect(balance(page)).toContainText(/\d/)
  const tokens = (await balance(page).textContent()) ?? ''
  await page.getByRole('link', { name: 'Order History' }).first().click()
  // The dashboard has a table of its own, which names orders too.
  await expect(page.getByRole('heading', { name: 'Order History' })).toBeVisible()
  const order = page.getByRole('table').getByRole('row').nth(1)
  await expect(order).toContainText('ORD-')
  const seenOrder = (await order.textContent()) ?? ''
  await page.getByRole('link', { name: 'Browse Benefits' }).first().click()
  await expect(page.getByText('Keystone Vault').first()).toBeVisible()
  await isKept(page, 'profiles', 'orders', 'benefits')

  await test.step('a reload offline shows the benefits, the balance, and since when', async () => {
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText('Keystone Vault').first()).toBeVisible()
    await expect(balance(page)).toHaveText(tokens)
    await expect(
      page.getByText(/You are offline\. This page was last updated at .+ Changes cannot be saved/),
    ).toBeVisible()
    await expect(page.getByText(/Failed to load|could not be refreshed/)).toHaveCount(0)
  })

  await test.step('and so do the orders, at their own address', async () => {
    await page.goto('/dashboard/orders')
    await expect(order).toHaveText(seenOrder)
  })

  await test.step('a code is refused with the reason', async () => {
    await page.getByRole('link', { name: 'Redeem Codes' }).first().click()
    await page.getByLabel('Token code').fill('WELCOME50')
    await page.getByRole('button', { name: 'Redeem code' }).click()
    await expect(page.getByText('Redemption Failed')).toBeVisible()
    await expect(
      page.getByText('You are offline, so nothing was sent. Try again once you are back.'),
    ).toBeVisible()
    await expect(page.getByLabel('Token code')).toHaveValue('WELCOME50')
  })

  await test.step('back online the banner goes, and the server answers again', async () => {
    await context.setOffline(false)
    await expect(page.getByText(/You are offline\./)).toBeHidden()
    await page.getByLabel('Token code').fill('NO-SUCH-CODE')
    await page.getByRole('button', { name: 'Redeem code' }).click()
    await expect(page.getByText('Invalid or expired redemption code').first()).toBeVisible()
  })
})

test('an expired session is no reason to show nothing offline', async ({ page, context }) => {
  await signIn(page, member)
  await isKept(page, 'profiles')
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

test('signing out takes along what was kept, in every tab, also offline', async ({ page, context }) => {
  await signIn(page, member)
  const other = await context.newPage()
  await other.goto('/dashboard/orders')
  await isKept(page, 'profiles')
  await isKept(other, 'orders')

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

  await test.step('signing in is refused with the reason', async () => {
    await trySignIn(page, member)
    await expect(page.getByText('Sign In Error')).toBeVisible()
    await expect(page.getByText(/You are offline|cannot be reached/)).toBeVisible()
  })
})

test("the app's files are kept, and nothing else: no answers, no mails, no admin screens", async ({
  page,
}) => {
  await signIn(page, member)
  await isKept(page, 'profiles')
  const urls = await page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname)
    }
    return found
  })
  expect(urls).toContain('/app.html')
  for (const url of urls) expect(url).toMatch(/^\/(app\.html|icon\.svg|assets\/|art\/|benefits\/)/)
  const code = await page.evaluate(
    async (paths) =>
      (await Promise.all(paths.map(async (path) => (await caches.match(path))?.text() ?? ''))).join('\n'),
    (
      await page.evaluate(async () => {
        const [name = ''] = await caches.keys()
        return (await (await caches.open(name)).keys()).map((request) => request.url)
      })
    ).filter((url) => url.includes('.js')),
  )
  expect(code).toContain('Browse Benefits')
  expect(code).not.toContain('User creation requires authentication setup')

  const inbox = await page.goto('/inbox/messages.json')
  expect(inbox?.headers()['content-type']).toContain('json')
})
