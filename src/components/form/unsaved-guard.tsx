import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { guardHistory } from '@/components/dialog/open-dialogs'
import { isPlainClick } from '@/lib/keys'

const ConfirmDialog = lazyDialog(() =>
  import('@/components/dialog/confirm-dialog').then((m) => m.ConfirmDialog),
)

/** The router numbers the entries of the history. */
const entryIndex = () => Number(window.history.state?.idx ?? 0)

/** `param`: shows the form on its page; an address without it leaves the form. */
type Props = { isDirty: boolean; param?: string }

/** Asks before links, Back and closing the window leave a page with unsaved changes; tabs of the same page keep them. */
export function UnsavedGuard({ isDirty, param }: Props) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [target, setTarget] = useState<string>()
  const isAllowed = useRef(false)

  useEffect(() => {
    if (!isDirty) return
    const index = entryIndex()
    const isHere = (to: { pathname: string; search: string }) =>
      to.pathname === pathname && (!param || new URLSearchParams(to.search).has(param))
    /** Where Back or Forward led, on the way back from there. */
    let left: string | undefined

    function onClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (isAllowed.current || !link || link.target || !isPlainClick(event)) return
      if (link.origin !== window.location.origin || isHere(link)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setTarget(`${link.pathname}${link.search}${link.hash}`)
    }
    // The history has moved already: it returns, and the question is asked then, because a dialog has an entry of its own.
    function returnHere(): boolean {
      if (isAllowed.current) return false
      if (isHere(window.location)) {
        if (left !== undefined) setTarget(left)
        left = undefined
        return false
      }
      left = `${window.location.pathname}${window.location.search}${window.location.hash}`
      window.history.go(index - entryIndex())
      return true
    }
    const onBeforeUnload = (event: BeforeUnloadEvent) => isAllowed.current || event.preventDefault()

    document.addEventListener('click', onClick, { capture: true })
    const removeGuard = guardHistory(returnHere)
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => {
      document.removeEventListener('click', onClick, { capture: true })
      removeGuard()
      window.removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [isDirty, pathname, param])

  return target === undefined ? null : (
    <ConfirmDialog
      frame={{ title: 'Leave without saving?' }}
      title="Leave without saving?"
      question="What you have changed on this page is not saved."
      cancelLabel="Stay"
      confirmLabel="Leave"
      busyLabel="Leaving..."
      onConfirm={async () => {
        isAllowed.current = true
        navigate(target)
        return undefined
      }}
      onClose={() => setTarget(undefined)}
    />
  )
}
