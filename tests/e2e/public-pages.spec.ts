import { expect, test } from '@playwright/test'
import { member, signIn } from './support/people.ts'

test('the public pages are readable without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A quiet club for people with work to do')
  await expect(page.getByText('The launch price is for the first 50 people.')).toBeVisible()
  await expect(page.getByText(/places left/).filter({ visible: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await page.getByRole('link', { name: 'Pricing' }).first().click()
  await expect(page).toHaveURL('/#pricing')
  await expect(page.getByRole('heading', { name: 'One price, a year at a time' })).toBeInViewport()
  await context.close()
})

test('the landing page needs one small script, and says how many places are left', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/')
  await expect(page.getByText(/^\d+ of 50 places left$/)).toBeVisible()
  await expect(page.getByRole('img', { name: /^\d+ of 50 places taken$/ })).toBeVisible()
  expect(scripts).toHaveLength(1)
})

test('leads a visitor to /auth, and whoever is signed in to the dashboard', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/auth?mode=signup')
  await signIn(page, member)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
})

test('a theme chosen on the landing page holds in the app', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/auth')
  await expect(page.locator('html')).toHaveClass(/dark/)
})

test('leaving leads to the landing page, with its words and its places', async ({ page }) => {
  await signIn(page, member)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible()
  await expect(page.getByText(/^\d+ of 50 places left$/)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('the dashboard asks for its data once, and before its code has come', async ({ page }) => {
  await signIn(page, member)
  await page.goto('/terms')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) asked.push(new URL(request.url()).pathname)
  })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/index-.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(page.locator('h1')).toHaveText(/^Welcome, /)
  expect(asked).toHaveLength(5)
  release()
  await expect(page.getByRole('heading', { name: 'Nearest to your balance' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Redeem / }).first()).toBeVisible()
  expect(asked.filter((path) => path === '/rest/v1/profiles')).toHaveLength(1)
  expect(asked.filter((path) => path === '/rest/v1/token_transactions')).toHaveLength(2)
})

test('an address that nobody knows answers 404 with the page of the app', async ({ page }) => {
  const answer = await page.goto('/dashboard/nowhere')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A quiet club for people with work to do')
})

test('robots.txt is served as text and names what crawlers leave alone', async ({ request }) => {
  const answer = await request.get('/robots.txt')
  expect(answer.headers()['content-type']).toContain('text/plain')
  const lines = (await answer.text()).split('\n')
  expect(lines[0]).toBe('User-agent: *')
  for (const path of ['/dashboard', '/admin', '/auth']) expect(lines).toContain(`Disallow: ${path}`)
})
