import { env } from '@/lib/env'

/**
 * How many of the launch places are left (D26). A bare call: the prerendered landing page has no client.
 * Throws where the server does not answer with a number.
 */
export async function launchPlacesLeft(): Promise<number> {
  const response = await fetch(`${env.supabaseUrl}/rest/v1/rpc/launch_places_left`, {
    method: 'POST',
    headers: { apikey: env.anonKey, 'content-type': 'application/json' },
    body: '{}',
  })
  const places: unknown = await response.json()
  if (!response.ok || typeof places !== 'number') throw new Error('launch_places_left gave no number')
  return places
}
