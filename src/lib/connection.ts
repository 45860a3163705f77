let offline = false
const listeners = new Set<() => void>()

window.addEventListener('offline', () => set(true))
window.addEventListener('online', () => set(false))

function set(next: boolean) {
  if (offline === next) return
  offline = next
  for (const listener of listeners) listener()
}

/** Is this browser offline: it lost its network, or said at the start that it has none and a request proved it right. */
export function isOffline(): boolean {
  return offline
}

/** Calls back when the browser goes offline or comes back; returns the way to stop. */
export function onConnectionChange(callback: () => void): () => void {
  listeners.add(callback)
  return () => void listeners.delete(callback)
}

/** A request without a network. Its code keeps postgrest-js from trying it again for seven seconds. */
class UnpluggedError extends TypeError {
  readonly code = 'ABORT_ERR'
}

/**
 * `fetch`, which learns from its outcome: a browser without a network still reaches a server on the same machine,
 * so what the browser says of itself is not proof.
 */
export async function connectionAwareFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const unplugged = !navigator.onLine
  try {
    const response = await fetch(...request)
    if (unplugged) set(false)
    return response
  } catch (error) {
    if (!unplugged || navigator.onLine || request[1]?.signal?.aborted) throw error
    set(true)
    throw new UnpluggedError('No network', { cause: error })
  }
}
