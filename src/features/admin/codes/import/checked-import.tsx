import { useState } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { LineReport } from '@/components/list/line-report'
import { Button } from '@/components/ui/button'
import { Fact, Sum } from '@/components/ui/sum'
import { toastSuccess } from '@/components/ui/toast'
import type { CodeKind } from '@/entities/codes/code'
import { importProblems, useImportCodes } from '@/entities/codes/import'
import { codeCreated } from '@/entities/codes/messages'
import { explainError } from '@/lib/errors'
import { formatCount, formatNumber, formatSigned } from '@/lib/format'
import { type CodeLines, countLines } from './code-lines'

type Props = {
  kind: CodeKind
  lines: CodeLines
  taken: ReadonlySet<number>
  onBack: () => void
  onClose: () => void
  onCreated: () => void
}

export function CheckedImport({ kind, lines, taken, onBack, onClose, onCreated }: Props) {
  const [batch] = useState(() => crypto.randomUUID())
  const save = useImportCodes(kind)
  const codes = lines.rows.filter((_, at) => !taken.has(at)).map(({ code }) => code)
  const existing = lines.rows
    .filter((_, at) => taken.has(at))
    .map(({ line }) => ({ line, text: 'This code already exists' }))
  const left = [...lines.bad, ...lines.duplicate, ...existing].toSorted((a, b) => a.line - b.line)
  const made = formatCount(codes.length, 'code')
  const tokens = codes.reduce((sum, { token_value = 0, max_uses }) => sum + token_value * max_uses, 0)
  const summaryPart = (name: string, { length }: readonly unknown[]) =>
    length > 0 ? [{ name, value: formatSigned(-length) }] : []

  return (
    <Dialog
      wide
      title={`${formatNumber(codes.length)} of ${formatCount(countLines(lines), 'line')} can be created`}
      description="Nothing has been created yet."
      onClose={() => save.isPending || onClose()}
      onSubmit={(event) => {
        event.preventDefault()
        if (save.isPending || codes.length === 0) return
        save.mutate(
          { batch, codes },
          {
            onSuccess: () => {
              toastSuccess('Success', `${codeCreated[kind]} (${made})`)
              onCreated()
            },
          },
        )
      }}
      footer={
        <>
          <Button variant="quiet" disabled={save.isPending} onClick={onBack}>
            Back
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={codes.length === 0}
            busy={save.isPending}
            busyLabel="Creating..."
          >
            Create {made}
          </Button>
        </>
      }
    >
      <Sum
        label="Lines"
        lines={[
          { name: 'Lines read', value: formatNumber(countLines(lines)) },
          ...summaryPart('Bad', lines.bad),
          ...summaryPart('Duplicate', lines.duplicate),
          ...summaryPart('Already exist', existing),
        ]}
        total={{ name: 'Will be created', value: formatNumber(codes.length) }}
      />
      {kind === 'token' && codes.length > 0 ? (
        <dl className="-mt-3">
          <Fact name="If all are used">{formatCount(tokens, 'token')} issued</Fact>
        </dl>
      ) : null}
      <LineReport lines={left} />
      <FormProblem>{save.isError ? explainError(save.error, importProblems) : null}</FormProblem>
    </Dialog>
  )
}
