import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { addHistoryGuard } from '@/components/dialog/open-dialogs'
import { isPlainClick } from '@/lib/keys'

const ConfirmDialog = lazyDialog(() =>
  import('@/components/dialog/confirm-dialog').then((m) => m.ConfirmDialog),
)

/** The router numbers the entries of the history. */
const entryIndex = () => Number(window.history.state?.idx ?? 0)

/** `param`: shows the form on its page; an address without it leaves the form. */
type Props = { isDirty: boolean; param?: string }

/** Asks before links, what is marked `data-leaves`, Back and closing the window leave unsaved changes; tabs of the same page keep them. */
export function UnsavedGuard({ isDirty, param }: Props) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [pendingLeave, setPendingLeave] = useState<{ go: () => void }>()
  const isAllowed = useRef(false)

  useEffect(() => {
    if (!isDirty) return
    const index = entryIndex()
    const isHere = (to: { pathname: string; search: string }) =>
      to.pathname === pathname && (!param || new URLSearchParams(to.search).has(param))
    /** Where Back or Forward led, on the way back from there. */
    let left: string | undefined

    function onClick(event: MouseEvent) {
      const control =
        event.target instanceof Element ? event.target.closest<HTMLElement>('a, [data-leaves]') : null
      if (isAllowed.current || !control || !isPlainClick(event)) return
      if (control instanceof HTMLAnchorElement)
        if (control.target || control.origin !== window.location.origin || isHere(control)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      // As if nobody had asked: the search or panel that it is in closes.
      setPendingLeave({ go: () => control.click() })
    }
    // The history has moved already: it returns, and the question is asked then, because a dialog has an entry of its own.
    function returnHere(): boolean {
      if (isAllowed.current) return false
      if (isHere(window.location)) {
        const to = left
        if (to !== undefined) setPendingLeave({ go: () => navigate(to) })
        left = undefined
        return false
      }
      left = `${window.location.pathname}${window.location.search}${window.location.hash}`
      window.history.go(index - entryIndex())
      return true
    }
    const onBeforeUnload = (event: BeforeUnloadEvent) => isAllowed.current || event.preventDefault()

    document.addEventListener('click', onClick, { capture: true })
    const removeGuard = addHistoryGuard(returnHere)
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => {
      document.removeEventListener('click', onClick, { capture: true })
      removeGuard()
      window.removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [isDirty, pathname, param, navigate])

  return pendingLeave === undefined ? null : (
    <ConfirmDialog
      frame={{ title: 'Leave without saving?' }}
      title="Leave without saving?"
      message="What you have changed on this page is not saved."
      cancelLabel="Stay"
      confirmLabel="Leave"
      busyLabel="Leaving..."
      onConfirm={async () => {
        isAllowed.current = true
        pendingLeave.go()
      }}
      onClose={() => setPendingLeave(undefined)}
    />
  )
}
