import type { CodeKind } from '@/entities/codes/code'
import { type ImportedCode, maxImportedCodes } from '@/entities/codes/import'
import { codeSchema, newCode } from '@/entities/codes/schemas'
import { readCsvLines } from '@/lib/csv-lines'
import { formatCount, formatNumber } from '@/lib/format'
import { isDay, lastMomentOf } from '@/lib/local-day'

type LineProblem = { line: number; text: string }
export type CodeLines = {
  rows: { line: number; code: ImportedCode }[]
  bad: LineProblem[]
  duplicate: LineProblem[]
  problem?: string
}

/** In characters: 10,000 lines with a note on each. */
export const maxText = 2_000_000

const headings = {
  code: /^codes?$/i,
  value: /^((token )?value|tokens?)$/i,
  expires: /^(expires|expiry|expires at)$/i,
  uses: /^(max )?uses$/i,
  note: /^notes?$/i,
}
type Column = keyof typeof headings
const names = Object.keys(headings) as Column[]
const orders: Record<CodeKind, Column[]> = {
  token: ['code', 'value', 'expires', 'uses', 'note'],
  invite: ['code', 'expires', 'uses', 'note'],
}

export const linesRead = ({ rows, bad, duplicate }: CodeLines) => rows.length + bad.length + duplicate.length

/** Columns by heading, or in the order that the dialog names; `value` is for lines without one. */
export function readCodes(kind: CodeKind, text: string, value: number): CodeLines {
  const refused = (problem: string): CodeLines => ({ rows: [], bad: [], duplicate: [], problem })
  if (text.length > maxText)
    return refused(
      `At most ${formatNumber(maxText)} characters at a time; these are ${formatNumber(text.length)}.`,
    )
  const { found, problem } = readCsvLines(text)
  if (problem) return refused(problem)
  const named = found[0]?.cells.map((cell) => names.find((name) => headings[name].test(cell.trim())))
  const columns = named?.includes('code') ? named : undefined
  const lines = columns ? found.slice(1) : found
  if (lines.length > maxImportedCodes)
    return refused(
      `At most ${formatCount(maxImportedCodes, 'line')} at a time; these are ${formatNumber(lines.length)}.`,
    )
  const order = columns ?? orders[kind]

  const result: CodeLines = { rows: [], bad: [], duplicate: [] }
  const first = new Map<string, number>()
  for (const { cells, line } of lines) {
    const read = readLine(kind, cells, order, value)
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
  cells: readonly string[],
  order: readonly (Column | undefined)[],
  value: number,
): { code: ImportedCode } | { text: string } {
  const cell = (name: Column) => (order.includes(name) ? (cells[order.indexOf(name)] ?? '').trim() : '')
  if (cells.length > order.length)
    return { text: `${formatCount(cells.length, 'column')}, not ${formatNumber(order.length)}` }
  if (cell('expires') && !isDay(cell('expires'))) return { text: 'Expires: Write the date as 2027-12-31.' }
  const { success, data, error } = codeSchema('one').safeParse({
    ...newCode,
    code: cell('code'),
    token_value: cell('value') && kind === 'token' ? numberOf(cell('value')) : value,
    expires: cell('expires'),
    uses: cell('uses') ? numberOf(cell('uses')) : 1,
    note: cell('note'),
  })
  if (!success) return { text: shown(cell('code'), error.issues[0]) }
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

const numberOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN)

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
