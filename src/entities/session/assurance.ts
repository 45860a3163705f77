import { storedSession } from '@/lib/supabase'

export type Factor = { id: string; name: string; addedAt: string }

type Listed = { id: string; friendly_name?: string; status: string; created_at: string }

/** Leaves out authenticators whose setup was not finished. */
export function finishedFactors(factors: Listed[] = []): Factor[] {
  return factors
    .filter(({ status }) => status === 'verified')
    .map(({ id, friendly_name, created_at }) => ({
      id,
      name: friendly_name || 'Authenticator',
      addedAt: created_at,
    }))
}

/** As the stored session lists them. */
export function ownFactors(): Factor[] {
  return finishedFactors(storedSession()?.user.factors)
}
