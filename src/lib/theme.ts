import { browserStorage } from '@/lib/storage'
import { themeStorageKey as key } from '@/lib/storage-keys'

export type Theme = 'light' | 'system' | 'dark'

const listeners = new Set<() => void>()

export function currentTheme(): Theme {
  const stored = browserStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(theme: Theme) {
  if (theme === 'system') browserStorage.removeItem(key)
  else browserStorage.setItem(key, theme)
  applyTheme()
}

/** Called on changes in any tab; also on focus, as cleared storage fires no event. Returns the unsubscribe function. */
export function onThemeChange(callback: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === key || event.key === null) applyTheme()
  }
  listeners.add(callback)
  window.addEventListener('storage', follow)
  window.addEventListener('focus', applyTheme)
  return () => {
    listeners.delete(callback)
    window.removeEventListener('storage', follow)
    window.removeEventListener('focus', applyTheme)
  }
}

function applyTheme() {
  const theme = currentTheme()
  const { classList } = document.documentElement
  classList.toggle('light', theme === 'light')
  classList.toggle('dark', theme === 'dark')
  for (const listener of listeners) listener()
}
