import { expect, type Page } from '@playwright/test'
import { emailWith, linkOf, newestEmail } from './inbox.ts'

const password = 'an honest guild password'

/** The link of the invitation that arrived at `email`. */
export async function invitationLink(email: string, subject: string): Promise<string> {
  return linkOf(await emailWith(email, subject, 'Invite code'), 'invite')
}

/** Joins by the link of an invitation, whose address is filled in, and confirms it; ends on the dashboard. */
export async function join(page: Page, link: string, email: string, name: string) {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Open your account' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Phone').fill('+47 22 00 11 22')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /^Create Account/ }).click()
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible()
  await page.goto(linkOf(await newestEmail(email, 'Confirm your Guildhall account')))
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page).toHaveURL('/dashboard')
}
