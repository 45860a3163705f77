import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { runBackend } from '../../backend/support/process.ts'
import type { Address } from '../../db/support/world.ts'
import { count, emptyTally, type Tally } from '../tally.ts'
import { floods } from './live.ts'
import { ask, type Outcome } from './measure.ts'
import { greedy } from './rest.ts'
import { type Scene, setScene } from './scene.ts'
import { type Watch, watchOther } from './watch.ts'

const LIMITS = { bytes: 8 * 1024 * 1024, ms: 8000, p99: 500 }
const MAX_TRIES = 3
// What the machine itself adds to the eight seconds.
const GRACE_MS = 1000

/** Judges an attack by the other member's latency and by its own responses; returns what is wrong. */
async function attack(watch: Watch, run: () => Promise<Outcome[]>): Promise<string | undefined> {
  const idle = await watch.during(wait(1000))
  const attacked = run()
  const { p99, failed } = await watch.during(attacked)
  // On a busy machine the other member waits without any attack, too.
  const busy = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
  const limitMs = Math.max(LIMITS.p99 * busy, 10 * idle.p99)
  if (failed > 0) return `${failed} requests of another member failed`
  if (p99 > limitMs) return `another member waited ${Math.round(p99)} ms instead of ${Math.round(limitMs)}`
  const outcomes = await attacked
  const large = outcomes.find(({ bytes }) => bytes > LIMITS.bytes)
  if (large) return `a response of ${large.bytes} bytes`
  const slow = outcomes.find(({ ms }) => ms > LIMITS.ms + GRACE_MS)
  return slow && `a response after ${Math.round(slow.ms)} ms`
}

const attacksOn = (scene: Scene): [name: string, run: () => Promise<Outcome[]>][] => [
  ...greedy.map(([name, asks]): [string, () => Promise<Outcome[]>] => [
    name,
    () => Promise.all(asks().map((one) => ask(scene.attacker, one))),
  ]),
  ...floods.map(([name, run]): [string, () => Promise<Outcome[]>] => [name, () => run(scene).then(() => [])]),
]

/** Tries to exhaust an embedded backend of its own as one member, and measures another one's requests; every nth attack. */
export async function proveResources(every = 1): Promise<Tally> {
  const tally = emptyTally(['attacks tried', 'withstood'])
  // A process of its own, whose time is not spent on attacking.
  const backend = runBackend(['--ephemeral', '--empty', '--port', '0'])
  try {
    const line = await backend.line
    if (line === undefined) throw new Error(backend.stderr().trim())
    const address: Address = JSON.parse(line)
    const scene = await setScene(address)
    const watch = watchOther(scene.other)
    for (const [at, [name, run]] of attacksOn(scene).entries()) {
      if (at % every !== 0) continue
      // A real exhaustion repeats itself; other load on the machine does not.
      let complaint: string | undefined
      for (let tries = 0; tries === 0 || (complaint && tries < MAX_TRIES); tries++)
        complaint = await attack(watch, run)
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
