import type { Config } from './config.ts'
import { openOutbox } from './outbox.ts'
import { sendDue } from './run.ts'

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

/** On Supabase the function ends with its response unless it says what it still does. */
const onEdge = (work: Promise<unknown>) => {
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(work)
}

// The schedule runs every minute.
const SILENCE_MS = 5 * 60_000

/**
 * POST with the secret sends what is due, after it has responded with 202 (D37); GET tells everybody whether the schedule
 * runs. `onWork` receives the work behind a 202: the number of emails that were leased.
 */
export function createHandler(
  config: Config | { missing: string[] },
  onWork: (work: Promise<number>) => void = onEdge,
): (request: Request) => Promise<Response> {
  if ('missing' in config) {
    return async () => Response.json({ state: 'not_configured', missing: config.missing }, { status: 503 })
  }
  const sender = { ...config, outbox: openOutbox(config) }
  return async (request) => {
    if (request.method === 'GET') {
      const age = Date.now() - Date.parse(await sender.outbox.ranAt().catch(() => ''))
      return Response.json({ state: age < SILENCE_MS ? 'running' : 'stopped' })
    }
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    if (!(await same(request.headers.get('x-send-mail-secret') ?? '', config.secret))) {
      return Response.json({ error: 'wrong_secret' }, { status: 401 })
    }
    const work = sendDue(sender).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : 'The outbox cannot be reached')
      return 0
    })
    onWork(work)
    return Response.json({ state: 'started' }, { status: 202 })
  }
}

/** Compares in a time that does not depend on where they differ. */
async function same(one: string, other: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const [a, b] = [await digest(one), await digest(other)]
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0
}
