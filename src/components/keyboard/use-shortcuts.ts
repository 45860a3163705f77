import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { isDialogOpen } from '@/components/dialog/open-dialogs'
import { isComposing, letterOf } from '@/lib/keys'
import { browserStorage } from '@/lib/storage'
import { shortcutsStorageKey } from '@/lib/storage-keys'

const listeners = new Set<() => void>()

function shortcutsAreOn(): boolean {
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

/** 'x', 'Shift+X', '?', 'g 1' (a sequence). Returning false leaves the key to the browser. */
export type Shortcuts = Record<string, ((event: KeyboardEvent) => unknown) | undefined>

const sequenceMs = 1_000
const typing =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="alertdialog"]'
const inDialog = '[role="dialog"], dialog'

/**
 * Active on the whole page, except while typing, in a dialog, or with Ctrl, Alt or Cmd.
 * @param isOfDialog active in a dialog instead, unless something is open above it.
 */
export function useShortcuts(shortcuts: Shortcuts, isOfDialog = false) {
  const run = useEffectEvent((name: string, event: KeyboardEvent) => {
    const isDone = shortcuts[name] !== undefined && shortcuts[name](event) !== false
    if (isDone) event.preventDefault()
    return isDone
  })

  useEffect(() => {
    let first = { name: '', at: 0 }
    function handleKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey)
        return
      if (event.target instanceof Element && event.target.closest(typing)) return
      if (!isOfDialog && event.target instanceof Element && event.target.closest(inDialog)) return
      if (isDialogOpen(isOfDialog ? 1 : 0)) return
      if (!shortcutsAreOn() && event.key !== '?') return
      const name = nameOf(event)
      const sequence = Date.now() - first.at < sequenceMs ? `${first.name} ${name}` : name
      first = { name, at: Date.now() }
      if (!run(sequence, event)) run(name, event)
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [isOfDialog])
}

/** Uses the position of digits as well: AZERTY. */
function nameOf(event: KeyboardEvent): string {
  const { key, code, shiftKey } = event
  const letter = letterOf(event)
  if (letter) return shiftKey ? `Shift+${letter.toUpperCase()}` : letter
  const digit = shiftKey ? undefined : /^Digit(\d)$/.exec(code)?.[1]
  return digit ?? key
}
