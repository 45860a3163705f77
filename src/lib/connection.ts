let offline = false
const listeners = new Set<() => void>()

window.addEventListener('offline', () => setOffline(true))
window.addEventListener('online', () => setOffline(false))

/** For `lib/fetch`, whose requests show what the browser's events do not. */
export function setOffline(next: boolean) {
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
