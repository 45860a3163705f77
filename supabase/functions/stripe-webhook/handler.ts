import Stripe from 'stripe'
import { configReader, notConfigured, type Read } from '../_shared/config.ts'
import { applyEvent } from '../_shared/stripe-events.ts'

export type Config = {
  supabaseUrl: string
  /** A secret key of the project. */
  serviceKey: string
  /** What Stripe signs with; two while it is being replaced. */
  secrets: string[]
}

/** The configuration in the function's secrets (docs/deploy.md), or the names of those that are missing. */
export function readConfig(read: Read): Config | { missing: string[] } {
  const { missing, need, serviceKey } = configReader(read)
  const config = {
    supabaseUrl: need('SUPABASE_URL'),
    serviceKey: serviceKey(),
    secrets: need('STRIPE_WEBHOOK_SECRET')
      .split(/[\s,]+/)
      .filter(Boolean),
  }
  return missing.length > 0 ? { missing } : config
}

const TOLERANCE_SECONDS = 300
const MAX_BYTES = 512 * 1024
// Stripe's library works with signatures without a key of the API.
const { webhooks } = new Stripe('unused', { httpClient: Stripe.createFetchHttpClient() })
const subtle = Stripe.createSubtleCryptoProvider()

/** Takes Stripe's events: verified on the raw body, and 200 only after the commit (D63). */
export function createHandler(
  config: Config | { missing: string[] },
): (request: Request) => Promise<Response> {
  if ('missing' in config) return notConfigured(config)
  const { supabaseUrl, serviceKey, secrets } = config
  return async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    if (Number(request.headers.get('content-length')) > MAX_BYTES) return new Response(null, { status: 413 })
    const event = await verify(await request.text(), request.headers.get('stripe-signature') ?? '', secrets)
    if (!event) return Response.json({ error: 'invalid_signature' }, { status: 400 })
    try {
      return Response.json({ state: await applyEvent({ supabaseUrl, key: serviceKey }, event) })
    } catch (error) {
      // Stripe sends it again, for three days.
      console.error(
        `Event ${event.id} was not applied: ${error instanceof Error ? error.message : 'unknown'}`,
      )
      return Response.json({ error: 'not_applied' }, { status: 500 })
    }
  }
}

async function verify(body: string, signature: string, secrets: string[]): Promise<Stripe.Event | undefined> {
  for (const secret of secrets) {
    const event = await webhooks
      .constructEventAsync(body, signature, secret, TOLERANCE_SECONDS, subtle)
      .catch(() => undefined)
    if (event) return event
  }
  return undefined
}
