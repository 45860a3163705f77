import { fill } from '../db/support/fill'
import { invite } from '../db/support/invitations'
import { createAdmin } from '../db/support/people'
import { median, tooMuch } from './pgbench'
import { onDisk } from './world'

const ADDRESSES = 500
const ROUNDS = 5
const MAX_MS = 1_000

/** Measures inviting 500 addresses over HTTP (D42). */
export const benchInvitations = (): Promise<string[]> =>
  onDisk(async (world) => {
    await fill(world, { orders: 10_000, users: 20_000, codes: 100_000 })
    await world.sql('vacuum analyze')
    const admin = await createAdmin(world, { session: true })
    const taken: Record<string, number[]> = { 'dry run': [], run: [] }
    for (let round = 0; round <= ROUNDS; round++) {
      const emails = Array.from({ length: ADDRESSES }, (_, at) => `guest${at}@round${round}.test`)
      for (const [step, times] of Object.entries(taken)) {
        const began = performance.now()
        const states = await invite(admin, emails, { p_message: 'Hello', p_dry_run: step === 'dry run' })
        const ms = performance.now() - began
        if (states.some((state) => state !== 'new')) throw new Error('an address was left out')
        console.log(`${step}: ${ms.toFixed(0)} ms`)
        // The first round fills caches.
        if (round > 0) times.push(ms)
      }
    }
    return tooMuch(
      Object.entries(taken).map(([step, times]) => [
        `milliseconds of the ${step} of ${ADDRESSES} invitations`,
        median(times),
        MAX_MS,
      ]),
    )
  })
