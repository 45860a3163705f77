import { type GrantRow, maxGrants } from '@/entities/profiles/grants'
import { readWhole } from '@/entities/shared/schemas'
import {
  type Columns,
  type CsvTable,
  emailColumn,
  readCsv,
  reasonColumn,
  tokensColumn,
} from '@/lib/csv-lines'
import { formatCount, formatNumber } from '@/lib/format'

/** Columns email, tokens and reason, in this order or named by a heading; the reason may be left out. */
export const grantSchema = {
  email: emailColumn,
  tokens: { ...tokensColumn, required: false, wanted: true },
  reason: reasonColumn,
}
export type GrantColumns = Columns<keyof typeof grantSchema>

/** `numbers` are those of the lines that the rows begin on. */
export type GrantLines = {
  rows: GrantRow[]
  numbers: number[]
  heading: boolean
  table: CsvTable<keyof typeof grantSchema>
  problem?: string
}

/** In characters: 10,000 lines with a reason on each. */
export const maxGrantText = 2_000_000
/** One more than any column allows, so that a truncated cell is never valid. */
const maxCell = 321

export function readGrants(text: string, picked?: GrantColumns): GrantLines {
  const isLong = text.length > maxGrantText
  const table = readCsv(isLong ? '' : text, grantSchema, picked)
  const { heading, isSure } = table
  const problem = isLong
    ? `At most ${formatNumber(maxGrantText)} characters at a time; these are ${formatNumber(text.length)}.`
    : (table.problem ?? problemIn(table))
  const rows = problem || !isSure ? [] : table.rows
  return {
    rows: rows.map(({ values }) => rowOf(values)),
    numbers: rows.map(({ line }) => line),
    heading,
    table,
    ...(problem && { problem }),
  }
}

function problemIn({ rows, heading, first, isSure }: GrantLines['table']): string | undefined {
  if (rows.length > maxGrants)
    return `At most ${formatCount(maxGrants, 'line')} at a time; these are ${formatNumber(rows.length)}.`
  const width = heading ? first.findLastIndex((cell) => cell !== '') + 1 : 3
  const crowded = isSure && rows.find(({ cells }) => cells.length > width)
  if (crowded)
    return `Line ${formatNumber(crowded.line)} has ${formatCount(crowded.cells.length, 'column')}, not ${width}. Put a reason that has a comma in quotation marks.`
  const flawed = rows.find(({ flaw }) => flaw)
  return flawed && `Line ${formatNumber(flawed.line)}: ${flawed.flaw}.`
}

function rowOf(values: Record<keyof typeof grantSchema, string>): GrantRow {
  const [email, tokens, reason] = [values.email, values.tokens, values.reason].map((cell) =>
    cell.slice(0, maxCell),
  ) as [string, string, string]
  const read = readWhole(tokens)
  return {
    email,
    // The dry run reports anything else.
    tokens: typeof read === 'number' && read >= 0 && read < 1e9 ? read : tokens,
    ...(reason ? { reason } : {}),
  }
}
