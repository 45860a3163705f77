import type { Attack } from './attack.ts'
import { USES_GUESSES } from './codes.ts'
import { send } from './send.ts'

const ROUNDS = 9

/** D10: unknown, used and malformed codes take the same time; in turns, by the fastest of each, as load only slows down. */
export const timing: Attack[] = [
  {
    name: 'telling misses apart by their time',
    expect: 'the fastest within 10 ms of each other, or a factor of three',
    local: USES_GUESSES,
    run: async (scene) => {
      const used = await scene.sql?.<{ code: string }>('select code from invite_codes where is_used limit 1')
      const codes = ['NO-SUCH-CODE', used?.[0]?.code ?? '', 'X'.repeat(10_000)]
      const fastest = codes.map(() => Number.POSITIVE_INFINITY)
      for (let round = 0; round < ROUNDS * codes.length; round++) {
        const at = round % codes.length
        await scene.sql?.('delete from private.attempts')
        const began = performance.now()
        await send(scene, { path: '/rest/v1/rpc/validate_invite_code', body: { code_to_check: codes[at] } })
        fastest[at] = Math.min(fastest[at] ?? 0, performance.now() - began)
      }
      const [low, high] = [Math.min(...fastest), Math.max(...fastest)]
      return high - low < 10 || high < 3 * low
        ? undefined
        : `they take ${fastest.map(Math.round).join(', ')} ms`
    },
  },
]
