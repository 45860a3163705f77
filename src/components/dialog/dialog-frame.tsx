import clsx from 'clsx'
import { X } from 'lucide-react'
import { createContext, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '@/components/ui/button'
import { isComposing } from '@/lib/keys'
import { useLayer } from './open-dialogs'

/** On desktop; on phones dialogs are bottom sheets, and drawers fill the screen. */
export type DialogShape = {
  wide?: boolean
  side?: boolean
  /** 520 px at the right; its body scrolls between head and footer. */
  drawer?: boolean
  /** On phones a sheet of full height: where content loads, a sheet as high as its content would move its head (P4). */
  tall?: boolean
}

/** Leaves room above a sheet for a toast. */
export function scrimStyle({ side, drawer }: DialogShape): string {
  if (drawer)
    return 'fixed inset-0 z-60 grid animate-[fade-in_160ms] justify-items-end overflow-hidden bg-scrim short:overflow-auto'
  return clsx(
    'fixed inset-0 z-60 grid animate-[fade-in_160ms] place-items-center overflow-auto bg-scrim p-6 max-md:items-end max-md:p-0 max-md:pt-26 short:auto-rows-max short:p-0',
    side && 'md:justify-items-end md:p-0 md:pl-12',
  )
}

/** In a short window, the scrim scrolls the dialog as a whole. */
const whole = 'short:!h-auto short:!max-h-none short:min-h-dvh short:!overflow-visible'

export function boxStyle({ wide, side, drawer, tall }: DialogShape): string {
  if (drawer) {
    return `${whole} relative flex h-dvh w-full flex-col overflow-hidden bg-surface-raised shadow-float outline-none transition-[translate] duration-200 starting:translate-x-6 md:max-w-[520px] md:rounded-l [&>.dialog-body]:overflow-auto short:[&>.dialog-body]:overflow-visible`
  }
  return clsx(
    whole,
    tall && 'max-md:flex max-md:h-dvh max-md:flex-col',
    'relative w-full rounded bg-surface-raised shadow-float outline-none max-md:max-h-[calc(100dvh-6.5rem)] max-md:overflow-auto max-md:rounded-b-none',
    'animate-[rise-in_180ms_cubic-bezier(.2,.7,.2,1)] max-md:animate-[sheet-in_180ms_cubic-bezier(.2,.7,.2,1)]',
    side
      ? 'flex flex-col md:h-dvh md:max-w-[880px] md:overflow-auto md:rounded-r-none'
      : wide
        ? 'md:max-w-[640px]'
        : 'md:max-w-[520px]',
  )
}

export const dialogParts = {
  head: 'pt-6 pr-16 pl-7 [overflow-wrap:anywhere] max-md:pt-5 max-md:pl-5',
  title: 'text-lg font-semibold tracking-[-.012em]',
  // Scrolls what is focused, and the error below it, above the footer.
  body: 'dialog-body [&_:is(a,button,input,select,textarea)]:scroll-mb-[8.5rem] short:[&_:is(a,button,input,select,textarea)]:scroll-mb-4 grid flex-1 content-start gap-5 px-7 pt-5 pb-6 max-md:px-5 max-md:pt-4 max-md:pb-5',
  close: 'absolute top-[18px] right-4 max-md:top-3 max-md:right-2',
}

type Props = DialogShape & {
  title: ReactNode
  onClose: () => void
  busy?: boolean
  children: ReactNode
}

/** In ms, how long the frame has been shown: the content continues its entrance animation. */
export const FrameShownContext = createContext(0)

/** Shown while a dialog's code loads; without Radix, so pages can import it. */
export function DialogFrame({ title, wide, side, drawer, tall, onClose, busy, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useLayer(onClose)

  useLayoutEffect(() => {
    const opener = document.activeElement
    const page = document.getElementById('root')
    box.current?.focus()
    // Not before the frame is painted: it recalculates the style of the whole page.
    const timer = setTimeout(() => {
      if (page) page.inert = true
    }, 50)
    return () => {
      clearTimeout(timer)
      if (page) page.inert = false
      // The dialog that replaces this frame must find the opener focused, to return the focus there.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])

  return createPortal(
    <div className={scrimStyle({ side, drawer })}>
      <div
        ref={box}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-busy={busy || undefined}
        tabIndex={-1}
        className={boxStyle({ wide, side, drawer, tall })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isComposing(event.nativeEvent)) onClose()
        }}
      >
        <div className={dialogParts.head}>
          <h2 id={titleId} className={dialogParts.title}>
            {title}
          </h2>
        </div>
        <div className={dialogParts.body}>{children}</div>
        <IconButton aria-label="Close" icon={<X />} className={dialogParts.close} onClick={onClose} />
      </div>
    </div>,
    document.body,
  )
}
