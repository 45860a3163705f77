import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { runBackend } from '../../backend/support/process.ts'
import type { Address } from '../../db/support/world.ts'
import { count, emptyTally, type Tally } from '../tally.ts'
import { floods } from './live.ts'
import { ask, type Outcome, type Watch, watchOther } from './measure.ts'
import { greedy } from './rest.ts'
import { type Scene, setScene } from './scene.ts'

const LIMITS = { bytes: 8 * 1024 * 1024, ms: 8000, p99: 500 }
// What the machine itself adds to the eight seconds.
const GRACE_MS = 1000

/** Runs an attack and judges it by the other member's latency and by the attacker's own answers; answers a complaint. */
async function attack(watch: Watch, run: () => Promise<Outcome[]>): Promise<string | undefined> {
  const idle = await watch.during(wait(1000))
  const attacked = run()
  const { p99, failed } = await watch.during(attacked)
  // On a busy machine the other member waits without any attack, too.
  const busy = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
  const timeoutMs = Math.max(LIMITS.p99 * busy, 10 * idle.p99)
  if (failed > 0) return `${failed} requests of another member failed`
  if (p99 > timeoutMs)
    return `another member waited ${Math.round(p99)} ms instead of ${Math.round(timeoutMs)}`
  const outcomes = await attacked
  const large = outcomes.find(({ bytes }) => bytes > LIMITS.bytes)
  if (large) return `an answer of ${large.bytes} bytes`
  const slow = outcomes.find(({ ms }) => ms > LIMITS.ms + GRACE_MS)
  return slow && `an answer after ${Math.round(slow.ms)} ms`
}

/** Every attack on a backend, by name, each with its complaint. */
function attacksOn(scene: Scene, watch: Watch): [name: string, run: () => Promise<string | undefined>][] {
  const requests = greedy.map(({ name, asks }): [string, () => Promise<string | undefined>] => [
    name,
    () => attack(watch, () => Promise.all(asks().map((one) => ask(scene, one)))),
  ])
  const channels = floods.map(({ name, run }): [string, () => Promise<string | undefined>] => [
    name,
    () => attack(watch, () => run(scene).then(() => [])),
  ])
  return [...requests, ...channels]
}

/** Tries to exhaust an embedded backend of its own as one member, in every way known, and watches another member's requests; only with every so many. */
export async function proveResources(every = 1): Promise<Tally> {
  const tally = emptyTally(['attacks tried', 'withstood'])
  // A process of its own, whose time is not spent on attacking.
  const backend = runBackend(['--ephemeral', '--empty', '--port', '0'])
  try {
    const line = await backend.line
    if (line === undefined) throw new Error(backend.stderr().trim())
    const address: Address = JSON.parse(line)
    const scene = await setScene(address)
    const watch = watchOther(scene)
    for (const [at, [name, run]] of attacksOn(scene, watch).entries()) {
      if (at % every !== 0) continue
      // What exhausts it does so again; what else the machine was busy with does not.
      const complaint = (await run()) && (await run())
      count(tally, complaint && `${name}: ${complaint}`)
    }
    watch.end()
    await scene.world.close()
  } finally {
    backend.process.kill('SIGTERM')
    await backend.ended
  }
  return tally
}
