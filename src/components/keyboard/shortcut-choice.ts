import { useSyncExternalStore } from 'react'
import { browserStorage } from '@/lib/storage'
import { shortcutsStorageKey } from '@/lib/storage-keys'

const listeners = new Set<() => void>()

export function shortcutsAreOn(): boolean {
  return browserStorage.getItem(shortcutsStorageKey) !== 'off'
}

/** For people who dictate, or press keys unintentionally (WCAG 2.1.4). */
export function chooseShortcuts(on: boolean) {
  if (on) browserStorage.removeItem(shortcutsStorageKey)
  else browserStorage.setItem(shortcutsStorageKey, 'off')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useShortcutChoice(): boolean {
  return useSyncExternalStore(subscribe, shortcutsAreOn)
}
