import * as Radix from '@radix-ui/react-dialog'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, useRef } from 'react'
import { IconButton } from './icon-button'

type Props = {
  title: ReactNode
  description?: ReactNode
  /** Closed by the cross, Escape, the scrim; the caller unmounts the dialog or sets `open` to false. */
  onClose: () => void
  open?: boolean
  wide?: boolean
  /** On a desk a sheet along the right edge, for more than a dialog holds. */
  side?: boolean
  /** Makes body and footer one form. Then the scrim does not close it: what was typed would be lost. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** What has the focus at first, where the first control would do something if it were pressed. */
  focusFirst?: RefObject<HTMLElement | null>
  /** The ruled footer with the buttons, the primary one last. */
  footer?: ReactNode
  children: ReactNode
}

/** A dialog on a desk, a sheet from below on a phone. Traps focus and gives it back. Import it lazily (it brings Radix). */
export function Dialog({
  title,
  description,
  onClose,
  open = true,
  wide,
  side,
  onSubmit,
  focusFirst,
  footer,
  children,
}: Props) {
  const opener = useRef<Element | null>(null)

  function giveFocusBack(event: Event) {
    event.preventDefault()
    const home = opener.current
    if (home instanceof HTMLElement) home.focus()
    // The opener is gone, what was done here disabled it, or there was none.
    if (document.activeElement !== home || home === document.body) document.getElementById('main')?.focus()
  }

  const inside = (
    <>
      <div className="grid flex-1 content-start gap-5 px-7 pt-5 pb-6 max-md:px-5 max-md:pt-4 max-md:pb-5">
        {children}
      </div>
      {footer ? (
        <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-2.5 rounded-b border-t border-line bg-surface-raised px-7 py-4 max-md:rounded-none max-md:px-5 max-md:pt-3 max-md:pb-[calc(1rem+env(safe-area-inset-bottom))] max-md:[&>button]:flex-1">
          {footer}
        </div>
      ) : null}
    </>
  )
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          className={clsx(
            'fixed inset-0 z-60 grid animate-[fade-in_160ms] place-items-center overflow-auto bg-scrim p-6 max-md:items-end max-md:p-0 max-md:pt-12',
            side && 'md:justify-items-end md:p-0 md:pl-12',
          )}
        >
          <Radix.Content
            className={clsx(
              'relative w-full animate-[rise-in_180ms_cubic-bezier(.2,.7,.2,1)] rounded bg-surface-raised shadow-float outline-none max-md:max-h-[calc(100dvh-3rem)] max-md:animate-[sheet-in_180ms_cubic-bezier(.2,.7,.2,1)] max-md:overflow-auto max-md:rounded-b-none',
              side
                ? 'flex flex-col md:h-dvh md:max-w-[880px] md:overflow-auto md:rounded-r-none'
                : wide
                  ? 'md:max-w-[640px]'
                  : 'md:max-w-[520px]',
            )}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              opener.current = document.activeElement
              if (!focusFirst?.current) return
              event.preventDefault()
              focusFirst.current.focus()
            }}
            onCloseAutoFocus={giveFocusBack}
            onPointerDownOutside={(event) => {
              const { target } = event.detail.originalEvent
              const onNotice = target instanceof Element && target.closest('[data-notices]')
              if (onSubmit || onNotice) event.preventDefault()
            }}
          >
            <div className="pt-6 pr-16 pl-7 max-md:pt-5 max-md:pl-5">
              <Radix.Title className="text-lg font-semibold tracking-[-.012em]">{title}</Radix.Title>
              {description ? (
                <Radix.Description className="mt-1 text-ink-muted">{description}</Radix.Description>
              ) : null}
            </div>
            {onSubmit ? (
              <form noValidate onSubmit={onSubmit}>
                {inside}
              </form>
            ) : (
              inside
            )}
            <Radix.Close asChild>
              <IconButton
                aria-label="Close"
                icon={<X />}
                className="absolute top-[18px] right-4 max-md:top-3 max-md:right-2"
              />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
