import type { Page } from '@playwright/test'
import { adminClient } from './support/client.ts'
import { noSession } from './support/people.ts'
import { adminScreens, memberScreens, withId } from './support/screens.ts'
import { expect, test } from './support/test.ts'

const maxShift = 0.01
const withoutQuery = ({ path }: { path: string }) => !path.includes('?')

const areas: Record<'nobody' | 'member' | 'admin', string[]> = {
  nobody: ['/auth', '/auth?mode=signin', '/auth?mode=forgot'],
  member: memberScreens.filter(withoutQuery).map(({ path }) => path),
  admin: adminScreens.filter(withoutQuery).map(({ path }) => path),
}

/** Whose width P12 and P4 are about. */
const phone = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true }

/** Requests for `url` wait until the returned function is called. */
async function holdBack(page: Page, url: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

/** Expects that nothing, or nothing in `part`, has moved so far (CLS). */
async function expectNoShift(page: Page, path: string, part = '') {
  const moved = await page.evaluate(
    (selector) =>
      new Promise<[number, ...string[]][]>((resolve) => {
        const isInside = ({ node }: Shift['sources'][number]) =>
          (node instanceof Element ? node : node?.parentElement)?.closest(selector)
        new PerformanceObserver((list) => {
          const entries = (list.getEntries() as Shift[]).filter(
            ({ sources }) => !selector || sources.some(isInside),
          )
          resolve(
            entries.map(({ value, sources }) => [
              value,
              ...sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`),
            ]),
          )
        }).observe({ type: 'layout-shift', buffered: true })
        // Without an entry, the observer is not called.
        setTimeout(resolve, 100, [])
      }),
    part,
  )
  const sum = moved.reduce((total, [value]) => total + value, 0)
  expect.soft(sum, `${path}: ${moved.join('; ')}`).toBeLessThanOrEqual(maxShift)
}

for (const role of ['nobody', 'member', 'admin'] as const) {
  test(`routes of ${role} show their frame first, move nothing, and load no data twice`, async ({
    open,
    demo,
  }) => {
    for (const path of new Set(areas[role])) {
      const person = role === 'nobody' ? noSession : demo[role]
      const page = await open(person, undefined, phone)
      const data: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/rest/v1/')) data.push(`${request.url()} ${request.postData() ?? ''}`)
      })
      const releaseScript = await holdBack(page, /\/assets\/index-.*\.js/)
      const releaseStyle = await holdBack(page, /\/assets\/index-.*\.css/)
      // A line that barely fits breaks differently in the font that arrives later, by browser and system.
      await page.route(/\.woff2/, (route) => route.abort())
      await page.goto(await withId(path), { waitUntil: 'commit' })
      const heading = page.locator('[data-frame] h1').filter({ visible: true })
      await expect(heading, path).toHaveCount(1)
      const isSeen = await heading.evaluate((one) => one.checkVisibility({ opacityProperty: true }))
      expect(isSeen, path).toBe(true)
      const title = await heading.textContent()
      // The frame shows rows, which the style sheet must leave where they are.
      await page.evaluate(() => Promise.all(window.prefetched?.responses.values() ?? []).then(() => {}))
      releaseStyle()
      await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href))
      releaseScript()
      await expect(page.locator('[data-frame]'), path).toHaveCount(0)
      const styles = await page.locator('style').evaluateAll((all) => all.map((one) => one.textContent ?? ''))
      // The frame's style has left with it (P13).
      expect(
        styles.filter((css) => css.includes('[data-frame]')),
        path,
      ).toEqual([])
      // The document of all ids cannot name what is there.
      const name = /\/(orders|benefits)\/./.test(path) ? /./ : (title ?? '')
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      expect(data, path).toEqual([...new Set(data)])
      const unused = () => page.evaluate(() => [...(window.prefetched?.responses.keys() ?? [])])
      await expect.poll(unused, path).toEqual([])
      await expectNoShift(page, path)
      // Its live channel would go on.
      await page.context().close()
    }
  })
}

test("an order's dialog in the address moves nothing when its parts arrive", async ({ open, demo }) => {
  const { client } = await adminClient()
  const { data } = await client
    .from('orders')
    .select('id')
    .eq('order_number', 'ORD-000001')
    .single()
    .throwOnError()
  const path = `/admin/orders?order=${data.id}`
  const page = await open(demo.admin, undefined, phone)
  const release = await holdBack(page, /\/rest\/v1\/orders\?/)
  const releaseHistory = await holdBack(page, /order_history/)
  const releaseNotes = await holdBack(page, /order_notes/)
  const releaseDelivery = await holdBack(page, /delivery_details/)
  await page.goto(path)
  const dialog = page.getByRole('dialog', { name: 'Order Details' })
  await expect(dialog.getByText('Loading the order')).toBeAttached()
  release()
  await expect(dialog.getByRole('group', { name: 'Set status' })).toBeVisible()
  const historyRead = page.waitForResponse(/order_history/)
  releaseHistory()
  await historyRead
  const notesRead = page.waitForResponse(/order_notes/)
  releaseNotes()
  await notesRead
  await expect(dialog.getByText('Internal notes')).toBeHidden()
  releaseDelivery()
  await expect(dialog.getByText(/^Cancelling gives/)).toBeVisible()
  await expectNoShift(page, path, '[role="dialog"]')
})

test('the parts of an order move nothing when they arrive late', async ({ open, demo }) => {
  const page = await open(demo.member, undefined, phone)
  const path = await withId('/dashboard/orders/ORD-000001')
  const releaseDelivery = await holdBack(page, /delivery_status/)
  const releaseEvents = await holdBack(page, /order_events/)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Your key is ready' })).toBeVisible()
  await expect(page.locator('[data-frame]')).toHaveCount(0)
  releaseEvents()
  await page.waitForResponse(/order_events/)
  releaseDelivery()
  await expect(page.getByRole('region', { name: 'Your delivery' })).toBeVisible()
  await expectNoShift(page, path)
})

test('a frame shows the benefits before the app is loaded', async ({ open, demo }) => {
  for (const path of ['/dashboard', '/dashboard/benefits']) {
    const page = await open(demo.member)
    const release = await holdBack(page, /\/assets\/index-.*\.js/)
    await page.goto(path, { waitUntil: 'commit' })
    const name = page.locator('[data-frame] article :is(h2, h3)').first()
    await expect(name, path).toHaveText(/\w{3}/)
    const shown = (await name.textContent()) ?? ''
    release()
    await expect(page.locator('[data-frame]')).toHaveCount(0)
    await expect(page.getByRole('article').getByRole('heading', { name: shown, exact: true })).toBeVisible()
  }
})

test("an order's frame shows what was written before the app is loaded", async ({ open, demo }) => {
  const page = await open(demo.member)
  const release = await holdBack(page, /\/assets\/index-.*\.js/)
  await page.goto(await withId('/dashboard/orders/ORD-000001'), { waitUntil: 'commit' })
  const text = 'With the compliments of the house. Write to us if anything is unclear.'
  await expect(page.locator('[data-frame]').getByText(text)).toBeVisible()
  release()
  await expect(page.locator('[data-frame]')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your delivery' }).getByText(text)).toBeVisible()
})

test('a frame shows no other tab than that of the address', async ({ open, demo }) => {
  const page = await open(demo.member)
  const release = await holdBack(page, /\/assets\/.*\.js/)
  await page.goto('/dashboard/profile?tab=privacy', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'Your Profile' })).toBeVisible()
  await expect(page.getByText('Details', { exact: true })).toBeHidden()
  release()
  await expect(page.getByRole('tab', { name: 'Privacy' })).toHaveAttribute('aria-selected', 'true')
})
