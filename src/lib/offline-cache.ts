/** Stored responses expire after a day. */
export const offlineCacheMs = 86_400_000

/** Query options: stores the last response for offline use; for small data of the member only. */
export function offlineCacheOptions(condition = true) {
  return condition ? { gcTime: offlineCacheMs, meta: { storedOffline: true } } : {}
}
