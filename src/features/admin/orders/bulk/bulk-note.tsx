import { useRef, useState } from 'react'
import { TextArea } from '@/components/form/text-field'
import { noteOrders } from '@/entities/orders/admin-detail'
import { hasVisible } from '@/lib/text'
import { DryRunDialog, type OperationDialogProps } from '@/widgets/operations/dry-run-dialog'
import { orderNoteTexts } from '@/widgets/operations/kinds'

export function BulkNote({ target, selected, onRun, onClose }: OperationDialogProps) {
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)

  function check(): boolean {
    const isWritten = hasVisible(note)
    setProblem(isWritten ? undefined : 'Enter a note.')
    if (!isWritten) field.current?.focus()
    return isWritten
  }

  return (
    <DryRunDialog
      texts={orderNoteTexts}
      selected={selected}
      call={noteOrders(target, note.trim())}
      check={check}
      focusFirst={field}
      onRun={onRun}
      onClose={onClose}
    >
      <TextArea
        ref={field}
        label="Internal note on each order"
        rows={2}
        maxLength={2000}
        error={problem}
        value={note}
        onChange={({ target: { value } }) => setNote(value)}
      />
    </DryRunDialog>
  )
}
