import { expect, test } from '@playwright/test'
import { clientOf, storageState } from './support/client.ts'
import { admin, member } from './support/people.ts'

const maxScripts = 6

const areas = {
  guest: ['/auth', '/auth?mode=signin', '/auth?mode=forgot'],
  member: ['', '/benefits', '/orders', '/transactions', '/redeem', '/profile'].map(
    (path) => `/dashboard${path}`,
  ),
  admin: [
    '',
    '/benefits',
    '/users',
    '/orders',
    '/token-codes',
    '/invite-codes',
    '/email-branding',
    '/activity',
  ].map((path) => `/admin${path}`),
}

for (const [area, paths] of Object.entries(areas)) {
  test(`${area} routes show their frame first, load few scripts and use every prefetched response`, async ({
    browser,
    baseURL,
  }) => {
    const person = { member, admin }[area]
    const session = person && (await clientOf(baseURL ?? '', person)).session
    const context = await browser.newContext({
      serviceWorkers: 'block',
      storageState: session && storageState(baseURL ?? '', session),
    })
    for (const path of paths) {
      const page = await context.newPage()
      const scripts: string[] = []
      page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(/\/assets\/index-.*\.js/, async (route) => {
        await held
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      const heading = page.locator('[data-frame] h1').filter({ visible: true })
      await expect(heading, path).toHaveCount(1)
      const title = await heading.textContent()
      release()
      await expect(page.locator('[data-frame]'), path).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible()
      expect(scripts.length, `${path}: ${scripts.join(' ')}`).toBeLessThanOrEqual(maxScripts)
      const unused = () => page.evaluate(() => [...(window.prefetched?.responses.keys() ?? [])])
      await expect.poll(unused, path).toEqual([])
      await page.close()
    }
    await context.close()
  })
}
