import { type GrantRow, maxGrants } from '@/entities/profiles/grants'
import { readCsvLines } from '@/lib/csv-lines'
import { formatCount, formatNumber } from '@/lib/format'

/** `numbers` are those of the lines that the rows begin on. */
export type GrantLines = { rows: GrantRow[]; numbers: number[]; heading: boolean; problem?: string }

/** In characters: 10,000 lines with a reason on each. */
export const maxGrantText = 2_000_000

/** One more than any column allows, so that a truncated cell is never valid. */
const maxCell = 321
const headings = {
  email: /^e-?mails?( address)?$/i,
  tokens: /^(tokens?|amount)$/i,
  reason: /^(reason|note)$/i,
}
type Column = keyof typeof headings

/** Columns email, tokens and reason, in this order or named by a heading; the reason may be left out. */
export function readGrants(text: string): GrantLines {
  const nothing = { rows: [], numbers: [], heading: false }
  if (text.length > maxGrantText)
    return {
      ...nothing,
      problem: `At most ${formatNumber(maxGrantText)} characters at a time; these are ${formatNumber(text.length)}.`,
    }
  const { found, problem } = readCsvLines(text)
  if (problem) return { ...nothing, problem }
  const [first] = found
  const columns = first && columnsOf(first.cells)
  const rows = columns ? found.slice(1) : found
  if (columns && !columns.includes('email'))
    return { ...nothing, problem: 'The heading has no column "email".' }
  if (columns && !columns.includes('tokens'))
    return { ...nothing, problem: 'The heading has no column "tokens".' }
  if (rows.length > maxGrants)
    return {
      ...nothing,
      problem: `At most ${formatCount(maxGrants, 'line')} at a time; these are ${formatNumber(rows.length)}.`,
    }
  const order = columns ?? ['email', 'tokens', 'reason']
  const crowded = rows.find(({ cells }) => cells.length > order.length)
  if (crowded)
    return {
      ...nothing,
      problem: `Line ${formatNumber(crowded.line)} has ${formatCount(crowded.cells.length, 'column')}, not ${order.length}. Put a reason that has a comma in quotation marks.`,
    }
  return {
    rows: rows.map(({ cells }) => rowOf(cells, order)),
    numbers: rows.map(({ line }) => line),
    heading: columns !== undefined,
  }
}

/** Recognises a heading: no address, but the name of a column. */
function columnsOf(cells: readonly string[]): (Column | undefined)[] | undefined {
  const names = cells.map((cell) =>
    (Object.keys(headings) as Column[]).find((name) => headings[name].test(cell.trim())),
  )
  return names.some((name) => name) && !cells.some((cell) => cell.includes('@')) ? names : undefined
}

function rowOf(cells: readonly string[], order: readonly (Column | undefined)[]): GrantRow {
  const cell = (name: Column) => (cells[order.indexOf(name)] ?? '').trim().slice(0, maxCell)
  const tokens = cell('tokens')
  const reason = cell('reason')
  return {
    email: cell('email'),
    // The dry run reports anything but digits.
    tokens: /^\d{1,9}$/.test(tokens) ? Number(tokens) : tokens,
    ...(reason ? { reason } : {}),
  }
}
