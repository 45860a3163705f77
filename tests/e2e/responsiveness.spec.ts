import type { Locator, Page } from '@playwright/test'
import { desk, phone, waitUntilSettled } from './support/checks.ts'
import { recordInteractions, search, type Timing, throttleCpu, timingOf } from './support/interactions.ts'
import { control } from './support/openers.ts'
import { adminScreens, memberScreens, withId } from './support/screens.ts'
import { expect, test } from './support/test.ts'

// P13: with the page shown and the CPU slowed down four times, a click shows the frame of its dialog within 100 ms, and
// every interaction is painted within 150 ms. The best of up to six tries counts. Only `npm run prove` runs it, alone.
const cpuSlowdown = 4
const maxFrame = 100
const maxInp = 150
const tries = 6

type Step = { name: string; act: () => Promise<unknown>; opens?: true; settle?: () => Promise<unknown> }

/** The lower of two timings, value by value. */
function best(a: Timing | undefined, b: Timing): Timing {
  if (!a) return b
  return { inp: Math.min(a.inp, b.inp), frame: a.frame && b.frame && Math.min(a.frame, b.frame) }
}

test.use({ trace: 'off' })

for (const [role, screens] of [
  ['member', memberScreens],
  ['admin', adminScreens],
] as const) {
  test(`the screens of ${role} respond within the goals of P13`, async ({ open, demo }) => {
    // Six tries of each control, on a machine that misses the goals.
    test.setTimeout(1_800_000)
    const page = await open(demo[role], undefined, { viewport: desk })
    await recordInteractions(page)
    await throttleCpu(page, cpuSlowdown)
    const table: { screen: string; interaction: string; frame?: number; inp: number }[] = []
    async function measure(screen: string, steps: Step[]) {
      const timings: Timing[] = []
      const isMet = ({ inp, frame = 0 }: Timing) => inp <= maxInp && frame <= maxFrame
      for (let attempt = 0; attempt < tries && !(timings.length > 0 && timings.every(isMet)); attempt++) {
        for (const [index, step] of steps.entries()) {
          timings[index] = best(timings[index], await timingOf(page, step.act, step.opens))
          await step.settle?.()
        }
      }
      for (const [index, { name }] of steps.entries())
        table.push({ screen, interaction: name, ...timings[index]! })
    }
    const dialogSteps = (opener: Locator, name: string, dialog: RegExp): Step[] => [
      {
        name,
        act: () => opener.click(),
        opens: true,
        settle: async () => {
          await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
          await waitUntilSettled(page)
        },
      },
      {
        name: `close ${name}`,
        act: () => page.keyboard.press('Escape'),
        settle: () => expect(page.getByRole('dialog')).toHaveCount(0),
      },
    ]
    const press = (name: string): Step => ({
      name,
      act: () => page.getByRole('button', { name, exact: true }).first().click(),
    })

    for (const { path, opens = {} } of screens) {
      await test.step(path, async () => {
        await page.goto(await withId(path))
        await waitUntilSettled(page)
        for (const [name, { pressed }] of Object.entries(opens))
          if (pressed) await measure(path, dialogSteps(control(page, pressed.control), name, pressed.dialog))
        const field = page.getByRole('main').getByRole('searchbox')
        if (await field.isVisible()) await measure(path, [{ name: 'search', act: () => search(field) }])
        await measure(path, [press('Dark'), press('Light')])
        await page.setViewportSize(phone)
        await measure(path, dialogSteps(page.getByRole('button', { name: 'Open menu' }), 'drawer', /./))
        await page.setViewportSize(desk)
        await measure(path, [leave(page)])
      })
    }
    console.table(table)
    expect(table.filter(({ frame = 0, inp }) => frame > maxFrame || inp > maxInp)).toEqual([])
  })
}

/** Follows the first link of the navigation that leads elsewhere. */
const leave = (page: Page): Step => ({
  name: 'leave',
  act: () => page.locator('nav a[href^="/"]:not([aria-current])').filter({ visible: true }).first().click(),
})
