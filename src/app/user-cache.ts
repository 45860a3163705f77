import type { QueryClient } from '@tanstack/react-query'
import { currentSession, onSessionChange } from '@/entities/session/session'
import { isOffline, onConnectionChange } from '@/lib/connection'
import { browserStorage } from '@/lib/storage'
import { offlineCacheKey } from '@/lib/storage-keys'
import { whenSettled } from '@/lib/supabase-lazy/settled'

const lastSeen = () => import('@/app/offline-cache')

/**
 * Keeps the cache to one person: when the person goes, so do the cache and what was kept of it, in every tab (D18).
 * What was seen last is kept, and comes back when the browser goes offline. Returns the way to stop.
 */
export function bindCacheToUser(client: QueryClient): () => void {
  let person: string | undefined
  let stopKeeping: (() => void) | undefined

  function follow() {
    const session = currentSession()
    if (session.status === 'loading') return
    const next = session.status === 'signed-in' ? session.user.id : undefined
    const changed = person !== undefined && next !== person
    if (changed) client.clear()
    if (changed || next === undefined) browserStorage.removeItem(offlineCacheKey)
    if (next === person) return
    stopKeeping?.()
    stopKeeping = undefined
    person = next
    if (next !== undefined) void keep(next)
  }

  async function keep(who: string) {
    await whenSettled()
    const module = await lastSeen().catch(() => undefined)
    if (person === who && module) stopKeeping = module.persistOfflineCache(client, who)
  }

  follow()
  const stops = [
    onSessionChange(follow),
    onConnectionChange(() => isOffline() && void showOfflineCache(client)),
    () => stopKeeping?.(),
  ]
  return () => {
    for (const stop of stops) stop()
    person = undefined
  }
}

/** Shows what the signed-in person saw last, as far as it is kept; resolves when it is there. */
export async function showOfflineCache(client: QueryClient): Promise<void> {
  const before = currentSession()
  if (before.status !== 'signed-in') return
  // Without its code there is nothing to show: the file was never fetched by this browser.
  const module = await lastSeen().catch(() => undefined)
  const now = currentSession()
  if (now.status === 'signed-in' && now.user.id === before.user.id)
    module?.restoreOfflineCache(client, now.user.id)
}
