import { browserStorage } from '@/lib/storage'
import { sessionStorageKey } from '@/lib/storage-keys'

export type Factor = { id: string; name: string; addedAt: string }

type Listed = { id: string; friendly_name?: string; status: string; created_at: string }
type Stored = { access_token: string; user: { factors?: Listed[] } }

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

function stored(): Stored | undefined {
  try {
    return JSON.parse(browserStorage.getItem(sessionStorageKey) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function ownFactors(): Factor[] {
  return finishedFactors(stored()?.user.factors)
}

/** Whether this session has the second factor, as its token says. The database decides by the same claim. */
export function hasCode(): boolean {
  try {
    const [, payload = ''] = stored()?.access_token.split('.') ?? []
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).aal === 'aal2'
  } catch {
    return false
  }
}

/** Whether the account has a second factor that this session lacks. */
export function lacksCode(): boolean {
  return ownFactors().length > 0 && !hasCode()
}
