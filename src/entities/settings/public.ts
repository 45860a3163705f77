import { useQuery } from '@tanstack/react-query'
import { brand } from '@/lib/brand'
import { env } from '@/lib/env'

/** What visitors see of the settings: prices in cents, places at the launch price, the address for questions (D26, D66). */
export type PublicSettings = {
  membership_price: number
  launch_price: number
  launch_places: number
  launch_places_left: number
  contact_address: string | null
}

const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0

/** A plain fetch, as the prerendered landing page has no client. Throws on a failure and on an impossible response. */
export async function fetchPublicSettings(): Promise<PublicSettings> {
  const response = await fetch(`${env.supabaseUrl}/rest/v1/rpc/public_settings`, {
    method: 'POST',
    headers: { apikey: env.anonKey, 'content-type': 'application/json' },
    body: '{}',
  })
  const [settings] = (await response.json()) as PublicSettings[]
  const { launch_places, launch_places_left: left, ...others } = settings ?? ({} as PublicSettings)
  const areNumbers = [launch_places, left, others.membership_price, others.launch_price].every(isCount)
  if (!response.ok || !areNumbers || left > launch_places)
    throw new Error('public_settings returned no valid prices')
  return { launch_places, launch_places_left: left, ...others }
}

export function usePublicSettings() {
  return useQuery({
    queryKey: ['settings', 'public'],
    queryFn: fetchPublicSettings,
  })
}

/** Where questions go: the owner's setting, or the address that the code names. */
export function useContactAddress(): string {
  return usePublicSettings().data?.contact_address ?? brand.contactEmail
}
