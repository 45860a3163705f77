import { chromium, type Page } from '@playwright/test'
import { preview } from 'vite'
import { createMember, PASSWORD } from '../db/support/people'
import { origin } from '../e2e/support/address'
import { chromiumFlags, enginePath } from '../e2e/support/chromium'
import { throttleCpu } from '../e2e/support/interactions'
import { startOwned } from '../e2e/support/owner'
import { trySignIn } from '../e2e/support/people'
import { median } from './pgbench'

const ENTRIES = 20_000
const CHUNK = 500
const ROUNDS = 5
const CPU = 4
const MAX_MS = 3_000
const MAX_ARCHIVE_MS = 10_000
const MAX_TASK_MS = 50

declare global {
  interface Window {
    longTasks: number[]
  }
}

/** Milliseconds of `work`, and of the longest task in it (0: none of 50 ms or more). */
type Measured = [ms: number, longest: number]

async function measured(page: Page, work: () => Promise<void>): Promise<Measured> {
  await page.evaluate(() => {
    window.longTasks = []
  })
  const began = performance.now()
  await work()
  return [performance.now() - began, Math.max(0, ...(await page.evaluate(() => window.longTasks)))]
}

async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Verify my history/ }).click()
  await page.getByText('Worked out on this device').waitFor({ state: 'hidden' })
  await page.getByText(`All ${ENTRIES.toLocaleString('en-GB')} transactions add up`).waitFor()
}

async function download(page: Page): Promise<void> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  await saved
  await page.getByText('Your data has been saved on this device.').waitFor()
}

/** Prints each of several; returns what exceeds a limit in the median. */
async function rounds(page: Page, name: string, maxMs: number, work: (page: Page) => Promise<void>) {
  const all: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [taken, longest] = await measured(page, () => work(page))
    all.push([taken, longest])
    console.log(`${name}: %d ms, longest task %d ms`, Math.round(taken), Math.round(longest))
  }
  const ms = median(all.map(([taken]) => taken))
  const task = median(all.map(([, longest]) => longest))
  return [
    ...(ms > maxMs ? [`${name}: ${Math.round(ms)} ms, at most ${maxMs}`] : []),
    ...(task > MAX_TASK_MS ? [`${name}: a task takes ${Math.round(task)} ms, at most ${MAX_TASK_MS}`] : []),
  ]
}

/** Measures 'Verify my history' and 'Download my data', one entry of ten with a reason, in the built product, on a processor four times as slow. Build first. */
export async function benchHistory(): Promise<string[]> {
  // Requests go to a backend of this process, instead of one that the preview would start.
  Object.assign(process.env, { VITE_SUPABASE_URL: origin, VITE_SUPABASE_ANON_KEY: 'routed' })
  const owned = await startOwned()
  const proxy = Object.fromEntries(
    ['/auth/v1', '/rest/v1', '/storage/v1'].map((path) => [path, owned.world.address.url]),
  )
  const server = await preview({ preview: { port: Number(new URL(origin).port), strictPort: true, proxy } })
  const browser = await chromium.launch({ executablePath: enginePath(), args: chromiumFlags })
  try {
    const member = await createMember(owned.world)
    // One transaction would keep every version of the member's row.
    for (let left = ENTRIES - 1; left > 0; left -= CHUNK)
      await owned.world.sql(
        `select private.post_tokens($1, 'purchase', 1, 'Tokens', p_reason => case when n % 10 = 0 then 'Answered a survey' end)
         from generate_series(1, $2::int) as n`,
        [member.id, Math.min(CHUNK, left)],
      )
    const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.addInitScript(() => {
      window.longTasks = []
      const observer = new PerformanceObserver((list) =>
        window.longTasks.push(...list.getEntries().map((task) => task.duration)),
      )
      observer.observe({ type: 'longtask' })
    })
    await trySignIn(page, { email: member.email, password: PASSWORD }, '/dashboard/transactions')
    await page.getByRole('button', { name: 'More', exact: true }).waitFor()
    await throttleCpu(page, CPU)
    const faults = await rounds(page, `checking ${ENTRIES} entries`, MAX_MS, check)
    await page.goto('/dashboard/profile?tab=privacy')
    return [...faults, ...(await rounds(page, `an archive of ${ENTRIES} entries`, MAX_ARCHIVE_MS, download))]
  } finally {
    await browser.close()
    await server.close()
    await owned.stop()
  }
}
