import type { Locator, Page } from '@playwright/test'
import { waitUntilSettled } from './support/checks.ts'
import { expect, test } from './support/test.ts'

// Windows' high contrast replaces all colours: what is on must still look different from what is off.

/** What a control looks like when nothing points at it. */
async function look(page: Page, control: Locator) {
  await page.mouse.move(0, 0)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  return (await control.screenshot({ animations: 'disabled' })).toString('base64')
}

type Kind = [
  area: 'member' | 'admin',
  path: string,
  control: (page: Page) => Locator,
  by?: { opener?: string; press?: (page: Page) => Locator },
]
const dialog = (page: Page) => page.getByRole('dialog')
const kinds: Record<string, Kind> = {
  'a box': [
    'admin',
    '/admin/users',
    (page) => page.getByRole('row').nth(1).getByRole('checkbox').locator('..'),
  ],
  'a box with a label': [
    'member',
    '/dashboard/profile?tab=notifications',
    (page) => page.locator('main').getByRole('checkbox', { disabled: false }).first().locator('..'),
  ],
  'a switch': [
    'admin',
    '/admin/benefits',
    (page) => dialog(page).getByRole('switch').first().locator('..'),
    { opener: 'Add Benefit' },
  ],
  'a tab': ['admin', '/admin/token-codes', (page) => page.getByRole('tab').nth(1)],
  'a chip': [
    'member',
    '/dashboard/benefits',
    (page) => page.locator('main button[aria-pressed="false"]').first(),
  ],
  'the theme': [
    'member',
    '/dashboard',
    (page) => page.getByRole('button', { name: 'Follow the system' }).first(),
    { press: (page) => page.getByRole('button', { name: 'Light' }).first() },
  ],
  'a choice': [
    'admin',
    '/admin/token-codes',
    (page) => dialog(page).getByRole('radio').nth(1),
    { opener: 'Create Code' },
  ],
  'a page of the navigation': [
    'member',
    '/dashboard',
    (page) => page.getByRole('navigation', { name: 'Member' }).getByRole('link').nth(1),
  ],
}

/** Runs in the page: what has the colour of its ground; behind text that is the page's, unless it is adjusted by hand. */
function lost(control: Element): string[] {
  const page = getComputedStyle(document.body).backgroundColor
  return [control, ...control.querySelectorAll('*')].flatMap((element) => {
    const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(element)
    return color === (forcedColorAdjust === 'auto' ? page : backgroundColor) ? [element.outerHTML] : []
  })
}

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

test('what is on looks different from what is off', async ({ open, demo }) => {
  const pages = { member: await open(demo.member), admin: await open(demo.admin) }
  for (const [kind, [area, path, control, { opener, press } = {}]] of Object.entries(kinds))
    await test.step(kind, async () => {
      const page = pages[area]
      await page.goto(path)
      await waitUntilSettled(page)
      if (opener) await page.getByRole('button', { name: opener }).click()
      const shown = control(page)
      await expect(shown).toBeVisible()
      const handle = await shown.elementHandle()
      const off = await look(page, shown)
      await (press?.(page) ?? shown).click()
      await waitUntilSettled(page)
      expect(await handle?.isVisible(), 'the same control').toBe(true)
      await expect.poll(async () => (await look(page, shown)) === off, kind).toBe(false)
      expect(await handle?.evaluate(lost), kind).toEqual([])
    })
})

test('marks of legends and bars keep their colours', async ({ open, demo }) => {
  const page = await open(demo.admin, '/admin')
  await waitUntilSettled(page)
  const marks = page.locator('main span[class*="bg-"]:empty')
  await expect(marks.first()).toBeAttached()
  const colours = await marks.evaluateAll((found) =>
    found.map((mark) => getComputedStyle(mark).backgroundColor),
  )
  expect(new Set(colours).size).toBeGreaterThan(1)
})
