// npm run test:functions: the function send-mail under Deno, its tests first, then one run against the embedded backend.
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { startBackend } from '../../supabase/local/backend.ts'
import { createMember } from '../db/support/people.ts'
import { createBenefit, placeOrder } from '../db/support/rows.ts'
import { createWorld } from '../db/support/world.ts'

// Fetched when needed: it weighs 140 MB and the app does not depend on it.
const DENO = ['--yes', 'deno@2.9.6']
const RIGHTS = ['--allow-net=localhost,127.0.0.1,0.0.0.0', '--allow-env', '--allow-read', '--allow-sys']
const OPTIONS = ['--no-lock', '--node-modules-dir=none', ...RIGHTS]
const FUNCTION = 'supabase/functions/send-mail'
const PORT = 8000

function deno(args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn('npx', [...DENO, ...args], {
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, ...env },
  })
}

const ended = (child: ChildProcess) =>
  new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))

async function runTests(): Promise<void> {
  const code = await ended(
    deno(['test', ...OPTIONS, '--config', 'tests/functions/deno.json', 'tests/functions/']),
  )
  if (code !== 0) throw new Error('the tests of the function failed under Deno')
}

/** An interface that takes messages, and what it received. */
async function startMailApi() {
  const subjects: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    subjects.push(JSON.parse(body).subject)
    response.writeHead(202).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    subjects,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await holds()) return
    await wait(100)
  }
  throw new Error(`${what}, for 30 seconds`)
}

/** The files of the function as Supabase starts them, between the outbox of a real database and a mail service. */
async function runOnce(): Promise<void> {
  const backend = await startBackend({ ephemeral: true, empty: true, sendEmails: false })
  const world = createWorld(backend)
  const api = await startMailApi()
  const address = `http://127.0.0.1:${PORT}`
  const child = deno(['run', ...OPTIONS, '--config', `${FUNCTION}/deno.json`, `${FUNCTION}/index.ts`], {
    SEND_MAIL_SECRET: 'secret',
    SUPABASE_URL: backend.url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: backend.secret_key }),
    SITE_URL: 'https://guildhall.test',
    MAIL_FROM: 'Guildhall <house@guildhall.test>',
    MAIL_API_URL: api.url,
    MAIL_API_KEY: 'key',
  })
  try {
    await placeOrder(await createMember(world), await createBenefit(world, { name: 'Minutes' }))
    await until('Deno does not respond', () =>
      fetch(address).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    const { status } = await fetch(address, { method: 'POST', headers: { 'x-send-mail-secret': 'secret' } })
    if (status !== 202) throw new Error(`the function responded with status ${status}`)
    const outcomes = () => world.sql<{ outcome: string }>('select outcome from private.outbox')
    await until('no email is marked as sent', async () => (await outcomes())[0]?.outcome === 'sent')
    if (!/^Order ORD-\d+: Minutes$/.test(api.subjects.join())) throw new Error(`sent: ${api.subjects.join()}`)
    console.log('One run against the embedded backend: sent and marked.')
  } finally {
    // npx and what it started.
    if (child.pid) process.kill(-child.pid)
    api.close()
    await world.close()
    await backend.stop()
  }
}

await runTests()
await runOnce()
process.exit()
