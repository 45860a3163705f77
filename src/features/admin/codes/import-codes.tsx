import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { ImportDialog, useImportDraft } from '@/components/import/import-dialog'
import { ImportPreview } from '@/components/import/import-preview'
import { Fact } from '@/components/ui/sum'
import { toastSuccess } from '@/components/ui/toast'
import {
  type ImportedCode,
  importProblems,
  maxImportedCodes,
  useImportCodes,
  useTakenCodes,
} from '@/entities/codes/admin-mutations'
import type { CodeKind } from '@/entities/codes/code'
import { codeCreated } from '@/entities/codes/messages'
import { importedCode, tokenValue } from '@/entities/codes/schemas'
import { readWhole } from '@/entities/shared/schemas'
import { notAdmin } from '@/entities/shared/write-errors'
import {
  codeColumn,
  expiresColumn,
  noteColumn,
  statusColumn,
  usesColumn,
  valueColumn,
} from '@/lib/csv-headings'
import { maskMiddle } from '@/lib/csv-lines'
import { explainError } from '@/lib/errors'
import { formatCount, formatDate, formatNumber } from '@/lib/format'
import type { CsvSchema, RefusedLine } from '@/lib/read-csv'
import { TokenValueField } from './create/new-code-fields'

type Props = { kind: CodeKind; onClose: () => void; onCreated: () => void }

const columns = {
  code: codeColumn,
  value: valueColumn,
  expires: expiresColumn,
  uses: usesColumn,
  note: noteColumn,
  status: statusColumn,
}
const { value: _value, ...inviteColumns } = columns

/** Columns by heading, or in the order that the dialog names; `value` is for lines without one. */
export function codeImport(kind: CodeKind, value: string): CsvSchema<keyof typeof columns, ImportedCode> {
  return {
    // Invite codes have no value.
    columns: kind === 'token' ? columns : (inviteColumns as typeof columns),
    row: importedCode(kind, readWhole(value)),
    keyOf: ({ code }) => code,
    noun: 'code',
    maxLines: maxImportedCodes,
    // 10,000 lines with a note on each, or of an export.
    maxText: 4_000_000,
  }
}

const hints: Record<CodeKind, string> = {
  token: 'One code a line, or columns code, value, expires (as 2027-12-31), uses and note.',
  invite: 'One code a line, or columns code, expires (as 2027-12-31), uses and note.',
}
const problems = { not_admin: notAdmin, network: 'The server did not respond. Please try again.' }

export function ImportCodes({ kind, onClose, onCreated }: Props) {
  const [value, setValue] = useState('50')
  const draft = useImportDraft(useMemo(() => codeImport(kind, value), [kind, value]))
  const [isChecked, setChecked] = useState(false)
  const taken = useTakenCodes(kind)
  const wrongValue = z.safeParse(tokenValue, readWhole(value)).error?.issues[0]?.message
  const { rows, refused, lines } = draft.table

  if (isChecked && taken.data) {
    const existing = taken.data
    const left = rows.flatMap(({ line, row }, at) =>
      existing.has(at) ? [{ line, value: maskMiddle(row.code), reason: 'This code already exists' }] : [],
    )
    return (
      <CheckedCodes
        kind={kind}
        count={lines.length}
        rows={rows.filter((_, at) => !existing.has(at))}
        refused={[...refused, ...left].toSorted((a, b) => a.line - b.line)}
        onBack={() => setChecked(false)}
        onClose={onClose}
        onCreated={onCreated}
      />
    )
  }
  return (
    <ImportDialog
      title="Import codes"
      description="Nothing is created before you have seen what would be."
      label="Paste codes"
      hint={hints[kind]}
      draft={draft}
      busy={taken.isPending}
      problem={
        taken.isError ? (explainError(taken.error, problems) ?? 'The codes could not be checked.') : null
      }
      onCheck={() =>
        taken.mutate(
          rows.map(({ row }) => row.code),
          { onSuccess: () => setChecked(true) },
        )
      }
      onClose={onClose}
    >
      {kind === 'token' ? (
        <TokenValueField
          hint="For lines without a value."
          error={value.trim() === '' ? undefined : wrongValue}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
      ) : null}
    </ImportDialog>
  )
}

type CheckedProps = Props & {
  count: number
  rows: readonly { line: number; row: ImportedCode }[]
  refused: readonly RefusedLine[]
  onBack: () => void
}

function CheckedCodes({ kind, count, rows, refused, onBack, onClose, onCreated }: CheckedProps) {
  const [batch] = useState(() => crypto.randomUUID())
  const save = useImportCodes(kind)
  const made = formatCount(rows.length, 'code')
  const tokens = rows.reduce((sum, { row: { token_value = 0, max_uses } }) => sum + token_value * max_uses, 0)
  return (
    <Dialog
      wide
      title={`${formatNumber(rows.length)} of ${formatCount(count, 'line')} can be created`}
      description="Nothing has been created yet."
      isDirty
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (save.isPending || rows.length === 0) return
        save.mutate(
          { batch, codes: rows.map(({ row }) => row) },
          {
            onSuccess: () => {
              toastSuccess('Success', `${codeCreated[kind]} (${made})`)
              onCreated()
            },
          },
        )
      }}
      footer={
        <SubmitButtons
          cancel="Back"
          onCancel={onBack}
          disabled={rows.length === 0}
          busy={save.isPending}
          busyLabel="Creating..."
        >
          Create {made}
        </SubmitButtons>
      }
    >
      <ImportPreview
        count={count}
        total={{ name: 'Will be created', value: rows.length }}
        refused={refused}
        used={{
          title: `${made}, masked in the middle`,
          heads: ['Code', ...(kind === 'token' ? ['Value'] : []), 'Uses', 'Expires', 'Note'],
          rows: rows.map(({ line, row: { code, token_value = 0, max_uses, expires_at, note } }) => ({
            line,
            cells: [
              maskMiddle(code),
              ...(kind === 'token' ? [formatNumber(token_value)] : []),
              formatNumber(max_uses),
              expires_at ? formatDate(expires_at) : 'No expiry',
              note ?? '',
            ],
          })),
        }}
      >
        {kind === 'token' && rows.length > 0 ? (
          <Fact name="If all are used">{formatCount(tokens, 'token')} issued</Fact>
        ) : null}
      </ImportPreview>
      <FormProblem>{save.isError ? explainError(save.error, importProblems) : null}</FormProblem>
    </Dialog>
  )
}
