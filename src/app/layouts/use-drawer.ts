import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { addLayer } from '@/components/dialog/open-dialogs'
import { onToast } from '@/components/ui/toast'
import { afterInitialLoad } from '@/lib/after-initial-load'

const desktop = '(min-width: 768px)'

/** Modal; closed by its links, its backdrop, a navigation, a wider window, a dialog, or a toast, which it would cover. */
export function useDrawer() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [rendered, setRendered] = useState(false)
  const { pathname } = useLocation()
  const shownAt = useRef(pathname)
  const removeLayer = useRef<() => void>(undefined)
  const close = () => dialog.current?.close()

  useEffect(() => {
    if (shownAt.current !== pathname) dialog.current?.close()
    shownAt.current = pathname
  }, [pathname])

  useEffect(() => {
    // Ahead of the click, on phones only.
    if (window.matchMedia?.(desktop).matches === false) void afterInitialLoad().then(() => setRendered(true))
  }, [])

  useEffect(() => {
    const element = dialog.current
    const wide = window.matchMedia?.(desktop)
    const closeDialog = () => element?.close()
    function closeOnClick({ target }: Event) {
      if (target === element || (target as Element).closest('a, [data-leaves-drawer]')) closeDialog()
    }
    const onClosed = () => removeLayer.current?.()
    element?.addEventListener('click', closeOnClick)
    element?.addEventListener('close', onClosed)
    wide?.addEventListener('change', closeDialog)
    const stop = onToast(closeDialog)
    return () => {
      stop()
      onClosed()
      element?.removeEventListener('click', closeOnClick)
      element?.removeEventListener('close', onClosed)
      wide?.removeEventListener('change', closeDialog)
    }
  }, [])

  function open() {
    // Rendered before it is shown, because the dialog focuses its first link.
    flushSync(() => setRendered(true))
    dialog.current?.showModal()
    removeLayer.current = addLayer(close)
  }
  return { dialog, rendered, open, close }
}
