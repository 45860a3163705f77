import clsx from 'clsx'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type FocusEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { useIsDialogOpen } from '@/components/dialog/open-dialogs'
import { receiveToasts, type Toast } from '@/components/ui/toast'

/** sonner removes the outline of its focusable toasts. */
const ring = 'rounded focus-visible:!outline-2 focus-visible:!outline-solid focus-visible:!outline-focus'

type ShownToast = Pick<Toast, 'at' | 'page'> & { id: string; isError: boolean }

const isPhone = () => window.innerWidth < 768

function onResize(changed: () => void) {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** Bottom right; on phones one at a time, at the bottom, or above an open sheet. Loaded on first use (sonner). */
export function Toaster() {
  const previousFocus = useRef<EventTarget | null>(null)
  const shownToasts = useRef(new Map<string, ShownToast>())
  const onPhone = useSyncExternalStore(onResize, isPhone)
  const aboveSheet = useIsDialogOpen() && onPhone

  useEffect(() => {
    const { current: byContent } = shownToasts

    function dismiss(content: string) {
      const entry = byContent.get(content)
      if (entry) toast.dismiss(entry.id)
      byContent.delete(content)
    }
    function dismissByHand(content: string) {
      dismiss(content)
      const { current } = previousFocus
      const target = current instanceof HTMLElement && current.isConnected ? current : null
      ;(target ?? document.getElementById('main'))?.focus({ preventScroll: true })
    }
    return receiveToasts({
      show({ at, page, ...message }) {
        const content = JSON.stringify(message)
        // Never an earlier id: sonner would remove the new toast with the old one if that is just closing.
        const id = byContent.get(content)?.id ?? crypto.randomUUID()
        const forget = () => void (byContent.get(content)?.id === id && byContent.delete(content))
        byContent.set(content, { id, at, page, isError: message.kind === 'error' })
        toast.custom(() => <ToastCard {...message} onDismiss={() => dismissByHand(content)} />, {
          id,
          duration: message.kind === 'error' ? Number.POSITIVE_INFINITY : message.action ? 10_000 : 6000,
          onAutoClose: forget,
          onDismiss: forget,
        })
      },
      forgetErrors(isOld) {
        for (const [content, entry] of byContent) if (entry.isError && isOld(entry)) dismiss(content)
      },
    })
  }, [])

  // Hidden from sonner, which would return the focus: Tab would never leave a toast.
  function trackFocus(event: FocusEvent) {
    event.stopPropagation()
    if (!event.currentTarget.contains(event.relatedTarget)) previousFocus.current = event.relatedTarget
  }

  return (
    <div data-toasts onFocusCapture={trackFocus} onBlurCapture={(event) => event.stopPropagation()}>
      <Sonner
        // Otherwise each rendering reads it from the style of the page, which lays the page out (P13).
        dir="ltr"
        position={aboveSheet ? 'top-right' : 'bottom-right'}
        offset={{ top: 8, right: 24, bottom: 24 }}
        mobileOffset={{ top: 8, right: 16, bottom: 'calc(16px + env(safe-area-inset-bottom))', left: 16 }}
        gap={12}
        visibleToasts={onPhone ? 1 : 5}
        expand={!onPhone}
        toastOptions={{ className: ring }}
      />
    </div>
  )
}

function ToastCard({
  kind,
  title,
  description,
  detail,
  action,
  onDismiss,
}: Omit<Toast, 'at' | 'page'> & { onDismiss: () => void }) {
  const isError = kind === 'error'
  return (
    <div
      className={clsx(
        'pointer-events-auto flex gap-3 rounded py-3.5 pr-3 pl-4 font-sans text-sm shadow-float md:w-[380px]',
        isError ? 'bg-danger text-on-danger' : 'bg-toast text-on-toast',
      )}
    >
      {isError ? (
        <CircleAlert className="mt-px" />
      ) : kind === 'success' ? (
        <CircleCheck className="mt-px text-toast-mark" />
      ) : (
        <Info className="mt-px text-toast-mark" />
      )}
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-semibold">{title}</p>
        {description ? <p className={isError ? undefined : 'text-on-toast-muted'}>{description}</p> : null}
        {detail ? <p className={isError ? undefined : 'text-on-toast-muted'}>{detail}</p> : null}
        {action ? (
          <button
            type="button"
            onClick={() => {
              onDismiss()
              action.onClick()
            }}
            className="hit-area mt-1.5 font-semibold underline decoration-1 underline-offset-3 outline-current"
          >
            {action.label}
          </button>
        ) : null}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onDismiss}
        className="-mt-1 grid size-7 flex-none place-items-center rounded-md outline-current max-md:-my-3 max-md:-mr-2 max-md:size-11"
      >
        <X className="size-4" />
      </button>
    </div>
  )
}
