import { useState } from 'react'
import { Button } from './ui/button'
import { Dialog } from './ui/dialog'

type Props = {
  title: string
  /** The question, word for word. */
  question: string
  confirmLabel: string
  cancelLabel?: string
  variant?: 'danger' | 'primary'
  busyLabel: string
  /** Does it, once, and ends with `onClose`, whatever comes of it. */
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something of weight. From the press on it stays until that is done. Import it lazily (it brings Radix). */
export function ConfirmDialog({
  title,
  question,
  confirmLabel,
  cancelLabel = 'Cancel',
  variant = 'danger',
  busyLabel,
  onConfirm,
  onClose,
}: Props) {
  // A mutation says that it is pending a moment after it began: a second key in that moment must find nothing to press.
  const [pressed, setPressed] = useState(false)
  const leave = () => pressed || onClose()

  function confirm() {
    setPressed(true)
    onConfirm()
  }

  return (
    <Dialog
      title={title}
      onClose={leave}
      footer={
        <>
          <Button variant="quiet" onClick={leave}>
            {cancelLabel}
          </Button>
          <Button variant={variant} busy={pressed} busyLabel={busyLabel} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{question}</p>
    </Dialog>
  )
}
