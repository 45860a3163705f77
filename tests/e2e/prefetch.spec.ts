import type { Page } from '@playwright/test'
import { newMember } from './support/members.ts'
import { expect, test } from './support/test.ts'

/** Opens the dashboard with a stored session that ends in `secondsLeft`, and returns the tokens of its requests. */
async function tokensUsed(page: Page, secondsLeft: number) {
  const used: string[] = []
  page.on('request', (request) => {
    const { authorization } = request.headers()
    if (authorization && new URL(request.url()).pathname.startsWith('/rest/')) used.push(authorization)
  })
  await page.addInitScript((left) => {
    const stored = JSON.parse(localStorage.getItem('guildhall-session') ?? 'null')
    if (!stored || sessionStorage.getItem('aged')) return
    sessionStorage.setItem('aged', 'yes')
    const ends = Math.floor(Date.now() / 1000) + left
    localStorage.setItem(
      'guildhall-session',
      JSON.stringify({ ...stored, expires_at: ends, expires_in: left }),
    )
  }, secondsLeft)
  await page.goto('/dashboard')
  await expect(page.getByRole('complementary').getByRole('link', { name: /^Balance/ })).toContainText('25')
  return used
}

for (const secondsLeft of [-3600, 30]) {
  test(`prefetches nothing with a token that expires in ${secondsLeft} s`, async ({ open }) => {
    const person = await newMember('Ella Early')
    const old = JSON.parse(person.storageState.origins[0]!.localStorage[0]!.value).access_token
    // A token that is renewed within the same second is identical.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const used = await tokensUsed(await open(person, undefined, { serviceWorkers: 'block' }), secondsLeft)
    expect(used.length).toBeGreaterThan(0)
    expect(used).not.toContain(`Bearer ${old}`)
  })
}
