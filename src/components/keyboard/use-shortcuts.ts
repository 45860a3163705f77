import { useEffect, useEffectEvent } from 'react'
import { isDialogOpen } from '@/components/dialog/open-dialogs'
import { shortcutsAreOn } from './shortcut-choice'

/** 'x', 'Shift+X', '?', 'g 1' (a sequence). Returning false leaves the key to the browser. */
export type Shortcuts = Record<string, ((event: KeyboardEvent) => unknown) | undefined>

const sequenceMs = 1_000
const typing =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], dialog'

/** Active on the whole page, except while typing, in a dialog, or with Ctrl, Alt or Cmd. */
export function useShortcuts(shortcuts: Shortcuts) {
  const run = useEffectEvent((name: string, event: KeyboardEvent) => {
    const isDone = shortcuts[name] !== undefined && shortcuts[name](event) !== false
    if (isDone) event.preventDefault()
    return isDone
  })

  useEffect(() => {
    let first = { name: '', at: 0 }
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
        return
      if (event.target instanceof Element && event.target.closest(typing)) return
      if (isDialogOpen()) return
      if (!shortcutsAreOn() && event.key !== '?') return
      const name = nameOf(event)
      const sequence = Date.now() - first.at < sequenceMs ? `${first.name} ${name}` : name
      first = { name, at: Date.now() }
      if (run(sequence, event) || run(name, event)) first = { name: '', at: 0 }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Uses the key's position if the layout has another letter or digit there: Cyrillic, AZERTY. */
function nameOf({ key, code, shiftKey }: KeyboardEvent): string {
  const letter = /^[a-z]$/i.test(key) ? key : /[^ -~]/.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  if (letter) return shiftKey ? `Shift+${letter.toUpperCase()}` : letter.toLowerCase()
  const digit = shiftKey ? undefined : /^Digit(\d)$/.exec(code)?.[1]
  return digit ?? key
}
