/** The key under which this browser keeps the session. */
export const sessionStorageKey = 'guildhall-session'

/** Where this browser keeps what its person saw last (decision 18). */
export const offlineCacheKey = 'guildhall-offline-cache'

/** The key of the chosen theme. */
export const themeStorageKey = 'theme'
