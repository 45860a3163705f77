import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { offlineCacheMs } from '@/lib/offline-cache'
import { offlineCacheKey } from '@/lib/storage-keys'

type Entry = DehydratedState['queries'][number]
type Stored = { version: number; userId: string; entries: Entry[] }

/** Increment when the shape of stored rows changes. */
const version = 5
const maxEntries = 40
const delayMs = 500

/** Restores them as stale, without overwriting newer data. */
export function restoreOfflineCache(client: QueryClient, userId: string) {
  const queries = readEntries(userId).map((entry) => ({
    ...entry,
    state: { ...entry.state, isInvalidated: true },
  }))
  hydrate(client, { mutations: [], queries }, { defaultOptions: { queries: { gcTime: offlineCacheMs } } })
}

/** Stores queries with `meta.storedOffline` as they succeed; returns the unsubscribe function. */
export function persistOfflineCache(client: QueryClient, userId: string): () => void {
  let timer = setTimeout(save, delayMs)
  let isWaiting = true

  function save() {
    isWaiting = false
    const { queries } = dehydrate(client, {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: ({ meta, state }) => meta?.storedOffline === true && state.status === 'success',
    })
    writeEntries(userId, queries)
  }

  const stop = client.getQueryCache().subscribe((event) => {
    if (
      isWaiting ||
      event.type !== 'updated' ||
      event.action.type !== 'success' ||
      !event.query.meta?.storedOffline
    )
      return
    isWaiting = true
    timer = setTimeout(save, delayMs)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

function readEntries(userId: string): Entry[] {
  try {
    const stored: Stored = JSON.parse(localStorage.getItem(offlineCacheKey) ?? 'null')
    if (stored?.version !== version || stored.userId !== userId) return []
    return stored.entries.filter(({ state }) => state.dataUpdatedAt > Date.now() - offlineCacheMs)
  } catch {
    return []
  }
}

/** The stored entries may be from earlier visits. */
function writeEntries(userId: string, newEntries: Entry[]) {
  const byHash = new Map([...readEntries(userId), ...newEntries].map((entry) => [entry.queryHash, entry]))
  const entries = [...byHash.values()]
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .slice(0, maxEntries)
  try {
    localStorage.setItem(offlineCacheKey, JSON.stringify({ version, userId, entries } satisfies Stored))
  } catch {
    // Without storage the app works online only.
  }
}
