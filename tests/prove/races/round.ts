import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import type { Address } from '../../db/support/world.ts'
import { ANY, readAll, withNames } from '../model/compare.ts'
import { type Connection, connect, type Delays } from '../model/connection.ts'
import { adopt, canUseHttp, sendHttp } from '../model/http.ts'
import { idsOf } from '../model/model.ts'
import type { Answer } from '../operations/answer.ts'
import type { Race, Request } from '../operations/operation.ts'
import type { Tally } from '../tally.ts'
import { openStage, type Setting } from './open-stage.ts'
import { exactly, explain } from './serial.ts'

type Way = Delays & { http: boolean }
/** One race: its requests, its stage, and how each request is sent. */
export type Round = { name: string; races: Race[]; setting: Setting; ways: Way[] }

// At once or a little apart; a transaction stays open for as long as the next word of a client takes.
const ms = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 3, noNaN: true }))
const manner = fc.record({
  cancelled: fc.constantFrom<Setting['cancelled']>(false, 'singly', 'by an operation'),
  held: fc.boolean(),
  shared: fc.boolean(),
  leaving: fc.boolean(),
  ways: fc.array(
    fc.record({ http: fc.constantFrom(true, false, false, false, false), before: ms, open: ms }),
    { minLength: 3, maxLength: 3 },
  ),
})

/** A race for each meeting; the same stages and ways for the same seed. */
export function roundsOf(met: Race[][], { seed, alone }: { seed: number; alone: boolean }): Round[] {
  return fc.sample(manner, { seed, numRuns: met.length }).map(({ ways, ...setting }, at) => ({
    name: `seed ${seed}, race ${at}${alone ? ' alone' : ''}`,
    races: met[at] ?? [],
    setting: { ...setting, alone },
    ways,
  }))
}

/** Runs races, `workers` at a time, and counts their requests; stops after `maxFailures` violations. */
export async function runRounds(
  address: Address,
  rounds: Round[],
  tally: Tally,
  workers: number,
  maxFailures = 1000,
): Promise<void> {
  const left = rounds.values()
  const work = async () => {
    const connections = await Promise.all([0, 1, 2].map(() => connect(address.db_url)))
    for (const round of left) {
      const complaint = await runRound(address, connections, round)
      tally.tried += round.races.length
      if (complaint) tally.failures.push(complaint)
      else tally.held += round.races.length
      if (tally.failures.length >= maxFailures) break
    }
    await Promise.all(connections.map(({ close }) => close()))
  }
  await Promise.all(Array.from({ length: workers }, work))
}

/** Runs one race on its own stage; returns what no serial order explains, in a sentence. */
async function runRound(
  address: Address,
  connections: Connection[],
  { name, races, setting, ways }: Round,
): Promise<string | undefined> {
  const [first] = connections
  if (!first) return 'no connection'
  const { model, ...stage } = await openStage(first, setting)
  const sent = races.map((race, at) => {
    const { http, ...delays } = ways[at] ?? { http: false, before: 0, open: 0 }
    const request = race.request({ model, ...stage })
    return { name: race.name, request, delays, http: http && canUseHttp(request) }
  })
  const answers = await Promise.all(
    sent.map(({ request, delays, http }, at) => {
      if (http) return later(address, request, delays.before)
      return connections[at]?.send(request, model.address, delays)
    }),
  )
  await adopt(
    first,
    model,
    sent.map(({ request }) => request),
  )
  const answered = sent.map((one, at): typeof one & { answer: Answer } => ({
    ...one,
    answer: answers[at] ?? 'no answer',
  }))
  const end = await readAll(first, model)
  // Every admin is notified of every report.
  const demote = `update profiles set role = 'user' where role = 'admin' and id = any ($1)`
  if (!setting.alone) await first.query(demote, [idsOf(model, 'person')])
  // An order that waits for its buyer keeps the name that it read before.
  for (const row of end.orders?.values() ?? []) if (row.customer !== null) row.customer = ANY
  const result = explain(model, answered, end, exactly)
  if (!('complaint' in result)) return undefined
  const results = answered.map((one) => `${one.name} (${one.http ? 'http' : 'sql'}): ${one.answer}`)
  return withNames(model, `${name}: ${results.join(', ')}; ${result.complaint}`)
}

async function later(address: Address, request: Request, ms: number): Promise<Answer | undefined> {
  if (ms > 0) await wait(ms)
  return sendHttp(address, request)
}
