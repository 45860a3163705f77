import { Button } from './ui/button'
import { Dialog } from './ui/dialog'

type Props = {
  title: string
  /** The question, word for word. */
  question: string
  confirmLabel: string
  cancelLabel?: string
  busy?: boolean
  busyLabel?: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone. Import it lazily (it brings Radix). */
export function ConfirmDialog({
  title,
  question,
  confirmLabel,
  cancelLabel = 'Cancel',
  busy,
  busyLabel,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant="danger" busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{question}</p>
    </Dialog>
  )
}
