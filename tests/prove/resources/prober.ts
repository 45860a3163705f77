import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

// The other member, in a process of its own: each line on stdin begins or ends a round; a line of JSON tells of it.
const [address = '', key = '', token = ''] = process.argv.slice(2)
const { hostname, port } = new URL(address)
const path = '/rest/v1/profiles?select=name,current_tokens'
const headers = { apikey: key, authorization: `Bearer ${token}` }

/** Milliseconds of one request, or none when it failed. */
function probe(): Promise<number | undefined> {
  const began = performance.now()
  return new Promise((resolve) => {
    request({ hostname, port, path, headers, agent: false }, (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode === 200 ? performance.now() - began : undefined))
    })
      .on('error', () => resolve(undefined))
      .end()
  })
}

let going = false

async function round(): Promise<void> {
  const times: number[] = []
  let failed = 0
  while (going) {
    const time = await probe()
    if (time === undefined) failed++
    else times.push(time)
    await wait(10)
  }
  times.sort((a, b) => a - b)
  process.stdout.write(`${JSON.stringify({ p99: times[Math.floor(times.length * 0.99)] ?? 0, failed })}\n`)
}

createInterface({ input: process.stdin })
  .on('line', () => {
    going = !going
    if (going) void round()
  })
  .on('close', () => process.exit())
