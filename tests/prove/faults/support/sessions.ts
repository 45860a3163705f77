import { type BrowserContext, expect, type Page } from '@playwright/test'
import { tokenFor } from '../../../db/support/people.ts'

type Stored = { access_token: string; refresh_token: string; expires_at: number; user: { id: string } }

/** Ends the access token of the session that this browser keeps; its refresh token stays good. `known`: the browser can tell. */
export async function endToken(page: Page, { known }: { known: boolean }) {
  const { user } = await storedSession(page)
  await page.evaluate(
    ({ access_token, known }) => {
      const session = JSON.parse(localStorage.getItem('guildhall-session') ?? '{}')
      const expires_at = known ? Math.floor(Date.now() / 1000) - 60 : session.expires_at
      localStorage.setItem('guildhall-session', JSON.stringify({ ...session, access_token, expires_at }))
    },
    { access_token: tokenFor(user.id, -60), known },
  )
}

/** What this browser keeps of its session; throws where it keeps none. */
export async function storedSession(page: Page): Promise<Stored> {
  const text = await page.evaluate(() => localStorage.getItem('guildhall-session'))
  if (!text) throw new Error('this browser keeps no session')
  return JSON.parse(text)
}

/** The page keeps what it shows for offline, which it begins to once it has loaded auth's client as well. */
export async function isSettled(page: Page) {
  const lastSeen = () => page.evaluate(() => localStorage.getItem('guildhall-offline-cache'))
  await expect.poll(lastSeen, { timeout: 20_000 }).not.toBeNull()
}

/** The renewals that the pages of a context ask for from now on: the refresh token of each. */
export function watchRenewals(context: BrowserContext): string[] {
  const seen: string[] = []
  context.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().includes('grant_type=refresh_token')) return
    seen.push(request.postDataJSON().refresh_token)
  })
  return seen
}
