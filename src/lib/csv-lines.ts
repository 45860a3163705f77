import Papa from 'papaparse'
import { removeApostrophe } from '@/lib/csv'
import { formatNumber } from '@/lib/format'

export type CsvLine = { cells: string[]; line: number }

const how = { newline: '\n' as const, delimitersToGuess: [',', ';', '\t'] }

/** Every row with the line that it begins on; `problem` names the line with an unmatched quotation mark. */
export function readCsvRows(text: string): { rows: CsvLine[]; problem?: string } {
  const file = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  // Excel's own way to name the delimiter.
  const [declaration = '', declared] = /^"?sep=(.)"?\n/i.exec(file) ?? []
  const whole = file.slice(declaration.length)
  // Papa counts blank lines as rows of one column, and then takes two columns for one.
  const delimiter =
    declared ?? Papa.parse(whole, { ...how, preview: 10, skipEmptyLines: true }).meta.delimiter
  const rows: CsvLine[] = []
  let [line, read] = [declared ? 2 : 1, 0]
  let open: number | undefined
  Papa.parse<string[]>(whole, {
    ...how,
    delimiter,
    step: ({ data, errors, meta }) => {
      if (errors.some(({ type }) => type === 'Quotes')) open ??= line
      rows.push({ cells: data, line })
      // A quoted cell can contain line breaks.
      line += whole.slice(read, meta.cursor).match(/\n/g)?.length ?? 0
      read = meta.cursor
    },
  })
  if (open === undefined) return { rows }
  return {
    rows,
    problem: `Line ${formatNumber(open)} has a quotation mark that is not closed, or in the wrong place.`,
  }
}

/** Leaves out blank lines. */
export function readCsvLines(text: string): { found: CsvLine[]; problem?: string } {
  const { rows, problem } = readCsvRows(text)
  const found = rows
    .map(({ cells, line }) => ({ cells: trimTrailingEmptyCells(cells).map(removeApostrophe), line }))
    .filter(({ cells }) => cells.length > 0)
  return { found, problem }
}

/** Without the empty cells that a spreadsheet adds at the end. */
const trimTrailingEmptyCells = (cells: string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
