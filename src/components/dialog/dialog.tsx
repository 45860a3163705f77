import * as Radix from '@radix-ui/react-dialog'
import clsx from 'clsx'
import { X } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useContext,
  useRef,
  useState,
} from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { isComposing } from '@/lib/keys'
import { boxStyle, type DialogShape, dialogParts, FrameShownContext, scrimStyle } from './dialog-frame'
import { useLayer } from './open-dialogs'
import { useChanges } from './use-changes'

type Props = DialogShape & {
  title: ReactNode
  description?: ReactNode
  /** The caller unmounts the dialog. */
  onClose: () => void
  /** Makes body and footer one form. A click on the scrim closes neither a form nor what was changed. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** Whether leaving would lose what the fields do not show. */
  isDirty?: boolean
  /** While something is being sent, nothing closes the dialog. */
  busy?: boolean
  /** Initial focus, if not the first control. */
  focusFirst?: RefObject<HTMLElement | null>
  /** Focused on close instead of the opener. */
  focusAfter?: () => HTMLElement | null
  footer?: ReactNode
  children: ReactNode
}

/** Leaves a dialog, for another one as well: asks first if something in it was changed. */
export const LeaveContext = createContext<(go: () => void) => void>((go) => go())

const CloseContext = createContext<{ busy: boolean; onClose: () => void }>({
  busy: false,
  onClose: () => undefined,
})

type CancelProps = { ref?: Ref<HTMLButtonElement>; onClick?: () => void; children?: ReactNode }

/** Closes its dialog without asking, or does `onClick`, except while the dialog is busy. */
export function CancelButton({ ref, onClick, children = 'Cancel' }: CancelProps) {
  const { busy, onClose } = useContext(CloseContext)
  return (
    <Button
      ref={ref}
      variant="quiet"
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : (onClick ?? onClose)}
    >
      {children}
    </Button>
  )
}

type SubmitProps = ComponentProps<typeof Button> & { cancel?: string; onCancel?: () => void }

/** A footer: Cancel, and the button that does `onClick` or submits the form. */
export function SubmitButtons({ cancel, onCancel, ...button }: SubmitProps) {
  return (
    <>
      <CancelButton onClick={onCancel}>{cancel}</CancelButton>
      <Button type={button.onClick ? 'button' : 'submit'} variant="primary" {...button} />
    </>
  )
}

/** Below the padding of a scrim that scrolls, where the rows behind it would show. */
function footerStyle({ side, drawer }: DialogShape): string {
  return clsx(
    'sticky bottom-0 short:static flex flex-wrap items-center justify-end gap-2.5 rounded-b border-t border-line bg-surface-raised px-7 py-4 max-md:rounded-none max-md:px-5 max-md:pt-3 max-md:pb-[calc(1rem+env(safe-area-inset-bottom))] max-md:[&>button]:flex-1',
    !side && !drawer && 'md:-bottom-6',
  )
}

/** A bottom sheet on phones. Open with `lazyDialog` (uses Radix). */
export function Dialog({
  title,
  description,
  onClose,
  wide,
  side,
  drawer,
  tall,
  onSubmit,
  isDirty = false,
  busy = false,
  focusFirst,
  focusAfter,
  footer,
  children,
}: Props) {
  const opener = useRef<Element | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const shownFor = useContext(FrameShownContext)
  const style = shownFor ? { animationDelay: `-${Math.round(shownFor)}ms` } : undefined
  const changes = useChanges(box)
  const isUnsaved = () => isDirty || changes.hasAny()
  const [pendingLeave, setPendingLeave] = useState<{ go: () => void }>()
  const leave = (go: () => void) =>
    pendingLeave ? setPendingLeave(undefined) : isUnsaved() ? setPendingLeave({ go }) : go()
  const close = () => busy || leave(onClose)
  useLayer(close)

  // The second click of a double click is meant for the opener, whatever it hits.
  const wasClicked = useRef(false)
  function refuseSecondClick(event: MouseEvent) {
    if (event.detail > 1 && !wasClicked.current) {
      event.preventDefault()
      event.stopPropagation()
    } else wasClicked.current = true
  }

  function takeFocus(event: Event) {
    opener.current = document.activeElement
    // On a touch screen, focusing a field would open the keyboard over the content.
    const first = focusFirst?.current ?? (isTouch() ? box.current : undefined)
    if (!first) return requestAnimationFrame(showFocused)
    event.preventDefault()
    first.focus()
  }

  function restoreFocus(event: Event) {
    event.preventDefault()
    const home = focusAfter?.() ?? opener.current
    if (home instanceof HTMLElement) home.focus()
    // The opener is gone or disabled, or there was none.
    if (document.activeElement !== home || home === document.body) document.getElementById('main')?.focus()
  }

  const inside = (
    <CloseContext value={{ busy, onClose }}>
      <div className={dialogParts.body}>
        <FrameShownContext value={0}>
          <LeaveContext value={leave}>{children}</LeaveContext>
        </FrameShownContext>
      </div>
      {pendingLeave ? (
        <div role="alertdialog" aria-label="Discard your changes?" className={footerStyle({ side, drawer })}>
          <p className="mr-auto font-semibold">Discard your changes?</p>
          <Button ref={(button) => button?.focus()} onClick={() => setPendingLeave(undefined)}>
            Keep it
          </Button>
          <Button variant="danger" onClick={pendingLeave.go}>
            Discard
          </Button>
        </div>
      ) : null}
      {footer ? (
        <div hidden={pendingLeave !== undefined} className={footerStyle({ side, drawer })}>
          {footer}
        </div>
      ) : null}
    </CloseContext>
  )
  return (
    <Radix.Root open onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay
          className={scrimStyle({ side, drawer })}
          style={style}
          onMouseDown={(event) => {
            const onScrim = event.target === event.currentTarget
            if (onScrim && event.button === 0 && event.detail === 1 && !onSubmit && !isUnsaved()) close()
          }}
        >
          <Radix.Content
            ref={box}
            className={boxStyle({ wide, side, drawer, tall })}
            style={style}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onEscapeKeyDown={(event) => isComposing(event) && event.preventDefault()}
            onClickCapture={refuseSecondClick}
            onFocusCapture={changes.remember}
            onPointerDownCapture={changes.remember}
            onKeyDownCapture={changes.remember}
            onKeyUp={({ key }) => key === 'Tab' && showFocused()}
            onInput={({ target }) => changes.add(target)}
            onOpenAutoFocus={takeFocus}
            onCloseAutoFocus={restoreFocus}
            onPointerDownOutside={(event) => event.preventDefault()}
          >
            <div className={dialogParts.head}>
              <Radix.Title className={dialogParts.title}>{title}</Radix.Title>
              {description ? (
                <Radix.Description className="mt-1 text-ink-muted">{description}</Radix.Description>
              ) : null}
            </div>
            {onSubmit ? (
              <form
                noValidate
                onSubmit={(event) => {
                  event.preventDefault()
                  onSubmit(event)
                }}
              >
                {inside}
              </form>
            ) : (
              inside
            )}
            <Radix.Close asChild>
              <IconButton aria-label="Close" icon={<X />} className={dialogParts.close} />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Radix does not scroll when it moves the focus to the first control, and browsers scroll to where a footer covers it. */
const showFocused = () => document.activeElement?.scrollIntoView({ block: 'nearest' })

function isTouch(): boolean {
  return window.matchMedia?.('(pointer: coarse)').matches ?? false
}
