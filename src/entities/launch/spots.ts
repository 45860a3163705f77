import { queryOptions, useQuery } from '@tanstack/react-query'
import { brand } from '@/lib/brand'
import { env } from '@/lib/env'

/** The number of launch spots left (D26). A plain fetch, as the prerendered landing page has no client. */
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

const launchSpotQueries = {
  left: () => queryOptions({ queryKey: ['launch-places'], queryFn: fetchLaunchSpotsLeft }),
}

export function useLaunchSpots() {
  return useQuery(launchSpotQueries.left())
}
