import { expect, type Page } from '@playwright/test'
import { type FaultName, faults } from './faults.ts'
import type { FaultyProxy } from './proxy.ts'
import { expectWords, notice } from './words.ts'

/** One call that reads: the screen that makes it, and what that screen says when it fails. */
export type Reading = {
  name: string
  /** The screen to open. */
  at: string
  /** Which request it is, by method and path. */
  call: [method: string, path: RegExp]
  /** What stands there, beside 'Try again', when it failed. */
  says: string
  /** The toast of chapter 8 that goes with it. */
  toast?: string
}

/** Every fault by which a read fails. */
export const readFaults = (Object.keys(faults) as FaultName[]).filter((fault) => fault !== 'slow')

/** Goes through faults on one page, each time by 'Try again', at last a late answer; says how many it went through. */
export async function readThrough(page: Page, way: FaultyProxy, reading: Reading, names: FaultName[]) {
  const { at, call, says, toast } = reading
  const [method, path] = call
  const alert = page.getByRole('alert').filter({ hasText: says })
  const again = alert.getByRole('button', { name: 'Try again' })
  for (const [index, fault] of names.entries()) {
    const what = `${reading.name}, ${fault}`
    way.heal()
    const broken = way.breaks({ method, path, fault })
    if (index === 0) await page.goto(at)
    else await again.click()
    await expect.poll(() => broken.hits, { message: `${what}: the call is made` }).toBeGreaterThan(0)
    await expect(again, `${what}: says so, and stops loading`).toBeVisible()
    await expect(page.getByRole('main'), `${what}: the page stands`).toBeVisible()
    if (toast) await expect(notice(page, toast).first(), `${what}: the toast`).toBeVisible()
    await expectWords(page)
  }
  way.heal()
  way.breaks({ method, path, fault: 'slow' })
  await again.click()
  await expect(alert, `${reading.name}: the retry succeeds`).toBeHidden()
  return names.length + 1
}
