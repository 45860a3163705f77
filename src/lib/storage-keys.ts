/** The key under which this browser keeps the session. */
export const sessionStorageKey = 'guildhall-session'

/** The key of the chosen theme. */
export const themeStorageKey = 'theme'
