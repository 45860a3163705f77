import { member, signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

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

test('the landing page loads one script, and shows how many places are left', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  const response = page.waitForResponse(/launch_spots/)
  await page.goto('/')
  // Other tests have taken some, or all.
  const left: number = await (await response).json()
  const text = left > 0 ? `${left} of 50 places left` : 'All 50 places at the launch price are taken.'
  await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: `${50 - left} of 50 places taken` })).toBeVisible()
  expect(scripts).toHaveLength(1)
})

test('the landing page leads a signed-in member to the dashboard', async ({ page }) => {
  await signIn(page, member)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
})

test('an unknown address returns 404 with the page of the app', async ({ page }) => {
  const response = await page.goto('/dashboard/nowhere')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A quiet club for people with work to do')
})

test('robots.txt is served as text', async ({ request }) => {
  const response = await request.get('/robots.txt')
  expect(response.headers()['content-type']).toContain('text/plain')
  expect(await response.text()).toContain('Disallow: /dashboard')
})
