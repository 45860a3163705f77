import { clientOf, storageState } from './support/client.ts'
import { member } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('prefetches nothing with a token that has expired or is about to', async ({ open }) => {
  for (const secondsLeft of [-3600, 30]) {
    const { session } = await clientOf(member)
    const expires_at = Math.floor(Date.now() / 1000) + secondsLeft
    // Another one than the renewed token, whenever that is issued.
    const old = `${session.access_token}x`
    const aged = { ...session, access_token: old, expires_at, expires_in: secondsLeft }
    const page = await open({ storageState: storageState(aged) })
    const used: string[] = []
    page.on('request', (request) => {
      const { authorization } = request.headers()
      if (authorization && new URL(request.url()).pathname.startsWith('/rest/')) used.push(authorization)
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('complementary').getByRole('link', { name: /^Balance/ })).toContainText(/\d/)
    expect(used.length).toBeGreaterThan(0)
    expect(used).not.toContain(`Bearer ${old}`)
  }
})

test('prefetches the rows of a list that is shown as it is, and of no other', async ({ open, demo }) => {
  for (const [query, prefetched] of [
    ['?order=11111111-1111-4111-8111-111111111111', true],
    ['?order=11111111-1111-4111-8111-111111111111&q=lantern', false],
    ['?status=pending', false],
  ] as const) {
    const page = await open(demo.admin)
    await page.route(/\/assets\/index-.*\.js/, (route) => route.abort())
    await page.goto(`/admin/orders${query}`)
    await page.waitForFunction(() => window.prefetched?.isAdmin)
    const keys = await page.evaluate(() => [...(window.prefetched?.responses.keys() ?? [])])
    expect(
      keys.some((key) => key.includes('/rest/v1/orders?')),
      query,
    ).toBe(prefetched)
  }
})
