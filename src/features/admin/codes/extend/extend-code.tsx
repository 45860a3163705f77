import { useRef, useState } from 'react'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { TextField } from '@/components/form/text-field'
import { toastSuccess } from '@/components/ui/toast'
import { extendProblems, useExtendCode } from '@/entities/codes/admin-mutations'
import type { Code, CodeKind } from '@/entities/codes/code'
import { explainError } from '@/lib/errors'
import { formatDate } from '@/lib/format'
import { dayInputValue, isDay, lastMomentOf } from '@/lib/local-time'

type Props = { kind: CodeKind; code: Pick<Code, 'id' | 'code' | 'expires_at'>; onClose: () => void }

const unread = 'Enter today or a later date.'

export function ExtendCode({ kind, code, onClose }: Props) {
  const { mutate, isPending } = useExtendCode(kind)
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()

  function save() {
    const day = field.current ? dayInputValue(field.current) : ''
    const until = isDay(day) ? lastMomentOf(day) : null
    if (day !== '' && (until === null || Date.parse(until) <= Date.now())) {
      setProblem(unread)
      field.current?.focus()
      return
    }
    setFailure(undefined)
    mutate(
      { id: code.id, until },
      {
        onSuccess: () => {
          toastSuccess(
            'Success',
            until ? `${code.code} works until ${formatDate(until)}` : `${code.code} no longer expires`,
          )
          onClose()
        },
        onError: (error) =>
          setFailure(explainError(error, extendProblems) ?? 'The code was not extended. Please try again.'),
      },
    )
  }

  return (
    <Dialog
      title={`Extend ${code.code}`}
      busy={isPending}
      onClose={onClose}
      onSubmit={() => {
        save()
      }}
      footer={
        <SubmitButtons busy={isPending} busyLabel="Extending...">
          Extend
        </SubmitButtons>
      }
    >
      <TextField
        ref={field}
        label="Expires"
        mark="(optional)"
        type="date"
        hint="The last day on which it works. Without a date it does not expire."
        error={problem}
        onChange={() => setProblem(undefined)}
      />
      <FormProblem>{failure}</FormProblem>
    </Dialog>
  )
}
