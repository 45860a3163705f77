export const sessionStorageKey = 'guildhall-session'

/** What a member sees offline, for a day. */
export const offlineCacheKey = 'guildhall-offline-cache'

export const themeStorageKey = 'theme'

/** 'off' if single keys do nothing. */
export const shortcutsStorageKey = 'guildhall-shortcuts'
