import { notConfigured } from '../_shared/config.ts'
import { equalSecrets } from '../_shared/equal-secrets.ts'
import type { Config } from './config.ts'
import { openOutbox } from './outbox.ts'
import { sendDue } from './run.ts'

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

/** On Supabase, a function ends with its response unless it registers pending work. */
const onEdge = (work: Promise<unknown>) => {
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(work)
}

// The schedule runs every minute.
const SILENCE_MS = 5 * 60_000

/**
 * POST with the secret responds with 202 and then sends what is due (D37); GET, without a secret, returns whether the schedule
 * runs, and where links lead. `onWork` receives the work behind a 202: the number of leased emails.
 */
export function createHandler(
  config: Config | { missing: string[] },
  onWork: (work: Promise<number>) => void = onEdge,
): (request: Request) => Promise<Response> {
  if ('missing' in config) return notConfigured(config)
  const sender = { ...config, outbox: openOutbox(config) }
  return async (request) => {
    if (request.method === 'GET') {
      const age = Date.now() - Date.parse(await sender.outbox.ranAt().catch(() => ''))
      return Response.json({ state: age < SILENCE_MS ? 'running' : 'stopped', site: config.siteUrl })
    }
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    if (!(await equalSecrets(request.headers.get('x-send-mail-secret') ?? '', config.secret))) {
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
