import Papa from 'papaparse'

export type CsvLine = { cells: string[]; line: number }

const lineBreak = /\r\n|\r|\n/g

/** Leaves out blank lines; `open` is the line with an unmatched quotation mark. */
export function readCsvLines(text: string): { found: CsvLine[]; open?: number } {
  const found: CsvLine[] = []
  let [line, read] = [1, 0]
  let open: number | undefined
  const whole = text.replace(/^\uFEFF/, '')
  Papa.parse<string[]>(whole, {
    delimitersToGuess: [',', ';', '\t'],
    step: ({ data, errors, meta }) => {
      if (errors.some(({ type }) => type === 'Quotes')) open ??= line
      if (data.some((cell) => cell.trim() !== '')) found.push({ cells: withoutEnd(data), line })
      // A quoted cell can contain line breaks.
      line += whole.slice(read, meta.cursor).match(lineBreak)?.length ?? 0
      read = meta.cursor
    },
  })
  return { found, open }
}

/** Without the empty cells that a spreadsheet adds at the end. */
const withoutEnd = (cells: string[]) => cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
