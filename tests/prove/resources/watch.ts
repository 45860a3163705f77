import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PROJECT_DIR } from '../../../supabase/local/paths.ts'
import type { Caller } from './measure.ts'

/** The other member's 99th percentile of latency in one round, and how many requests failed. */
type Round = { p99: number; failed: number }

/** Measures the other member's requests during some work. */
export type Watch = { during(work: Promise<unknown>): Promise<Round>; end(): void }

/** Starts the other member in a process of its own. */
export function watchOther({ url, apikey, token = '' }: Caller): Watch {
  const script = join(PROJECT_DIR, 'tests/prove/resources/prober.ts')
  const args = ['--import', 'tsx', script, url, apikey, token]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  return {
    async during(work) {
      const nextLine = once(lines, 'line')
      child.stdin.write('\n')
      await work.finally(() => child.stdin.write('\n'))
      const [line] = await nextLine
      return JSON.parse(line)
    },
    end: () => child.stdin.end(),
  }
}
