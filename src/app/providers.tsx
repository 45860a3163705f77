import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from '@/app/query-client'
import { onToastWaiting } from '@/components/ui/toast'
import { currentSession, onSessionChange } from '@/entities/session/session'
import { afterInitialLoad } from '@/lib/after-initial-load'
import { isOffline, onConnectionChange } from '@/lib/connection'
import { browserStorage } from '@/lib/storage'
import { offlineCacheKey } from '@/lib/storage-keys'

type Props = { client?: QueryClient; children: ReactNode }

/** Offline, rendering waits for the offline cache. */
export function Providers({ client: given, children }: Props) {
  const [client] = useState(() => given ?? createQueryClient())
  const [ready, setReady] = useState(() => navigator.onLine)

  useEffect(() => bindCacheToUser(client), [client])
  useEffect(() => {
    if (!ready) void showOfflineCache(client).then(() => setReady(true))
  }, [client, ready])

  return (
    <QueryClientProvider client={client}>
      <BrowserRouter>{ready ? children : null}</BrowserRouter>
      <Toasts />
    </QueryClientProvider>
  )
}

/** Loaded on the first interaction or toast. Outside the app, as an open dialog hides that from screen readers. */
function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType>()

  useEffect(() => {
    if (Toaster) return
    const loadToaster = async () => {
      const found = await import('@/components/ui/toaster').then((m) => m.Toaster).catch(() => undefined)
      if (found) setToaster(() => found)
    }
    const stop = onToastWaiting(loadToaster)
    window.addEventListener('pointerdown', loadToaster)
    window.addEventListener('keydown', loadToaster)
    return () => {
      stop()
      window.removeEventListener('pointerdown', loadToaster)
      window.removeEventListener('keydown', loadToaster)
    }
  }, [Toaster])

  return Toaster ? createPortal(<Toaster />, document.body) : null
}

const loadOfflineCache = () => import('@/app/offline-cache')

/** Clears the caches when the user changes in any tab (D18), and persists queries. Returns the unsubscribe function. */
function bindCacheToUser(client: QueryClient): () => void {
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

async function showOfflineCache(client: QueryClient): Promise<void> {
  const before = currentSession()
  if (before.status !== 'signed-in') return
  // The module may be unavailable offline.
  const module = await loadOfflineCache().catch(() => undefined)
  const now = currentSession()
  if (now.status === 'signed-in' && now.user.id === before.user.id)
    module?.restoreOfflineCache(client, now.user.id)
}
