// npm run test:functions: the functions under Deno, their tests first, then one run of each against the embedded backend.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startBackend } from '../../supabase/local/backend.ts'
import { createMember } from '../db/support/people.ts'
import { createBenefit, placeOrder } from '../db/support/rows.ts'
import { createWorld } from '../db/support/world.ts'
import { serve } from './server.ts'

// Fetched when needed: it weighs 140 MB and the app does not depend on it.
const DENO = ['--yes', 'deno@2.9.6']
const RIGHTS = ['--allow-net=localhost,127.0.0.1,0.0.0.0', '--allow-env', '--allow-read', '--allow-sys']
const OPTIONS = ['--no-lock', '--node-modules-dir=none', ...RIGHTS]
const ADDRESS = 'http://127.0.0.1:8000'

function deno(args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn('npx', [...DENO, ...args], {
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, ...env },
  })
}

const ended = (child: ChildProcess) =>
  new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))

/**
 * Stripe's own stub server, which checks requests against the published API, where Go can build it. It is without state, and localstripe,
 * which has one, is without Checkout and disputes.
 */
async function withStripeMock(work: (env: Record<string, string>) => Promise<number>): Promise<number> {
  const GOBIN = mkdtempSync(join(tmpdir(), 'guildhall-stripe-mock-'))
  try {
    const options = { env: { ...process.env, GOBIN }, stdio: 'inherit', timeout: 300_000 } as const
    const built = spawnSync('go', ['install', 'github.com/stripe/stripe-mock@v0.203.0'], options)
    if (built.status !== 0) {
      console.log('stripe-mock did not check the requests to Stripe: it takes Go, and a network.')
      return await work({})
    }
    // A free port.
    const { url, stop } = await serve(() => ({}))
    await stop()
    const mock = spawn(join(GOBIN, 'stripe-mock'), ['-http-port', new URL(url).port], { stdio: 'ignore' })
    try {
      await until('stripe-mock does not respond', () => responds(url))
      return await work({ STRIPE_MOCK: url })
    } finally {
      mock.kill()
    }
  } finally {
    rmSync(GOBIN, { recursive: true })
  }
}

async function runTests(): Promise<void> {
  // TypeScript checks them with the rest.
  const args = ['test', '--no-check', ...OPTIONS, '--config', 'tests/functions/deno.json', 'tests/functions/']
  const code = await withStripeMock((env) => ended(deno(args, env)))
  if (code !== 0) throw new Error('the tests of the functions failed under Deno')
}

const responds = (address: string) =>
  fetch(address, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await holds()) return
    await wait(100)
  }
  throw new Error(`${what}, for 30 seconds`)
}

/** A function as Supabase starts it, on PORT for the time of this work. */
async function running(name: string, env: Record<string, string>, work: () => Promise<void>): Promise<void> {
  const folder = `supabase/functions/${name}`
  const child = deno(['run', ...OPTIONS, '--config', `${folder}/deno.json`, `${folder}/index.ts`], env)
  try {
    await until('Deno does not respond', () => responds(ADDRESS))
    await work()
  } finally {
    // npx and what it started.
    if (child.pid) process.kill(-child.pid)
    await ended(child)
  }
}

/** The functions between a real database and a mail service. */
async function runOnce(): Promise<void> {
  const backend = await startBackend({ ephemeral: true, empty: true, sendEmails: false })
  const world = createWorld(backend)
  const received: { subject: string; headers: Record<string, string> }[] = []
  const api = await serve(({ body }) => {
    received.push(JSON.parse(body))
    return { status: 202 }
  })
  const member = await createMember(world)
  const project = {
    SUPABASE_URL: backend.url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: backend.secret_key }),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: backend.publishable_key }),
    SITE_URL: 'https://guildhall.test',
  }
  const mail = { MAIL_FROM: 'Guildhall <house@guildhall.test>', MAIL_API_URL: api.url, MAIL_API_KEY: 'key' }
  try {
    await placeOrder(member, await createBenefit(world, { name: 'Minutes' }))
    await running('send-mail', { ...project, ...mail, SEND_MAIL_SECRET: 'secret' }, async () => {
      const { status } = await fetch(ADDRESS, { method: 'POST', headers: { 'x-send-mail-secret': 'secret' } })
      if (status !== 202) throw new Error(`the function responded with status ${status}`)
      const outcomes = () => world.sql<{ outcome: string }>('select outcome from private.outbox')
      await until('no email is marked as sent', async () => (await outcomes())[0]?.outcome === 'sent')
    })
    const [email] = received
    if (!/^Order ORD-\d+: Minutes$/.test(String(email?.subject))) throw new Error(`sent: ${email?.subject}`)
    await running('unsubscribe', project, async () => {
      const [, token] = /token=([^>]+)/.exec(email?.headers['List-Unsubscribe'] ?? '') ?? []
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      const { status } = await fetch(`${ADDRESS}?token=${token}`, { method: 'POST', body })
      const [chosen] = await world.sql('select kind, by_email from notification_preferences')
      if (status !== 200 || chosen?.kind !== 'orders' || chosen.by_email !== false)
        throw new Error(`a click ended with status ${status} and ${JSON.stringify(chosen)}`)
    })
    console.log('One run against the embedded backend: sent, marked, and unsubscribed from.')
  } finally {
    await api.stop()
    await world.close()
    await backend.stop()
  }
}

await runTests()
await runOnce()
process.exit()
