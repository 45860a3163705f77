import { useRef, useState } from 'react'
import { TextField } from '@/components/form/text-field'
import { revokeCodes } from '@/entities/codes/admin-mutations'
import type { CodeKind } from '@/entities/codes/code'
import { revokeReason } from '@/entities/codes/schemas'
import type { OperationResult, OperationTarget } from '@/entities/operations/operation'
import { DryRunDialog } from '@/widgets/operations/dry-run-dialog'
import { codeRevocationTexts } from '@/widgets/operations/kinds'

type Props = {
  kind: CodeKind
  target: OperationTarget
  selected: number
  code?: string
  onRun: (result: OperationResult) => void
  onClose: () => void
}

export function RevokeCodes({ kind, target, selected, code, onRun, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  function check(): boolean {
    const { success, error } = revokeReason.safeParse(reason)
    setProblem(error?.issues[0]?.message)
    if (!success) field.current?.focus()
    return success
  }

  return (
    <DryRunDialog
      texts={codeRevocationTexts(kind, code)}
      selected={selected}
      call={revokeCodes(kind, target, reason)}
      danger
      cancelLabel={code ? 'Keep code' : 'Keep codes'}
      check={check}
      onRun={onRun}
      onClose={onClose}
    >
      <p className="text-ink-2">
        {code ? 'It stops' : 'They stop'} working at once. Once undo has closed, a revoked code cannot be
        brought back; you can create it again under another word.
      </p>
      <TextField
        ref={field}
        label="Reason"
        hint="Only admins see this."
        value={reason}
        error={problem}
        maxLength={200}
        onChange={({ target: { value } }) => {
          setReason(value)
          setProblem(undefined)
        }}
      />
    </DryRunDialog>
  )
}
