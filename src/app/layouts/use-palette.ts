import { useEffect, useState } from 'react'

/** Ctrl+K or Cmd+K, unless a dialog is open, whose input would be lost. */
export function usePalette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!document.querySelector('[role=dialog],dialog[open]')) setOpen(true)
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

export type PaletteState = ReturnType<typeof usePalette>
