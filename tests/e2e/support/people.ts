import { expect, type Page } from '@playwright/test'

/** The accounts of the demo data. */
export const admin = { email: 'admin@guildhall.test', password: 'guildhall-demo' }
export const member = { email: 'member@guildhall.test', password: 'guildhall-demo' }

/** Fills the sign-in view, which was reached on the way to `next`, and submits it. */
export async function trySignIn(
  page: Page,
  { email, password }: { email: string; password: string },
  next = '',
) {
  await page.goto(`/auth?mode=signin&next=${encodeURIComponent(next)}`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Signs a person in on the way to the dashboard, where admins do not arrive by themselves, and waits for it. */
export async function signIn(page: Page, person: { email: string; password: string }) {
  await trySignIn(page, person, '/dashboard')
  await expect(page).toHaveURL('/dashboard')
}
