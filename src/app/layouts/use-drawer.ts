import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

const desk = '(min-width: 768px)'

/**
 * The drawer of a phone: open or not, and its keyboard. While it is open focus stays in `panel`, Escape closes it,
 * and closing gives focus back to what opened it. A navigation or a wider window closes it as well.
 */
export function useDrawer(panel: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(pathname)
  const opener = useRef<Element | null>(null)

  if (at !== pathname) {
    setAt(pathname)
    setOpen(false)
  }

  useEffect(() => {
    const side = panel.current
    if (!open || !side) return
    opener.current = document.activeElement
    side.querySelector<HTMLElement>('button, a')?.focus()
    document.documentElement.classList.add('overflow-hidden')

    function key(event: KeyboardEvent) {
      if (event.key === 'Escape') setOpen(false)
      if (event.key === 'Tab' && side) keepInside(side, event)
    }
    const close = () => setOpen(false)
    const wide = window.matchMedia?.(desk)
    document.addEventListener('keydown', key)
    wide?.addEventListener('change', close)
    return () => {
      document.documentElement.classList.remove('overflow-hidden')
      document.removeEventListener('keydown', key)
      wide?.removeEventListener('change', close)
      if (opener.current instanceof HTMLElement) opener.current.focus()
    }
  }, [open, panel])

  return { open, show: () => setOpen(true), close: () => setOpen(false) }
}

function keepInside(side: HTMLElement, event: KeyboardEvent) {
  const stops = [...side.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')]
  const last = stops.at(-1)
  const at = document.activeElement
  const leaves = event.shiftKey ? at === stops[0] : at === last
  if (!leaves && side.contains(at)) return
  event.preventDefault()
  ;(event.shiftKey ? last : stops[0])?.focus()
}
