import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { isPlainClick } from '@/lib/plain-click'

const ConfirmDialog = lazyDialog(() =>
  import('@/components/dialog/confirm-dialog').then((m) => m.ConfirmDialog),
)

/** The router numbers the entries of the history. */
const entryIndex = () => Number(window.history.state?.idx ?? 0)

/** Asks before links, Back and closing the window leave a page with unsaved changes; tabs of the same page keep them. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [leave, setLeave] = useState<() => void>()
  const isAllowed = useRef(false)

  useEffect(() => {
    if (!isDirty) return
    const index = entryIndex()
    let isReturning = false

    function onClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (
        isAllowed.current ||
        !link ||
        link.target ||
        link.origin !== window.location.origin ||
        !isPlainClick(event)
      )
        return
      if (link.pathname === pathname) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setLeave(() => () => navigate(`${link.pathname}${link.search}${link.hash}`))
    }
    /** Has already gone back: returns, and goes again once it may. */
    function onPopState(event: PopStateEvent) {
      if (isAllowed.current) return
      if (isReturning || window.location.pathname === pathname) {
        isReturning = false
        return
      }
      event.stopImmediatePropagation()
      const steps = entryIndex() - index
      isReturning = true
      window.history.go(-steps)
      setLeave(() => () => window.history.go(steps))
    }
    const onBeforeUnload = (event: BeforeUnloadEvent) => isAllowed.current || event.preventDefault()

    document.addEventListener('click', onClick, { capture: true })
    window.addEventListener('popstate', onPopState, { capture: true })
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => {
      document.removeEventListener('click', onClick, { capture: true })
      window.removeEventListener('popstate', onPopState, { capture: true })
      window.removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [isDirty, pathname, navigate])

  return leave ? (
    <ConfirmDialog
      frame={{ title: 'Leave without saving?' }}
      title="Leave without saving?"
      question="What you have changed on this page is not saved."
      cancelLabel="Stay"
      confirmLabel="Leave"
      busyLabel="Leaving..."
      onConfirm={async () => {
        isAllowed.current = true
        leave()
        return undefined
      }}
      onClose={() => setLeave(undefined)}
    />
  ) : null
}
