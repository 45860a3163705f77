import { clientOf, storageState } from './support/client.ts'
import { admin, member, nobody } from './support/people.ts'
import { adminScreens, memberScreens, withId } from './support/screens.ts'
import { expect, test } from './support/test.ts'

const maxScripts = 6
const withoutQuery = ({ path }: { path: string }) => !path.includes('?')

const areas = {
  guest: { paths: ['/auth', '/auth?mode=signin', '/auth?mode=forgot'] },
  member: { person: member, paths: memberScreens.filter(withoutQuery).map(({ path }) => path) },
  admin: { person: admin, paths: adminScreens.filter(withoutQuery).map(({ path }) => path) },
}

for (const [area, { paths, ...rest }] of Object.entries(areas)) {
  test(`${area} routes show their frame first, and load few scripts and no data twice`, async ({ open }) => {
    const person =
      'person' in rest ? { storageState: storageState((await clientOf(rest.person)).session) } : nobody
    for (const path of paths) {
      const page = await open(person, undefined, { serviceWorkers: 'block' })
      const scripts: string[] = []
      const data: string[] = []
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(request.url())
        if (request.url().includes('/rest/v1/')) data.push(`${request.url()} ${request.postData() ?? ''}`)
      })
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(/\/assets\/index-.*\.js/, async (route) => {
        await released
        await route.continue()
      })
      await page.goto(await withId(path), { waitUntil: 'commit' })
      const heading = page.locator('[data-frame] h1').filter({ visible: true })
      await expect(heading, path).toHaveCount(1)
      const title = await heading.textContent()
      release()
      await expect(page.locator('[data-frame]'), path).toHaveCount(0)
      // The document of all ids cannot name what is there.
      const name = /\/(orders|benefits)\/./.test(path) ? /./ : (title ?? '')
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      expect(scripts.length, `${path}: ${scripts.join(' ')}`).toBeLessThanOrEqual(maxScripts)
      expect(data, path).toEqual([...new Set(data)])
      const unused = () => page.evaluate(() => [...(window.prefetched?.responses.keys() ?? [])])
      await expect.poll(unused, path).toEqual([])
    }
  })
}

for (const { person, path } of [
  { person: member, path: '/dashboard/benefits' },
  { person: admin, path: '/admin/benefits' },
  { person: admin, path: '/admin/reports' },
]) {
  test(`the frame of ${path} shows the texts of its list before the app is loaded`, async ({ open }) => {
    const { session } = await clientOf(person)
    const page = await open({ storageState: storageState(session) }, undefined, { serviceWorkers: 'block' })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/assets\/index-.*\.js/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    const text = page.locator('[data-frame] [data-row]').first().locator('[data-field]').last()
    await expect(text).toHaveText(/\w{3}/)
    const shown = (await text.textContent()) ?? ''
    release()
    await expect(page.locator('[data-frame]')).toHaveCount(0)
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
  })
}
