import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { offlineCacheMs } from '@/lib/offline-cache'
import { offlineCacheKey } from '@/lib/storage-keys'

type Entry = DehydratedState['queries'][number]
type Stored = { version: number; person: string; entries: Entry[] }

/** Goes up when rows that are kept change their shape. */
const version = 2
const most = 40
const pause = 500

/** Puts what this person saw last into the cache, where the cache does not know better; to be read again where it can be. */
export function restoreOfflineCache(client: QueryClient, person: string) {
  const queries = read(person).map((entry) => ({
    ...entry,
    state: { ...entry.state, isInvalidated: true },
  }))
  hydrate(client, { mutations: [], queries }, { defaultOptions: { queries: { gcTime: offlineCacheMs } } })
}

/** Keeps every answer that is worth it, from now on and those that came before; returns the way to stop. */
export function persistOfflineCache(client: QueryClient, person: string): () => void {
  let timer = setTimeout(save, pause)
  let waiting = true

  function save() {
    waiting = false
    const { queries } = dehydrate(client, {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: ({ meta, state }) => meta?.kept === true && state.status === 'success',
    })
    write(person, queries)
  }

  const stop = client.getQueryCache().subscribe((event) => {
    if (waiting || event.type !== 'updated' || event.action.type !== 'success' || !event.query.meta?.kept)
      return
    waiting = true
    timer = setTimeout(save, pause)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** The entries of this person that are young enough; none of another person's, and none of another version. */
function read(person: string): Entry[] {
  try {
    const stored: Stored = JSON.parse(localStorage.getItem(offlineCacheKey) ?? 'null')
    if (stored?.version !== version || stored.person !== person) return []
    return stored.entries.filter(({ state }) => state.dataUpdatedAt > Date.now() - offlineCacheMs)
  } catch {
    return []
  }
}

/** Adds the new to what is stored; the pages of this visit are not all that was seen today. */
function write(person: string, fresh: Entry[]) {
  const byHash = new Map([...read(person), ...fresh].map((entry) => [entry.queryHash, entry]))
  const entries = [...byHash.values()]
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .slice(0, most)
  try {
    localStorage.setItem(offlineCacheKey, JSON.stringify({ version, person, entries } satisfies Stored))
  } catch {
    // A browser that cannot store it works as before: online.
  }
}
