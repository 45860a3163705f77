import { useDeferredValue, useMemo, useState } from 'react'
import { CheckFooter } from '@/components/dialog/check-footer'
import { Dialog } from '@/components/dialog/dialog'
import { CsvColumns, LinesField } from '@/components/form/csv-file-field'
import { FormProblem } from '@/components/form/field'
import type { CodeKind } from '@/entities/codes/code'
import { maxImportedCodes, useTakenCodes } from '@/entities/codes/import'
import { readWhole, wholeNumber } from '@/entities/shared/schemas'
import { notAdmin } from '@/entities/shared/write-errors'
import { explainError } from '@/lib/errors'
import { formatCount, formatNumber } from '@/lib/format'
import { TokenValueField } from '../token-value-field'
import { CheckedImport } from './checked-import'
import { type CodeColumns, codeSchemas, countLines, maxText, readCodes } from './code-lines'

type Props = { kind: CodeKind; onClose: () => void; onCreated: () => void }

const hints: Record<CodeKind, string> = {
  token: 'One code a line, or columns code, value, expires (as 2027-12-31), uses and note.',
  invite: 'One code a line, or columns code, expires (as 2027-12-31), uses and note.',
}
const valueSchema = wholeNumber(1, 1000, 'Enter a whole number from 1 to 1000.')
const problems = {
  not_admin: notAdmin,
  network: 'The server did not respond. Please try again.',
}

export function ImportCodes({ kind, onClose, onCreated }: Props) {
  const [text, setText] = useState('')
  const [value, setValue] = useState('50')
  const [isChecked, setChecked] = useState(false)
  const taken = useTakenCodes(kind)
  const read = useDeferredValue(text)
  const [picked, setPicked] = useState<CodeColumns>()
  const worth = valueSchema.safeParse(readWhole(value))
  const lines = useMemo(() => readCodes(kind, read, readWhole(value), picked), [kind, read, value, picked])
  const count = countLines(lines)

  if (isChecked && taken.data)
    return (
      <CheckedImport
        kind={kind}
        lines={lines}
        taken={taken.data}
        onBack={() => setChecked(false)}
        onClose={onClose}
        onCreated={onCreated}
      />
    )
  return (
    <Dialog
      wide
      title="Import codes"
      description="Nothing is created before you have seen what would be."
      onClose={() => taken.isPending || onClose()}
      onSubmit={(event) => {
        event.preventDefault()
        if (count === 0 || taken.isPending || read !== text) return
        taken.mutate(
          lines.rows.map(({ code }) => code.code),
          { onSuccess: () => setChecked(true) },
        )
      }}
      footer={
        <CheckFooter
          what={formatCount(count, 'line')}
          disabled={count === 0}
          busy={taken.isPending}
          onCancel={onClose}
        />
      }
    >
      <LinesField
        label="Paste codes"
        hint={`${hints[kind]} ${formatNumber(count)} read.`}
        text={text}
        problem={lines.problem}
        maxLines={maxImportedCodes}
        maxText={maxText}
        onChange={(next) => {
          setText(next)
          setPicked(undefined)
        }}
      />
      <CsvColumns schema={codeSchemas[kind]} table={lines.table} onPick={setPicked} />
      {kind === 'token' ? (
        <TokenValueField
          hint="For lines without a value."
          error={value.trim() === '' ? undefined : worth.error?.issues[0]?.message}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
      ) : null}
      <FormProblem>
        {taken.isError ? (explainError(taken.error, problems) ?? 'The codes could not be checked.') : null}
      </FormProblem>
    </Dialog>
  )
}
