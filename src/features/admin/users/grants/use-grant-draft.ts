import { useDeferredValue, useMemo, useState } from 'react'
import { type GrantRow, maxGranted } from '@/entities/profiles/grants'
import { type GrantType, reason as reasonSchema } from '@/entities/profiles/schemas'
import { readWhole, wholeNumber } from '@/entities/shared/schemas'
import { type GrantColumns, type GrantLines, readGrants } from './grant-lines'

export type GrantFile = { name: string; text: string }
type Errors = { each?: string; reason?: string }

export type Grant = { rows: GrantRow[]; numbers: number[]; type: GrantType; reason: string }

const eachSchema = wholeNumber(1, maxGranted, 'Enter a whole number from 1 to 1,000,000.')

/** Going back from the dry run keeps the draft. */
export function useGrantDraft(initialText: string) {
  const [type, setType] = useState<GrantType>('adjustment')
  const [each, setEach] = useState('')
  const [reason, setReason] = useState('')
  const [text, setText] = useState(initialText)
  const [file, setFile] = useState<GrantFile>()
  const [errors, setErrors] = useState<Errors>({})
  // Parsing 10,000 lines does not block typing.
  const read = useDeferredValue(file?.text ?? text)
  const [picked, setPicked] = useState<GrantColumns>()
  const lines = useMemo(() => readGrants(read, picked), [read, picked])

  /** Shows errors and returns undefined if the draft is invalid. */
  function check(): Grant | undefined {
    const found = validateGrants(lines, each, reason)
    setErrors(found)
    if (lines.problem || lines.rows.length === 0 || Object.values(found).some(Boolean)) return undefined
    const rows = lines.rows.map((row) =>
      row.tokens === '' && each.trim() !== '' ? { ...row, tokens: eachSchema.parse(readWhole(each)) } : row,
    )
    return { rows, numbers: lines.numbers, type, reason: reason.trim() }
  }

  return {
    fields: { type, each, reason, text, file },
    lines,
    errors,
    setType,
    setEach,
    setReason,
    setPicked,
    setText(next: string) {
      setText(next)
      setPicked(undefined)
    },
    setFile(next: GrantFile | undefined) {
      setFile(next)
      setPicked(undefined)
    },
    check,
  }
}

export type GrantDraft = ReturnType<typeof useGrantDraft>

function validateGrants({ rows }: GrantLines, each: string, reason: string): Errors {
  const needsReason = rows.some((row) => row.reason === undefined)
  const wrongReason = reasonSchema.safeParse(reason).error?.issues[0]?.message
  return {
    each: each.trim() === '' ? undefined : eachSchema.safeParse(readWhole(each)).error?.issues[0]?.message,
    reason: reason.trim() === '' && !needsReason ? undefined : wrongReason,
  }
}
