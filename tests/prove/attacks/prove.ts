import type { Fixture } from '../fixture.ts'
import { count, emptyTally, type Tally } from '../tally.ts'
import type { Attack } from './attack.ts'
import { GROUPS } from './groups.ts'
import { removeScene, type Scene, setScene } from './scene.ts'
import { accountsOff, changed, readState, type State } from './state.ts'

/** Runs the attacks of one group in turn, and reports at its end what they changed. */
export type Session = { run(attack: Attack): Promise<string | undefined>; end(): Promise<string | undefined> }

export async function openSession(scene: Scene): Promise<Session> {
  const { fixture, sql } = scene
  const changes: string[] = []
  let before: State = await readState(fixture)
  let ran: string[] = []
  const look = async () => {
    const tables = changed(before, await readState(fixture))
    if (tables.length > 0) changes.push(`one of [${ran.join('; ')}] changed ${tables.join(', ')}`)
    ran = []
  }
  return {
    run: async (attack) => {
      // The attacks of other groups would use up the guesses.
      await sql?.('delete from private.attempts')
      if (attack.leaves) await look()
      const complaint = await attack.run(scene).catch((error: Error) => `broke: ${error.message}`)
      if (attack.leaves) before = await readState(fixture)
      else ran.push(attack.name)
      return complaint
    },
    end: async () => {
      await look()
      const off = await accountsOff(fixture)
      return [...changes, ...off].join('; ') || undefined
    },
  }
}

/** Tries every attack once; after each group nothing may have changed, and every balance must match its ledger. */
export async function proveAttacks(fixture: Fixture): Promise<Tally> {
  const tally = emptyTally(['attacks tried', 'blocked'])
  const scene = await setScene(fixture)
  try {
    for (const [group, attacks] of Object.entries(GROUPS)) {
      const session = await openSession(scene)
      for (const attack of attacks) {
        if (fixture.hosted && attack.local) tally.skipped.push(`${group}: ${attack.name} (${attack.local})`)
        else {
          const complaint = await session.run(attack)
          count(tally, complaint && `${group}: ${attack.name}: ${complaint}`)
        }
      }
      const after = await session.end()
      if (after) tally.failures.push(`${group}: ${after}`)
    }
  } finally {
    await removeScene(scene)
  }
  return tally
}
