export const sessionStorageKey = 'guildhall-session'

/** Decision 18. */
export const offlineCacheKey = 'guildhall-offline-cache'

export const themeStorageKey = 'theme'
