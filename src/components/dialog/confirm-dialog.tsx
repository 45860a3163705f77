import { type ReactNode, useRef, useState } from 'react'
import { FormProblem } from '@/components/form/form-problem'
import { Button } from '@/components/ui/button'
import { WithName } from '@/components/ui/with-name'
import { Dialog } from './dialog'

type Props = {
  title: string
  /** A name that the title or the question holds. */
  name?: string
  /** The question, word for word. */
  question: string
  /** What else to know before answering. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  variant?: 'danger' | 'primary'
  busyLabel: string
  /** Does it. Resolves to the sentence that says why it failed, or to nothing: then the dialog closes. */
  onConfirm: () => Promise<string | undefined>
  onClose: () => void
  /** See Dialog. */
  focusAfter?: () => HTMLElement | null
}

/** Asks before something of weight. From the press on it stays until that is done. Import it lazily (it brings Radix). */
export function ConfirmDialog({
  title,
  name,
  question,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  variant = 'danger',
  busyLabel,
  onConfirm,
  onClose,
  focusAfter,
}: Props) {
  const [pressed, setPressed] = useState(false)
  const [problem, setProblem] = useState<string>()
  // A second press may come before the first one is rendered.
  const running = useRef(false)
  const leave = () => running.current || onClose()

  async function confirm() {
    if (running.current) return
    running.current = true
    setPressed(true)
    setProblem(undefined)
    const failure = await onConfirm()
    running.current = false
    setPressed(false)
    if (failure === undefined) onClose()
    else setProblem(failure)
  }

  return (
    <Dialog
      title={<WithName text={title} name={name} />}
      onClose={leave}
      focusAfter={focusAfter}
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
      <p className="text-ink-2">
        <WithName text={question} name={name} />
      </p>
      {children}
      <FormProblem>{problem}</FormProblem>
    </Dialog>
  )
}
