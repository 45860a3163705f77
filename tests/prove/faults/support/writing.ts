import { expect, type Locator, type Page } from '@playwright/test'
import { type FaultName, faults } from './faults.ts'
import type { FaultyProxy } from './proxy.ts'
import { expectHit, expectSoon, expectWords, notice } from './words.ts'

/** One thing that was made ready to be written: what to press, what is typed, and how often it has taken effect. */
export type Ready = {
  /** Presses the button, on the way that a person has to it now. */
  submit: () => Promise<void>
  /** The fields that must keep what was typed. */
  typed?: Array<[field: Locator, value: string]>
  /** How often it took effect, read around the proxy; nothing where a second time does no harm. */
  effect?: () => Promise<number>
}

/** One call that writes. */
export type Writing = {
  name: string
  /** Which request it is, by method and path. */
  call: [method: string, path: RegExp]
  /** Opens the screen on something new and types: everything but the last click. */
  prepare: (page: Page) => Promise<Ready>
  /** The title or sentence of its failure, in chapter 8's words. */
  says: string
  /** Other words of chapter 8 for one fault. */
  but?: Partial<Record<FaultName, string>>
  /** What it says when it succeeded. */
  done: string
  /** What it says when a retry finds that the first try had succeeded; else `done`. */
  found?: string
  /** The call has no answer to lose: with these it rightly succeeds. */
  fine?: FaultName[]
  /** After a failure the screen reads again, so that what has happened cannot be done twice. */
  settles?: boolean
}

const names = Object.keys(faults) as FaultName[]
/** Faults by which nothing is done, and those by which it is done and not heard of. */
export const before = names.filter((name) => !faults[name].reached)
export const after = names.filter((name) => faults[name].reached && name !== 'slow')

/** Goes through the faults that come before the effect, on one filled form; then the retry succeeds. */
export async function writeThrough(page: Page, way: FaultyProxy, writing: Writing, those: FaultName[]) {
  const ready = await prepared(page, writing)
  for (const fault of those) {
    await fail(page, way, writing, ready, fault)
    await expectEffect(ready, 0, `${writing.name}, ${fault}: nothing was done`)
  }
  way.heal()
  await clearNotices(page)
  await ready.submit()
  await expectSoon(page.getByText(writing.done).first(), `${writing.name}: the retry succeeds`)
  await expectEffect(ready, 1, `${writing.name}: it is done once`)
  return those.length
}

/** Done, and the answer is lost in one way: the screen says that it failed, and a retry finds it done, once. */
export async function writeUnheard(page: Page, way: FaultyProxy, writing: Writing, fault: FaultName) {
  const ready = await prepared(page, writing)
  const { name, done, found = done, fine = [], settles = false } = writing
  if (fine.includes(fault)) {
    const broken = breaks(way, writing, fault)
    await ready.submit()
    await expectHit(broken, `${name}, ${fault}`)
    await expectSoon(page.getByText(done).first(), `${name}, ${fault}: succeeds`)
  } else {
    await fail(page, way, writing, ready, fault)
    await expectEffect(ready, 1, `${name}, ${fault}: it was done`)
    way.heal()
    if (!settles) {
      await clearNotices(page)
      await ready.submit()
      await expectSoon(page.getByText(found).first(), `${name}, ${fault}: the retry finds it done`)
    }
  }
  way.heal()
  await expectEffect(ready, 1, `${name}, ${fault}: done once`)
}

/** A late answer, and a second press of the key before it: done once. */
export async function writeTwice(page: Page, way: FaultyProxy, writing: Writing) {
  const ready = await prepared(page, writing)
  breaks(way, writing, 'slow')
  await ready.submit()
  await page.keyboard.press('Enter')
  await expectSoon(page.getByText(writing.done).first(), `${writing.name}, slow: succeeds`)
  way.heal()
  await expectEffect(ready, 1, `${writing.name}, slow: done once`)
}

/** Ready for the first try, with nothing left of what was said before. */
async function prepared(page: Page, { prepare }: Writing): Promise<Ready> {
  const ready = await prepare(page)
  await clearNotices(page)
  return ready
}

function breaks(way: FaultyProxy, { call: [method, path] }: Writing, fault: FaultName) {
  way.heal()
  return way.breaks({ method, path, fault })
}

/** One try that fails: the specified words, no spinner, nothing typed is lost. */
async function fail(page: Page, way: FaultyProxy, writing: Writing, ready: Ready, fault: FaultName) {
  const what = `${writing.name}, ${fault}`
  await clearNotices(page)
  const broken = breaks(way, writing, fault)
  await ready.submit()
  await expectHit(broken, what)
  const words = writing.but?.[fault] ?? writing.says
  await expectSoon(notice(page, words).first(), `${what}: says so`)
  await expect(page.getByRole('button', { name: /\.\.\.$/ }), `${what}: no button stays busy`).toHaveCount(0)
  for (const [field, value] of ready.typed ?? [])
    await expect(field, `${what}: nothing typed is lost`).toHaveValue(value)
  await expectWords(page)
}

async function expectEffect({ effect }: Ready, times: number, what: string) {
  if (effect) expect(await effect(), what).toBe(times)
}

/** Takes away what was said before. */
async function clearNotices(page: Page) {
  const dismiss = page.getByRole('region', { name: /Notifications/ }).getByRole('button', { name: 'Dismiss' })
  while ((await dismiss.count()) > 0) {
    const many = await dismiss.count()
    await dismiss.first().click()
    await expect.poll(() => dismiss.count(), { intervals: [20] }).toBeLessThan(many)
  }
}
