import { readClaims } from '@/lib/claims'
import { browserStorage } from '@/lib/storage'
import { sessionStorageKey } from '@/lib/storage-keys'

export type Factor = { id: string; name: string; addedAt: string }

type Listed = { id: string; friendly_name?: string; status: string; created_at: string }
export type Stored = { access_token: string; user: { id: string; email?: string; factors?: Listed[] } }

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

/** Whether this session presented the second factor, as its token says. The database decides by the same claim (D54). */
const presented = (token: string) => readClaims(token)?.aal === 'aal2'

export function hasCode(): boolean {
  return presented(stored()?.access_token ?? '')
}

/** Whether the account has a second factor that this session has not presented: it has no rights until then (D54). */
export function awaitsCode({ access_token, user }: Stored): boolean {
  return finishedFactors(user.factors).length > 0 && !presented(access_token)
}
