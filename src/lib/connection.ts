import { NetworkError, toNetworkError } from '@/lib/errors'

let offline = false
const listeners = new Set<() => void>()

window.addEventListener('offline', () => set(true))
window.addEventListener('online', () => set(false))

function set(next: boolean) {
  if (offline === next) return
  offline = next
  for (const listener of listeners) listener()
}

/** The browser went offline, or started offline and a request confirmed it. */
export function isOffline(): boolean {
  return offline
}

export function onConnectionChange(callback: () => void): () => void {
  listeners.add(callback)
  return () => void listeners.delete(callback)
}

/** Its code stops postgrest-js from retrying for seven seconds. */
class UnpluggedError extends NetworkError {
  readonly code = 'ABORT_ERR'
}

/** Tracks the connection state. `navigator.onLine` is no proof: offline, a server on the same machine still responds. */
export async function connectionAwareFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const unplugged = !navigator.onLine
  try {
    const response = await fetch(...request)
    if (unplugged) set(false)
    return response
  } catch (error) {
    if (!unplugged || navigator.onLine || request[1]?.signal?.aborted) throw toNetworkError(error)
    set(true)
    throw new UnpluggedError('No network', { cause: error })
  }
}
