import { useState } from 'react'
import { CheckFooter } from '@/components/dialog/check-footer'
import { Dialog } from '@/components/dialog/dialog'
import type { OperationResult } from '@/entities/operations/operation'
import { formatCount } from '@/lib/format'
import { CheckedGrant } from './checked-grant'
import { GrantFields } from './grant-fields'
import { type Grant, useGrantDraft } from './use-grant-draft'

type Props = {
  text?: string
  onRun: (result: OperationResult) => void
  onClose: () => void
}

export function GrantTokens({ text = '', onRun, onClose }: Props) {
  const draft = useGrantDraft(text)
  const [checked, setChecked] = useState<Grant>()
  const { rows, problem } = draft.lines

  if (checked)
    return (
      <CheckedGrant
        grant={checked}
        onRun={(result) => {
          onRun(result)
          onClose()
        }}
        onBack={() => setChecked(undefined)}
      />
    )
  return (
    <Dialog
      wide
      title="Grant tokens"
      description="To the members of these lines, each found by email address."
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(draft.check())
      }}
      footer={
        <CheckFooter
          what={formatCount(rows.length, 'line')}
          disabled={rows.length === 0 || problem !== undefined}
          onCancel={onClose}
        />
      }
    >
      <GrantFields draft={draft} />
    </Dialog>
  )
}
