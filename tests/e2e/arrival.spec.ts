import { expect, type Page, test } from '@playwright/test'
import { admin, member, trySignIn } from './support/people.ts'

/** The pages that were shown, in order. */
function watchPages(page: Page) {
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
  return seen
}

test('an admin who signs in arrives at /admin, without a look at the dashboard', async ({ page }) => {
  const seen = watchPages(page)
  await page.route('**/rest/v1/profiles**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await trySignIn(page, admin)
  await expect(page).toHaveURL('/admin')
  await expect(page.getByText('Successfully signed in.')).toBeVisible()
  expect(seen.filter((path) => path.startsWith('/dashboard'))).toEqual([])

  await test.step('and at the dashboard when /auth is opened later', async () => {
    await page.goto('/auth')
    await expect(page).toHaveURL('/dashboard')
  })
})

test('an admin arrives at the page that was asked for', async ({ page }) => {
  await page.goto('/dashboard/orders')
  await expect(page).toHaveURL(/^[^?]*\/auth\?/)
  await page.getByRole('textbox', { name: 'Email' }).fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard/orders')
})

test('a member arrives at the dashboard', async ({ page }) => {
  const seen = watchPages(page)
  await trySignIn(page, member)
  await expect(page).toHaveURL('/dashboard')
  expect(seen.filter((path) => path.startsWith('/admin'))).toEqual([])
})
