import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { Coin } from '@/components/domain/token-amount'
import { SelectField } from '@/components/form/select-field'
import { NumberField, TextField } from '@/components/form/text-field'
import { ImportDialog, useImportDraft } from '@/components/import/import-dialog'
import { RefusedLines } from '@/components/import/import-preview'
import { QueryState } from '@/components/list/query-state'
import type { OperationCall, OperationResult } from '@/entities/operations/operation'
import { useOperationRows } from '@/entities/operations/recent'
import { type GrantRow, grantTokens, maxGranted, maxGrants } from '@/entities/profiles/admin-mutations'
import { type GrantType, reason as reasonSchema } from '@/entities/profiles/schemas'
import { emailCell, wholeCell } from '@/entities/shared/csv-cell'
import { plainText, readWhole, wholeNumber } from '@/entities/shared/schemas'
import { emailColumn, reasonColumn, tokensColumn } from '@/lib/csv-headings'
import type { RefusedLine } from '@/lib/read-csv'
import { DryRunDialog } from '@/widgets/operations/dry-run-dialog'
import { lineProblems, tokenGrantTexts } from '@/widgets/operations/kinds'

type Props = { text?: string; onRun: (result: OperationResult) => void; onClose: () => void }

const tokens = wholeNumber(1, maxGranted, 'Enter a whole number from 1 to 1,000,000.')

/** Columns email, tokens and reason, in this order or named by a heading; `each` is for lines without a number. */
const grantSchema = (each: string) => ({
  columns: {
    email: emailColumn,
    tokens: { ...tokensColumn, required: false, expected: true },
    reason: reasonColumn,
  },
  row: z.object({
    email: emailCell,
    tokens: wholeCell(tokens, readWhole(each)),
    reason: plainText({ maxLength: 200 }),
  }),
  noun: 'address',
  maxLines: maxGrants,
  // 10,000 lines with a reason on each.
  maxText: 2_000_000,
})

export function GrantTokens({ text = '', onRun, onClose }: Props) {
  const [type, setType] = useState<GrantType>('adjustment')
  const [each, setEach] = useState('')
  const [reason, setReason] = useState('')
  const given = reason.trim()
  const draft = useImportDraft(
    useMemo(() => grantSchema(each), [each]),
    text,
  )
  const { rows, refused } = draft.table
  const [step, setStep] = useState<'edited' | 'refused' | 'checked'>('edited')
  const needsReason = step === 'refused' && rows.some(({ row }) => row.reason === '')
  const wrongReason =
    given === '' && !needsReason ? undefined : reasonSchema.safeParse(given).error?.issues[0]?.message
  const wrongEach =
    each.trim() === '' ? undefined : tokens.safeParse(readWhole(each)).error?.issues[0]?.message

  if (step === 'checked')
    return (
      <CheckedGrant
        rows={rows}
        refused={refused}
        type={type}
        reason={given}
        onRun={(result) => {
          onRun(result)
          onClose()
        }}
        onBack={() => setStep('edited')}
      />
    )
  return (
    <ImportDialog
      title="Grant tokens"
      description="To the members of these lines, each found by email address."
      label="Paste lines"
      hint="email, tokens, reason."
      draft={draft}
      onCheck={() => {
        const isReady =
          !wrongReason && !wrongEach && (given !== '' || rows.every(({ row }) => row.reason !== ''))
        setStep(isReady ? 'checked' : 'refused')
      }}
      onClose={onClose}
    >
      <div className="grid gap-5 md:grid-cols-2">
        <SelectField
          label="Type"
          value={type}
          onChange={({ target }) => setType(target.value === 'purchase' ? 'purchase' : 'adjustment')}
          options={{ adjustment: 'Adjustment', purchase: 'Purchase' }}
        />
        <NumberField
          label="Tokens each"
          mark="(optional)"
          adornment={<Coin className="size-[18px]" />}
          hint="For lines without a number."
          error={wrongEach}
          value={each}
          onChange={({ target }) => setEach(target.value)}
        />
      </div>
      <TextField
        label="Reason"
        autoComplete="off"
        hint="Shown to the members. A line can have its own. At most 200 characters."
        error={wrongReason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ImportDialog>
  )
}

type CheckedProps = {
  rows: readonly { line: number; row: GrantRow }[]
  refused: readonly RefusedLine[]
  type: GrantType
  reason: string
  onRun: (result: OperationResult) => void
  onBack: () => void
}

function CheckedGrant({ rows, refused, type, reason, onRun, onBack }: CheckedProps) {
  const [counted, setCounted] = useState<OperationResult>()
  const grantRows = grantTokens(
    rows.map(({ row }) => row),
    type,
    reason,
  )
  const call: OperationCall = async (request) => {
    const result = await grantRows(request)
    if (request.dryRun) setCounted(result)
    return result
  }

  return (
    <DryRunDialog
      texts={tokenGrantTexts}
      selected={rows.length}
      call={call}
      cancelLabel="Back"
      onRun={onRun}
      onClose={onBack}
    >
      {counted && counted.skipped.length > 0 ? (
        <Skipped operationId={counted.operation_id} rows={rows} refused={refused} />
      ) : (
        <RefusedLines lines={refused} />
      )}
    </DryRunDialog>
  )
}

type SkippedProps = Pick<CheckedProps, 'rows' | 'refused'> & { operationId: string }

function Skipped({ operationId, rows, refused }: SkippedProps) {
  const skipped = useOperationRows(operationId, 'skipped')
  return (
    <QueryState
      query={skipped}
      pending={null}
      error={{ title: 'The lines could not be listed.', safe: 'Nothing was changed.' }}
    >
      {(data) => {
        const lines = data.map(({ position, reason }) => {
          const { line = position, row } = rows[position - 1] ?? {}
          return { line, value: row?.email ?? '', reason: lineProblems[reason ?? ''] ?? reason ?? '' }
        })
        return <RefusedLines lines={[...refused, ...lines].toSorted((a, b) => a.line - b.line)} />
      }}
    </QueryState>
  )
}
