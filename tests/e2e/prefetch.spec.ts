import { expect, type Page, test } from '@playwright/test'
import { newMember } from './support/members.ts'

const key = 'guildhall-session'

/** Opens the dashboard with a stored session that ends in so many seconds, and returns the tokens its requests carried. */
async function tokensUsed(page: Page, secondsLeft: number) {
  const used: string[] = []
  page.on('request', (request) => {
    const { authorization } = request.headers()
    if (authorization && new URL(request.url()).pathname.startsWith('/rest/')) used.push(authorization)
  })
  await page.addInitScript(
    ([name, left]) => {
      const stored = JSON.parse(localStorage.getItem(name) ?? 'null')
      if (!stored || sessionStorage.getItem('aged')) return
      sessionStorage.setItem('aged', 'yes')
      const ends = Math.floor(Date.now() / 1000) + left
      localStorage.setItem(name, JSON.stringify({ ...stored, expires_at: ends, expires_in: left }))
    },
    [key, secondsLeft] as const,
  )
  await page.goto('/dashboard')
  await expect(page.getByRole('complementary').getByRole('link', { name: /^Balance/ })).toContainText('25')
  return used
}

for (const [what, secondsLeft] of [
  ['over for an hour', -3600],
  ['about to end', 30],
] as const) {
  test(`the shell of the dashboard asks nothing with a session that is ${what}`, async ({
    browser,
    request,
    baseURL,
  }) => {
    const { storageState } = await newMember(baseURL ?? '', request, 'Ella Early')
    const old = JSON.parse(storageState.origins[0]!.localStorage[0]!.value).access_token
    // A token that is renewed within the same second is the same.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const page = await browser.newPage({ storageState, serviceWorkers: 'block' })
    const used = await tokensUsed(page, secondsLeft)
    expect(used.length).toBeGreaterThan(0)
    expect(used).not.toContain(`Bearer ${old}`)
    await page.close()
  })
}
