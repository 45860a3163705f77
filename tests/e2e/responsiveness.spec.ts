import type { Locator, Page } from '@playwright/test'
import { desk, phone, settled } from './support/axe.ts'
import { clientOf, storageState } from './support/client.ts'
import {
  computeTime,
  recordInteractions,
  search,
  type Timing,
  throttleCpu,
  timingOf,
} from './support/interactions.ts'
import { admin } from './support/people.ts'
import { expect, test } from './support/test.ts'
import { areas, type Control } from './support/timed-screens.ts'

// P13: with the page settled and the CPU slowed down four times, a click shows the frame of its dialog within 100 ms, and
// every interaction is painted within 150 ms. Machines that run tests are noisy: the best of up to six tries counts, divided
// by how much longer than usual a fixed computation takes around it.
const cpuSlowdown = 4
// Machines of CI differ by more than the calibration sees: there only what is clearly slower than the goals fails.
const margin = process.env.CI ? 2.5 : 1
const maxFrame = 100 * margin
const maxInp = 150 * margin
const tries = 6

/** The lower of two timings, value by value. */
function best(a: Timing | undefined, b: Timing): Timing {
  if (!a) return b
  return { inp: Math.min(a.inp, b.inp), frame: a.frame && b.frame && Math.min(a.frame, b.frame) }
}

function opener(page: Page, control: Control) {
  if (control === 'row') return page.locator('tr [data-opens-row]').first()
  return page
    .getByRole('button', { name: control, disabled: false })
    .or(page.getByRole('link', { name: control }))
    .filter({ visible: true })
    .first()
}

const nameOf = (control: Control) => (control === 'row' ? control : control.source.replace('^', ''))

test.use({ serviceWorkers: 'block', trace: 'off' })

for (const [area, { person, screens }] of Object.entries(areas)) {
  test(`the ${area} screens respond within the goals of P13`, async ({ open }) => {
    // Six tries of each control of the longest area, on a machine that misses the goals.
    test.setTimeout(600_000)
    const { session } = await clientOf(person)
    const page = await open({ storageState: storageState(session) }, undefined, { viewport: desk })
    await recordInteractions(page)
    await page.goto(screens[0]!.path)
    await settled(page)
    // Dialogs load their code once the first page has settled.
    await page.waitForTimeout(6_000)
    await throttleCpu(page, cpuSlowdown)

    const table: { screen: string; interaction: string; frame?: number; inp: number }[] = []
    type Step = { name: string; act: () => Promise<unknown>; opens?: true; settle?: () => Promise<unknown> }
    let usual = Number.POSITIVE_INFINITY
    /** The timing of an action, reduced by the share of other processes. */
    async function timing({ act, opens }: Step): Promise<Timing> {
      const before = await computeTime(page)
      const { inp, frame } = await timingOf(page, act, opens)
      const around = Math.min(before, await computeTime(page))
      usual = Math.min(usual, around)
      const share = usual / around
      return { inp: Math.round(inp * share), frame: frame && Math.round(frame * share) }
    }
    async function measure(screen: string, steps: Step[]) {
      const timings: Timing[] = []
      const isMet = ({ inp, frame = 0 }: Timing) => inp <= maxInp && frame <= maxFrame
      for (let attempt = 0; attempt < tries && !(timings.length > 0 && timings.every(isMet)); attempt++) {
        for (const [index, step] of steps.entries()) {
          timings[index] = best(timings[index], await timing(step))
          await step.settle?.()
        }
      }
      for (const [index, { name }] of steps.entries())
        table.push({ screen, interaction: name, ...timings[index]! })
    }
    const opened = (dialog: RegExp) => async () => {
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
      await settled(page)
    }
    const closed = () => expect(page.getByRole('dialog')).toHaveCount(0)
    const dialogSteps = (control: Locator, name: string, dialog: RegExp): Step[] => [
      { name, act: () => control.click(), opens: true, settle: opened(dialog) },
      { name: `close ${name}`, act: () => page.keyboard.press('Escape'), settle: closed },
    ]
    const press = (name: string): Step => ({
      name,
      act: () => page.getByRole('button', { name, exact: true }).first().click(),
    })

    async function resize(size: typeof desk) {
      await page.setViewportSize(size)
      await page.waitForTimeout(500)
    }

    const link = (path: string) => page.locator(`nav a[href="${path}"]`)
    const navigation = (name: string, path: string) => ({
      name,
      act: () => link(path).first().click(),
      settle: async () => {
        await expect(link(path).and(page.locator('[aria-current="page"]')).first()).toBeVisible()
        await settled(page)
        await page.waitForLoadState('networkidle')
      },
    })

    const follow = (leave: Step, via: string): [Step, Step] => {
      const row = page.getByRole('main').getByRole('link', { name: new RegExp(`^${via}`) })
      return [
        {
          ...leave,
          settle: async () => {
            await leave.settle?.()
            // Tests before may have moved the row to another page of the list.
            await page.getByRole('searchbox').fill(via)
            await expect(row).toHaveCount(1)
          },
        },
        {
          name: 'enter',
          act: () => row.click(),
          settle: async () => {
            await expect(row).toHaveCount(0)
            await settled(page)
            await page.waitForLoadState('networkidle')
          },
        },
      ]
    }

    for (const [index, { path, via, tab, dialogs = [], searches }] of screens.entries()) {
      await test.step(path, async () => {
        const other = screens.slice(0, index).findLast((screen) => !screen.via) ?? screens[1]!
        const leave = navigation('leave', other.path)
        await measure(path, via ? follow(leave, via) : [leave, navigation('enter', path)])
        if (tab) {
          await page.getByRole('tab', { name: tab }).click()
          await settled(page)
        }
        for (const [control, dialog] of dialogs)
          await measure(path, dialogSteps(opener(page, control), nameOf(control), dialog))
        if (searches)
          await measure(path, [{ name: 'search', act: () => search(page.getByRole('searchbox')) }])
        await measure(path, [press('Dark'), press('Light')])
        await resize(phone)
        await measure(path, dialogSteps(page.getByRole('button', { name: 'Open menu' }), 'drawer', /./))
        await resize(desk)
      })
    }
    console.table(table)
    expect(table.filter(({ frame = 0, ...row }) => frame > maxFrame || row.inp > maxInp)).toEqual([])
  })
}

test('a double click opens a dialog once', async ({ open }) => {
  const { session } = await clientOf(admin)
  const page = await open({ storageState: storageState(session) }, undefined, { viewport: desk })
  await throttleCpu(page, cpuSlowdown)
  for (const { path, dialogs = [] } of areas.admin!.screens) {
    await page.goto(path)
    for (const [control, dialog] of dialogs) {
      await settled(page)
      await opener(page, control).dblclick()
      await expect(page.getByRole('dialog', { name: dialog }), `${path} ${control}`).toHaveCount(1)
      await settled(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog'), `${path} ${control}`).toHaveCount(0)
      expect(new URL(page.url()).search, `${path} ${control}`).toBe('')
    }
  }
})
