import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PROJECT_DIR } from '../../../supabase/local/paths.ts'
import type { Scene } from './scene.ts'

/** What came of an attacker's request. */
export type Outcome = { status: number; bytes: number; ms: number }

export type Ask = { path: string; method?: string; headers?: Record<string, string>; body?: string }

/** Sends one request as the attacker and counts its answer, with as little work of its own as it can. */
export function ask({ address, tokens }: Scene, asked: Ask): Promise<Outcome> {
  const began = performance.now()
  const { path, method = asked.body === undefined ? 'GET' : 'POST', headers, body } = asked
  const { hostname, port } = new URL(address.url)
  return new Promise((resolve) => {
    let [status, bytes] = [0, 0]
    const end = () => resolve({ status, bytes, ms: performance.now() - began })
    const options = { hostname, port, path, method, agent: false }
    const sent = {
      apikey: address.publishable_key,
      authorization: `Bearer ${tokens.attacker}`,
      'content-type': 'application/json',
    }
    request({ ...options, headers: { ...sent, ...headers } }, (response) => {
      status = response.statusCode ?? 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('close', end)
    })
      // The connection was ended instead of an answer.
      .on('error', end)
      .end(body)
  })
}

/** What the other member met during one round: the slowest hundredth of its requests, and how many failed. */
type Round = { p99: number; failed: number }

/** Watches the other member's requests while work goes on. */
export type Watch = { during(work: Promise<unknown>): Promise<Round>; end(): void }

/** Starts the other member, whose time is neither the backend's nor the attacker's. */
export function watchOther({ address, tokens }: Scene): Watch {
  const script = join(PROJECT_DIR, 'tests/prove/resources/prober.ts')
  const args = ['--import', 'tsx', script, address.url, address.publishable_key, tokens.other]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  return {
    async during(work) {
      const told = once(lines, 'line')
      child.stdin.write('\n')
      await work.finally(() => child.stdin.write('\n'))
      const [line] = await told
      return JSON.parse(line)
    },
    end: () => child.stdin.end(),
  }
}
