import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBackend } from '../../supabase/local/backend.ts'
import { fill } from '../db/support/fill'
import { invite } from '../db/support/invitations'
import { createAdmin } from '../db/support/people'
import { createWorld } from '../db/support/world'
import { median } from './pgbench'

const ADDRESSES = 500
const ROUNDS = 5
const MAX_MS = { 'dry run': 1_000, run: 1_000 }

/** Measures inviting 500 addresses over HTTP (D42). */
export async function benchInvitations(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-'))
  const backend = await startBackend({ data: join(folder, 'data'), empty: true, sendEmails: false })
  const world = createWorld(backend)
  try {
    await fill(world, { orders: 10_000, users: 20_000, codes: 100_000 })
    await world.sql('vacuum analyze')
    const admin = await createAdmin(world, { session: true })
    const taken: Record<keyof typeof MAX_MS, number[]> = { 'dry run': [], run: [] }
    for (let round = 0; round <= ROUNDS; round++) {
      const emails = Array.from({ length: ADDRESSES }, (_, at) => `guest${at}@round${round}.test`)
      for (const step of ['dry run', 'run'] as const) {
        const began = performance.now()
        const states = await invite(admin, emails, { p_message: 'Hello', p_dry_run: step === 'dry run' })
        const ms = performance.now() - began
        if (states.some((state) => state !== 'new')) throw new Error('an address was left out')
        console.log(`${step}: ${ms.toFixed(0)} ms`)
        // The first round fills caches.
        if (round > 0) taken[step].push(ms)
      }
    }
    return (Object.keys(MAX_MS) as (keyof typeof MAX_MS)[])
      .map((step) => ({ step, ms: median(taken[step]) }))
      .filter(({ step, ms }) => ms > MAX_MS[step])
      .map(
        ({ step, ms }) =>
          `the ${step} of ${ADDRESSES} invitations takes ${ms.toFixed(0)} ms, at most ${MAX_MS[step]}`,
      )
  } finally {
    await world.close()
    await backend.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
