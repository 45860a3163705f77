import type { CodeKind } from '@/entities/codes/code'
import { type ImportedCode, maxImportedCodes } from '@/entities/codes/import'
import { codeSchema, newCode } from '@/entities/codes/schemas'
import { readWhole } from '@/entities/shared/schemas'
import {
  type Columns,
  type CsvSchema,
  type CsvTable,
  codeColumn,
  expiresColumn,
  noteColumn,
  readCsv,
  usesColumn,
  valueColumn,
} from '@/lib/csv-lines'
import { formatCount, formatNumber } from '@/lib/format'
import { isDay, lastMomentOf } from '@/lib/local-time'
import { hiddenCharacter, nameCharacter } from '@/lib/text'

type LineProblem = { line: number; text: string }
export type CodeLines = {
  rows: { line: number; code: ImportedCode }[]
  bad: LineProblem[]
  duplicate: LineProblem[]
  table: CsvTable<Column>
  problem?: string
}

/** In characters: 10,000 lines with a note on each. */
export const maxText = 2_000_000

const columns = {
  code: codeColumn,
  value: valueColumn,
  expires: expiresColumn,
  uses: usesColumn,
  note: noteColumn,
}
const { value: _value, ...inviteColumns } = columns
type Column = keyof typeof columns
export const codeSchemas: Record<CodeKind, CsvSchema<Column>> = {
  token: columns,
  // Without values: the columns that there are.
  invite: inviteColumns as CsvSchema<Column>,
}
export type CodeColumns = Columns<Column>

export const countLines = ({ rows, bad, duplicate }: CodeLines) => rows.length + bad.length + duplicate.length

/** Columns by heading, or in the order that the dialog names; `value` is for lines without one. */
export function readCodes(kind: CodeKind, text: string, value: unknown, picked?: CodeColumns): CodeLines {
  const isLong = text.length > maxText
  const table = readCsv(isLong ? '' : text, codeSchemas[kind], picked)
  const problem = isLong
    ? `At most ${formatNumber(maxText)} characters at a time; these are ${formatNumber(text.length)}.`
    : (table.problem ??
      (table.rows.length > maxImportedCodes
        ? `At most ${formatCount(maxImportedCodes, 'line')} at a time; these are ${formatNumber(table.rows.length)}.`
        : undefined))
  const result: CodeLines = { rows: [], bad: [], duplicate: [], table, ...(problem && { problem }) }
  if (problem || !table.isSure) return result
  const width = table.heading
    ? table.first.findLastIndex((cell) => cell !== '') + 1
    : Object.keys(codeSchemas[kind]).length
  const first = new Map<string, number>()
  for (const row of table.rows) {
    const read = readLine(kind, row, width, value)
    const { line } = row
    const same = 'code' in read ? first.get(read.code.code) : undefined
    if ('text' in read) result.bad.push({ line, ...read })
    else if (same) result.duplicate.push({ line, text: `The same code as line ${formatNumber(same)}` })
    else {
      first.set(read.code.code, line)
      result.rows.push({ line, ...read })
    }
  }
  return result
}

function readLine(
  kind: CodeKind,
  { cells, values, flaw }: CsvTable<Column>['rows'][number],
  width: number,
  value: unknown,
): { code: ImportedCode } | { text: string } {
  if (cells.length > width)
    return { text: `${formatCount(cells.length, 'column')}, not ${formatNumber(width)}` }
  if (flaw) return { text: flaw }
  // Not left to the server: two lines may be one code without them.
  const hidden = hiddenCharacter(values.code ?? '')
  if (hidden) return { text: `Remove ${nameCharacter(hidden)}, which cannot be seen in a code.` }
  if (values.expires && !isDay(values.expires)) return { text: 'Expires: Write the date as 2027-12-31.' }
  const { success, data, error } = codeSchema('one').safeParse({
    ...newCode,
    code: values.code,
    token_value: values.value && kind === 'token' ? readWhole(values.value) : value,
    expires: values.expires,
    uses: values.uses ? readWhole(values.uses) : 1,
    note: values.note,
  })
  if (!success) return { text: shown(values.code, error.issues[0]) }
  const { code, token_value, expires, uses, note } = data
  return {
    code: {
      code,
      ...(kind === 'token' ? { token_value } : {}),
      max_uses: uses,
      expires_at: expires ? lastMomentOf(expires) : null,
      note: note || null,
    },
  }
}

const columnNames: Record<string, string> = {
  token_value: 'Value',
  uses: 'Uses',
  expires: 'Expires',
  note: 'Note',
}

function shown(code: string, issue: { path: PropertyKey[]; message: string } | undefined): string {
  if (!issue) return 'This line cannot be read.'
  if (!code) return 'No code'
  const column = columnNames[String(issue.path[0])]
  return column ? `${column}: ${issue.message}` : issue.message
}
