/** How long the last answers are kept for an offline browser: a day. */
export const offlineCacheMs = 86_400_000

/**
 * For the options of a query whose last answer may be shown offline (decision 18): small, and the member's own.
 * `condition` narrows it to the pages that are worth it.
 */
export function cachedOffline(condition = true) {
  return condition ? { gcTime: offlineCacheMs, meta: { kept: true } } : {}
}
