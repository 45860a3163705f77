import type { Locator, Page } from '@playwright/test'
import { settled } from './support/checks.ts'
import { expect, test } from './support/test.ts'

// Windows' high contrast replaces all colours: what is on must still look different from what is off.

/** What a control looks like when nothing points at it. */
async function look(page: Page, control: Locator) {
  await page.mouse.move(0, 0)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  return (await control.screenshot({ animations: 'disabled' })).toString('base64')
}

type Kind = {
  path: string
  area: 'member' | 'admin'
  before?: (page: Page) => Promise<unknown>
  control: (page: Page) => Locator
  press?: (page: Page) => Locator
}
const kinds: Record<string, Kind> = {
  'a box': {
    area: 'admin',
    path: '/admin/users',
    control: (page) => page.getByRole('row').nth(1).getByRole('checkbox').locator('..'),
  },
  'a box with a label': {
    area: 'member',
    path: '/dashboard/profile?tab=notifications',
    control: (page) => page.locator('main').getByRole('checkbox', { disabled: false }).first().locator('..'),
  },
  'a switch': {
    area: 'admin',
    path: '/admin/benefits',
    before: (page) => page.getByRole('button', { name: 'Add Benefit' }).click(),
    control: (page) => page.getByRole('dialog').getByRole('switch').first().locator('..'),
  },
  'a tab': {
    area: 'admin',
    path: '/admin/token-codes',
    control: (page) => page.getByRole('tab').nth(1),
  },
  'a chip': {
    area: 'member',
    path: '/dashboard/benefits',
    control: (page) => page.locator('main button[aria-pressed="false"]').first(),
  },
  'the theme': {
    area: 'member',
    path: '/dashboard',
    control: (page) => page.getByRole('button', { name: 'Follow the system' }).first(),
    press: (page) => page.getByRole('button', { name: 'Light' }).first(),
  },
  'a choice': {
    area: 'admin',
    path: '/admin/token-codes',
    before: (page) => page.getByRole('button', { name: 'Create Code' }).click(),
    control: (page) => page.getByRole('dialog').getByRole('radio').nth(1),
  },
  'a page of the navigation': {
    area: 'member',
    path: '/dashboard',
    control: (page) => page.getByRole('navigation', { name: 'Member' }).getByRole('link').nth(1),
  },
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
  for (const [kind, { area, path, before, control, press }] of Object.entries(kinds))
    await test.step(kind, async () => {
      const page = await open(demo[area], path)
      await settled(page)
      await before?.(page)
      const shown = control(page)
      await expect(shown).toBeVisible()
      const handle = await shown.elementHandle()
      const off = await look(page, shown)
      await (press?.(page) ?? shown).click()
      await settled(page)
      expect(await handle?.isVisible(), 'the same control').toBe(true)
      await expect.poll(async () => (await look(page, shown)) === off, kind).toBe(false)
      expect(await handle?.evaluate(lost), kind).toEqual([])
    })
})

test('marks of legends and bars keep their colours', async ({ open, demo }) => {
  const page = await open(demo.admin, '/admin')
  await settled(page)
  const marks = page.locator('main span[class*="bg-"]:empty')
  await expect(marks.first()).toBeAttached()
  const colours = await marks.evaluateAll((found) =>
    found.map((mark) => getComputedStyle(mark).backgroundColor),
  )
  expect(new Set(colours).size).toBeGreaterThan(1)
})
