import Papa from 'papaparse'
import { removeApostrophe } from '@/lib/csv'
import { formatNumber } from '@/lib/format'

/** `text`: as it is written, with its quotation marks. */
export type Line = { cells: string[]; line: number; text?: string }

const how = { newline: '\n' as const, delimitersToGuess: [',', ';', '\t'] }

/** Every line that is not blank, with its number in the text; `problem` names the line with an unmatched quotation mark. */
export function readCsvLines(text: string): { lines: Line[]; delimiter: string; problem?: string } {
  const file = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  // Excel's own way to name the delimiter.
  const [declaration = '', declared] = /^"?sep=(.)"?\n/i.exec(file) ?? []
  const whole = file.slice(declaration.length)
  // Papa counts blank lines as rows of one column, and then takes two columns for one.
  const delimiter =
    declared ?? Papa.parse(whole, { ...how, preview: 10, skipEmptyLines: true }).meta.delimiter
  const lines: Line[] = []
  let [line, read] = [declared ? 2 : 1, 0]
  let open: number | undefined
  Papa.parse<string[]>(whole, {
    ...how,
    delimiter,
    step: ({ data, errors, meta }) => {
      if (errors.some(({ type }) => type === 'Quotes')) open ??= line
      // Without the empty cells that a spreadsheet adds at the end.
      const cells = data.slice(0, data.findLastIndex((cell) => cell.trim() !== '') + 1).map(removeApostrophe)
      const text = whole.slice(read, meta.cursor)
      if (cells.length > 0) lines.push({ cells, line, text })
      // A quoted cell can contain line breaks.
      line += text.match(/\n/g)?.length ?? 0
      read = meta.cursor
    },
  })
  if (open === undefined) return { lines, delimiter }
  const problem = `Line ${formatNumber(open)} has a quotation mark that is not closed, or in the wrong place.`
  return { lines, delimiter, problem }
}

/** 'semicolons', or 'semicolon' for one. */
export function delimiterName(delimiter: string, count = 2): string {
  const name = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }[delimiter] ?? `“${delimiter}”`
  return count === 1 || name.startsWith('“') ? name : `${name}s`
}

/** 'LNTR-AB12-CD34-9XQ2' -> 'LNTR-••••-••••-9XQ2' */
export function maskMiddle(secret: string): string {
  const shown = Math.min(4, Math.floor(secret.length / 4))
  const middle = secret.slice(shown, secret.length - shown)
  return `${secret.slice(0, shown)}${middle.replace(/[^-\s]/gu, '•')}${secret.slice(secret.length - shown)}`
}
