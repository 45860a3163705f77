import { expect, type Page } from '@playwright/test'

/** The accounts of the demo data. */
export const admin = { email: 'admin@guildhall.test', password: 'guildhall-demo' }
export const member = { email: 'member@guildhall.test', password: 'guildhall-demo' }
/** A visitor who is not signed in. */
export const nobody = { storageState: { cookies: [], origins: [] } }

/** Submits the sign-in form, which leads to `next`. */
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

/** The balance at the top of the sidebar. */
export const balanceOf = (page: Page, tokens: number) =>
  page.getByRole('complementary').getByRole('link', { name: `Balance ${tokens} tokens` })

/** Signs a person in and waits for the dashboard. */
export async function signIn(page: Page, person: { email: string; password: string }) {
  await trySignIn(page, person)
  await expect(page).toHaveURL('/dashboard')
}
