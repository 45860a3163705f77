import { type ReactNode, useRef, useState } from 'react'
import { FormProblem } from '@/components/form/field'
import { WithName } from '@/components/ui/with-name'
import { Dialog, SubmitButtons } from './dialog'

type Props = {
  title: string
  /** Isolated as <bdi>. */
  name?: string
  message: string
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  variant?: 'danger' | 'primary'
  busyLabel: string
  /** Validates the children; nothing is confirmed while it returns false. */
  check?: () => boolean
  /** Closes the dialog, unless it throws. */
  onConfirm: () => Promise<unknown>
  /** The text for an error that `onConfirm` has thrown. */
  problem?: (error: unknown) => string
  onClose: () => void
  focusAfter?: () => HTMLElement | null
}

/** Open until `onConfirm` settles. Import with `lazyDialog` (uses Radix). */
export function ConfirmDialog({
  title,
  name,
  message,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  variant = 'danger',
  busyLabel,
  check,
  onConfirm,
  problem,
  onClose,
  focusAfter,
}: Props) {
  const [wasConfirmed, setWasConfirmed] = useState(false)
  const [failure, setFailure] = useState<string>()
  // A second click may come before the first one renders.
  const running = useRef(false)

  async function confirm() {
    if (running.current || check?.() === false) return
    running.current = true
    setWasConfirmed(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(problem?.(error) ?? 'Something went wrong. Please try again.')
    }
    running.current = false
    setWasConfirmed(false)
  }

  return (
    <Dialog
      title={<WithName text={title} name={name} />}
      busy={wasConfirmed}
      onClose={onClose}
      focusAfter={focusAfter}
      footer={
        <SubmitButtons
          cancel={cancelLabel}
          variant={variant}
          busy={wasConfirmed}
          busyLabel={busyLabel}
          onClick={confirm}
        >
          {confirmLabel}
        </SubmitButtons>
      }
    >
      <p className="text-ink-2">
        <WithName text={message} name={name} />
      </p>
      {children}
      <FormProblem>{failure}</FormProblem>
    </Dialog>
  )
}
