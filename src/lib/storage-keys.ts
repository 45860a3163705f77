export const sessionStorageKey = 'guildhall-session'

/** Decision 18. */
export const offlineCacheKey = 'guildhall-offline-cache'

export const themeStorageKey = 'theme'

/** 'off' if single keys do nothing. */
export const shortcutsStorageKey = 'guildhall-shortcuts'
