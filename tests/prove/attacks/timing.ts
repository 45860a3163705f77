import type { Attack } from './attack.ts'
import type { Scene } from './scene.ts'
import { send } from './send.ts'

const ROUNDS = 9

async function elapsed(scene: Scene, code_to_check: string): Promise<number> {
  await scene.sql?.('delete from private.attempts')
  const began = performance.now()
  await send(scene, { path: '/rest/v1/rpc/validate_invite_code', body: { code_to_check } })
  return performance.now() - began
}

/** D10: unknown, used and malformed are one answer, and take one time; measured coarsely, in turns, by the fastest. */
export const timing: Attack[] = [
  {
    name: 'telling misses apart by how long they take',
    expect: 'the fastest within 10 ms of each other, or a factor of three',
    local: "it would use up an owner's guesses",
    run: async (scene) => {
      const [used] =
        (await scene.sql?.<{ code: string }>('select code from invite_codes where is_used limit 1')) ?? []
      const misses = { unknown: 'NO-SUCH-CODE', used: used?.code ?? '', malformed: 'X'.repeat(10_000) }
      const times: Record<string, number[]> = { unknown: [], used: [], malformed: [] }
      for (let round = 0; round < ROUNDS; round++) {
        for (const [name, code] of Object.entries(misses)) times[name]?.push(await elapsed(scene, code))
      }
      // The fastest of each: whatever else the machine does only ever makes one slower.
      const fastest = Object.values(times).map((all) => Math.min(...all))
      const [low, high] = [Math.min(...fastest), Math.max(...fastest)]
      return high - low < 10 || high < 3 * low
        ? undefined
        : `they take ${fastest.map(Math.round).join(', ')} ms`
    },
  },
]
