import Stripe from 'stripe'
import { configReader, type Read } from '../_shared/config.ts'

export type Config = {
  /** Shared with the schedule that compares with Stripe. */
  secret: string
  supabaseUrl: string
  /** A publishable key of the project, to ask who calls. */
  publicKey: string
  /** A secret key of the project. */
  serviceKey: string
  /** Where people come back to. */
  siteUrl: string
  stripe: Stripe
  /** Whether money moves; with a test key only admins can pay (D61). */
  live: boolean
}

/** Stripe's library as both Deno and Node run it. `fetchFn` replaces Stripe's API. */
export const openStripe = (key: string, fetchFn?: typeof fetch): Stripe =>
  new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(fetchFn),
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
  })

/**
 * The configuration in the function's secrets (docs/deploy.md), or the names of those that are missing. Throws when a live key is on
 * an address that is not public.
 */
export function readConfig(read: Read): Config | { missing: string[] } {
  const { missing, need, serviceKey, publicKey, siteUrl } = configReader(read)
  const stripeKey = need('STRIPE_SECRET_KEY')
  const config = {
    secret: need('PAYMENTS_SECRET'),
    supabaseUrl: need('SUPABASE_URL'),
    publicKey: publicKey(),
    serviceKey: serviceKey(),
    siteUrl: siteUrl(),
    live: /^[rs]k_live_/.test(stripeKey),
  }
  if (missing.length > 0) return { missing }
  if (config.live && ![config.supabaseUrl, config.siteUrl].every(isPublic)) {
    throw new Error('A live key of Stripe is only for a site and a project with public https addresses.')
  }
  return { ...config, stripe: openStripe(stripeKey) }
}

function isPublic(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && hostname.includes('.') && !/^[\d.]+$|(^|\.)local(host)?$/.test(hostname)
}
