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

/** The browser lost its network, or started without one and a request confirmed it. */
export function isOffline(): boolean {
  return offline
}

/** Returns the function that unsubscribes. */
export function onConnectionChange(callback: () => void): () => void {
  listeners.add(callback)
  return () => void listeners.delete(callback)
}

/** A request without a network. Its code keeps postgrest-js from retrying it for seven seconds. */
class UnpluggedError extends NetworkError {
  readonly code = 'ABORT_ERR'
}

/**
 * `fetch` that updates the connection state, and throws NetworkError without a response. `navigator.onLine` alone is no
 * proof: a browser without a network still reaches a server on the same machine.
 */
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
