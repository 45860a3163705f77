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
  const left: unknown = await response.json()
  const known = typeof left === 'number' && Number.isInteger(left) && left >= 0
  if (!response.ok || !known || left > brand.launchSpots)
    throw new Error('launch_spots_left returned no valid number')
  return left
}

const launchSpotQueries = {
  left: () => queryOptions({ queryKey: ['launch-spots'], queryFn: fetchLaunchSpotsLeft }),
}

export function useLaunchSpots() {
  return useQuery(launchSpotQueries.left())
}
