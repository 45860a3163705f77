import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { ask } from './measure.ts'

// The other member: each line on stdin begins or ends a round, and each round ends with a line of JSON.
const [url = '', apikey = '', token = ''] = process.argv.slice(2)
const probe = { path: '/rest/v1/profiles?select=name,current_tokens' }
let running = false

async function round(): Promise<void> {
  const times: number[] = []
  let failed = 0
  while (running) {
    const { status, ms } = await ask({ url, apikey, token }, probe)
    if (status === 200) times.push(ms)
    else failed++
    await wait(10)
  }
  times.sort((a, b) => a - b)
  process.stdout.write(`${JSON.stringify({ p99: times[Math.floor(times.length * 0.99)] ?? 0, failed })}\n`)
}

createInterface({ input: process.stdin })
  .on('line', () => {
    running = !running
    if (running) void round()
  })
  .on('close', () => process.exit())
