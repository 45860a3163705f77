import type { QueryClient } from '@tanstack/react-query'
import { currentSession, onSessionChange } from '@/entities/session/session'
import { afterInitialLoad } from '@/lib/after-initial-load'
import { isOffline, onConnectionChange } from '@/lib/connection'
import { browserStorage } from '@/lib/storage'
import { offlineCacheKey } from '@/lib/storage-keys'

const loadOfflineCache = () => import('@/app/offline-cache')

/** Clears the caches when the user changes in any tab (D18), and persists queries. Returns the unsubscribe function. */
export function bindCacheToUser(client: QueryClient): () => void {
  let user: string | undefined
  let stopPersisting: (() => void) | undefined

  function follow() {
    const session = currentSession()
    if (session.status === 'loading') return
    const next = session.status === 'signed-in' ? session.user.id : undefined
    const hasUserChanged = user !== undefined && next !== user
    if (hasUserChanged) client.clear()
    if (hasUserChanged || next === undefined) browserStorage.removeItem(offlineCacheKey)
    if (next === user) return
    stopPersisting?.()
    stopPersisting = undefined
    user = next
    if (next !== undefined) void persist(next)
  }

  async function persist(id: string) {
    await afterInitialLoad()
    const module = await loadOfflineCache().catch(() => undefined)
    if (user === id && module) stopPersisting = module.persistOfflineCache(client, id)
  }

  follow()
  const cleanups = [
    onSessionChange(follow),
    onConnectionChange(() => isOffline() && void showOfflineCache(client)),
    () => stopPersisting?.(),
  ]
  return () => {
    for (const stop of cleanups) stop()
    user = undefined
  }
}

export async function showOfflineCache(client: QueryClient): Promise<void> {
  const before = currentSession()
  if (before.status !== 'signed-in') return
  // The module may be unavailable offline.
  const module = await loadOfflineCache().catch(() => undefined)
  const now = currentSession()
  if (now.status === 'signed-in' && now.user.id === before.user.id)
    module?.restoreOfflineCache(client, now.user.id)
}
