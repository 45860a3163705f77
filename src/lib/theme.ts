import { browserStorage } from '@/lib/storage'
import { themeStorageKey as key } from '@/lib/storage-keys'

export type Theme = 'light' | 'system' | 'dark'

const listeners = new Set<() => void>()

/** What the person chose; 'system' when nothing. */
export function currentTheme(): Theme {
  const stored = browserStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Chooses a theme, remembers it and shows it. */
export function chooseTheme(theme: Theme) {
  if (theme === 'system') browserStorage.removeItem(key)
  else browserStorage.setItem(key, theme)
  show()
}

/**
 * Calls back when the choice changes, in this tab or in another; returns the way to stop. Storage that was cleared here,
 * which no event tells, is noticed when the window is focused again.
 */
export function onThemeChange(callback: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === key || event.key === null) show()
  }
  listeners.add(callback)
  window.addEventListener('storage', follow)
  window.addEventListener('focus', show)
  return () => {
    listeners.delete(callback)
    window.removeEventListener('storage', follow)
    window.removeEventListener('focus', show)
  }
}

function show() {
  const theme = currentTheme()
  const { classList } = document.documentElement
  classList.toggle('light', theme === 'light')
  classList.toggle('dark', theme === 'dark')
  for (const listener of listeners) listener()
}
