import { expect, type Page } from '@playwright/test'
import type { Client } from './count-rows.ts'
import { type FaultName, faults, inTurns } from './faults.ts'
import type { FaultyProxy } from './proxy.ts'
import { expectHit, expectSoon, expectWords, notice } from './words.ts'

/** One call that reads: the screen that makes it, and what that screen says when it fails. */
export type Reading = {
  name: string
  /** The screen to open; `client` knows the ids that it needs. */
  at: string | ((client: Client) => Promise<string>)
  /** Which request it is, by method and path. */
  call: [method: string, path: RegExp]
  /** What stands there, beside 'Try again', when it failed. */
  says: string
  /** The toast of chapter 8 that goes with it. */
  toast?: string
}

/** Every fault by which a read fails. */
const readFaults = (Object.keys(faults) as FaultName[]).filter((fault) => fault !== 'slow')

/** Goes through the faults on one page, each time by 'Try again', at last a late answer; says how many it went through. */
export async function readThrough(
  page: Page,
  way: FaultyProxy,
  at: string,
  { name, call, says, toast }: Omit<Reading, 'at'>,
) {
  const [method, path] = call
  const alert = page.getByRole('alert').filter({ hasText: says })
  const again = alert.getByRole('button', { name: 'Try again' })
  const those = inTurns(name, readFaults)
  for (const [index, fault] of those.entries()) {
    const what = `${name}, ${fault}`
    way.heal()
    const broken = way.breaks({ method, path, fault })
    if (index === 0) await page.goto(at)
    else await again.click()
    await expectHit(broken, what)
    await expectSoon(again, `${what}: says so, and stops loading`)
    await expect(page.locator('main'), `${what}: the page stands`).toBeVisible()
    if (toast) await expectSoon(notice(page, toast).first(), `${what}: the toast`)
    await expectWords(page)
  }
  way.heal()
  way.breaks({ method, path, fault: 'slow' })
  // What is back by itself, as after a lost connection, takes its button along.
  await again.click({ timeout: 5_000 }).catch(() => undefined)
  await expect(alert, `${name}: the retry succeeds`).toBeHidden()
  return those.length + 1
}
