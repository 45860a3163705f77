import { randomUUID } from 'node:crypto'
import { rpc } from '../db/support/ask'
import { fill } from '../db/support/fill'
import { createAdmin } from '../db/support/people'
import { median, tooMuch } from './pgbench'
import { onDisk } from './world'

const MEMBERS = 10_000
const ROUNDS = 3
const MAX_DRY_MS = 1_000
const MAX_QUEUEING_MS = 3_000

/** Measures the dry run of an announcement to 10,000 members over HTTP, and queueing what they are told (D67). */
export const benchAnnouncements = (): Promise<string[]> =>
  onDisk(async (world) => {
    await fill(world, { orders: 20_000, users: MEMBERS, codes: 1_000 })
    const admin = await createAdmin(world, { session: true })
    const timed = async <T>(times: number[], work: () => Promise<T>): Promise<T> => {
      const began = performance.now()
      const result = await work()
      times.push(performance.now() - began)
      return result
    }
    const [dry, queueing]: [number[], number[]] = [[], []]
    const to = { p_audience: 'members', p_benefit_id: null, p_by_email: true, p_in_app: true }
    for (let round = 0; round < ROUNDS; round++) {
      const [{ written_to }] = await timed(dry, () => rpc(admin, 'announcement_dry_run', to))
      if (written_to < MEMBERS) throw new Error(`only ${written_to} members would be written to`)
      const text = { p_id: randomUUID(), p_title: 'Winter courses', p_body: 'They are open.' }
      await rpc(admin, 'send_announcement', { ...text, ...to, p_expected: written_to })
      await timed(queueing, () => world.sql(`select private.due_announcements(now() + interval '2 minutes')`))
    }
    console.log(`dry run ${median(dry).toFixed(0)} ms, queueing ${median(queueing).toFixed(0)} ms`)
    return tooMuch([
      ['milliseconds of the dry run', median(dry), MAX_DRY_MS],
      ['milliseconds of queueing', median(queueing), MAX_QUEUEING_MS],
    ])
  })
