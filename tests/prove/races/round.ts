import fc from 'fast-check'
import type { World } from '../../db/support/world.ts'
import type { Tally } from '../tally.ts'
import type { Operation } from './operation.ts'
import { readState } from './read-state.ts'
import { createSender, type Sender, type Way } from './send.ts'
import { unexplained } from './serial.ts'
import { type Cast, keepCast, type Setting, setStage } from './stage.ts'

/** One race: what meets, how the stage stands, and how each request is sent. */
export type Round = { name: string; operations: Operation[]; setting: Setting; ways: Way[] }

// Together or a little apart; and as long as a client's next word takes, a transaction stays open.
const ms = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 3, noNaN: true }))
const manner = fc.record({
  cancelled: fc.boolean(),
  ways: fc.array(
    fc.record({ way: fc.constantFrom('http' as const, 'sql', 'sql', 'sql', 'sql'), after: ms, open: ms }),
    { minLength: 3, maxLength: 3 },
  ),
})

/** A race for each meeting; the same stages and ways for the same seed. */
export function roundsOf(met: Operation[][], { seed, alone }: { seed: number; alone: boolean }): Round[] {
  return fc.sample(manner, { seed, numRuns: met.length }).map(({ cancelled, ways }, at) => ({
    name: `seed ${seed}, race ${at}${alone ? ' alone' : ''}`,
    operations: met[at] ?? [],
    setting: { cancelled, alone },
    ways,
  }))
}

/** Runs races, so many at a time, and counts their requests; stops after `most` violations. */
export async function runRounds(
  world: World,
  rounds: Round[],
  tally: Tally,
  lanes: number,
  most = 1000,
): Promise<void> {
  const sender = createSender(world.address, 3 * lanes)
  const left = rounds.values()
  const lane = async () => {
    const cast: Cast = {}
    for (const round of left) {
      const complaint = await runRound(world, sender, round, cast)
      tally.tried += round.operations.length
      if (complaint) tally.failures.push(complaint)
      else tally.held += round.operations.length
      if (tally.failures.length >= most) return
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane)).finally(sender.close)
}

/** Runs one race on a stage of its own; answers what no serial order explains, in a sentence. */
async function runRound(
  { sql }: World,
  sender: Sender,
  round: Round,
  cast: Cast,
): Promise<string | undefined> {
  const stage = await setStage(sql, sender.read, round.setting, cast)
  const sent = round.operations.map((operation, at) => {
    const way = round.ways[at] ?? { way: 'sql', after: 0, open: 0 }
    return { operation, way, call: operation.call(stage) }
  })
  const words = await Promise.all(sent.map(({ call, way }) => sender.send(call, stage, way)))
  const answered = sent.map(({ operation, way }, at) => ({ operation, way, word: words[at] ?? '' }))
  const end = await readState(sender.read, stage)
  keepCast(cast, stage, end)
  const complaint = unexplained(stage.opening, answered, end)
  if (!complaint) return undefined
  const told = answered.map(({ operation, way, word }) => `${operation.name} (${way.way}): ${word}`)
  return `${round.name}: ${told.join(', ')}; ${complaint}`
}
