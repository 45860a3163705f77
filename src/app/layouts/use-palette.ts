import { useEffect, useState } from 'react'
import { isDialogOpen } from '@/components/dialog/open-dialogs'
import { letterOf } from '@/lib/keys'

/** Ctrl+K or Cmd+K, unless a dialog is open, whose input would be lost. */
export function usePalette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (letterOf(event) !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return
      event.preventDefault()
      if (!isDialogOpen()) setOpen(true)
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

export type PaletteState = ReturnType<typeof usePalette>
