import type { Page } from '@playwright/test'
import { clientOf, storageState } from './support/client.ts'
import { newMember } from './support/members.ts'
import { admin } from './support/people.ts'
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

for (const [query, prefetched] of [
  ['?order=11111111-1111-4111-8111-111111111111', true],
  ['?order=11111111-1111-4111-8111-111111111111&q=lantern', false],
  ['?status=pending', false],
] as const) {
  test(`${prefetched ? 'prefetches' : 'does not prefetch'} the rows of /admin/orders${query}`, async ({
    open,
  }) => {
    const { session } = await clientOf(admin)
    const page = await open({ storageState: storageState(session) }, undefined, { serviceWorkers: 'block' })
    await page.route(/\/assets\/index-.*\.js/, (route) => route.abort())
    await page.goto(`/admin/orders${query}`)
    await page.waitForFunction(() => window.prefetched?.isAdmin)
    const keys = await page.evaluate(() => [...(window.prefetched?.responses.keys() ?? [])])
    expect(keys.some((key) => key.includes('/rest/v1/orders?'))).toBe(prefetched)
  })
}
