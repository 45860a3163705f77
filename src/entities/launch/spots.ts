import { queryOptions, useQuery } from '@tanstack/react-query'
import { brand } from '@/lib/brand'
import { env } from '@/lib/env'

/**
 * How many of the launch places are left (D26). A bare call: the prerendered landing page has no client.
 * Throws where the server does not answer with such a number.
 */
export async function fetchLaunchSpotsLeft(): Promise<number> {
  const response = await fetch(`${env.supabaseUrl}/rest/v1/rpc/launch_spots_left`, {
    method: 'POST',
    headers: { apikey: env.anonKey, 'content-type': 'application/json' },
    body: '{}',
  })
  const places: unknown = await response.json()
  const known = typeof places === 'number' && Number.isInteger(places) && places >= 0
  if (!response.ok || !known || places > brand.launchSpots)
    throw new Error('launch_spots_left gave no such number')
  return places
}

export const launchSpotQueries = {
  left: () => queryOptions({ queryKey: ['launch-places'], queryFn: fetchLaunchSpotsLeft }),
}

/** The places left, for the screens of the app. */
export function useLaunchSpots() {
  return useQuery(launchSpotQueries.left())
}
