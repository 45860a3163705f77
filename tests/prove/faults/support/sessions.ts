import { type BrowserContext, expect, type Page } from '@playwright/test'
import { tokenFor } from '../../../db/support/people.ts'

type Stored = { access_token: string; refresh_token: string; expires_at: number; user: { id: string } }

/** Expires the stored access token, but not the refresh token. `known`: also its stored expiry. */
export async function expireToken(page: Page, { known }: { known: boolean }) {
  const session = await storedSession(page)
  const expires_at = known ? Math.floor(Date.now() / 1000) - 60 : session.expires_at
  const expired = { ...session, access_token: tokenFor(session.user.id, -60), expires_at }
  await page.evaluate((text) => localStorage.setItem('guildhall-session', text), JSON.stringify(expired))
}

export async function storedSession(page: Page): Promise<Stored> {
  const text = await page.evaluate(() => localStorage.getItem('guildhall-session'))
  if (!text) throw new Error('this browser stores no session')
  return JSON.parse(text)
}

/** The keys of this site in localStorage. */
export const storedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('guildhall')))

/** Waits for the offline cache, which is written once auth's client is loaded as well. */
export async function isSettled(page: Page) {
  const cache = () => page.evaluate(() => localStorage.getItem('guildhall-offline-cache'))
  await expect.poll(cache, { timeout: 20_000 }).not.toBeNull()
}

/** The refresh token of each renewal that the pages of a context request from now on. */
export function watchRenewals(context: BrowserContext): string[] {
  const seen: string[] = []
  context.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().includes('grant_type=refresh_token')) return
    seen.push(request.postDataJSON().refresh_token)
  })
  return seen
}

/** Signs in on the page that asks for it. */
export async function signInHere(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}
