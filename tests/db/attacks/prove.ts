import type { Attack } from './attack.ts'
import type { Scene } from './scene.ts'
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
      await sql('delete from private.attempts')
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
