import { readCsvRows } from '@/lib/csv-lines'

export type KeyLines = { keys: string[]; numbers: number[]; heading?: string; problem?: string }

const headings =
  /^\W*(?:[a-z]+[\s_-])*(?:keys?|codes?|serials?|licen[cs]es?|vouchers?)(?:[\s_-](?:no|number|id))?\W*$/i

export function pastedKeys(text: string): KeyLines {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  return linesOf(lines.map((key, index) => [key, index + 1]))
}

/** The first column. */
export function csvKeys(csv: string): KeyLines {
  const { rows, problem } = readCsvRows(csv)
  return { ...linesOf(rows.map(({ cells: [key = ''], line }) => [key, line])), problem }
}

function linesOf(rows: (readonly [key: string, line: number])[]): KeyLines {
  const first = rows.findIndex(([key]) => key.trim() !== '')
  const heading = rows[first]?.[0]
  const isHeading = heading !== undefined && headings.test(heading)
  const kept = rows.slice(isHeading ? first + 1 : 0)
  const filled = kept.slice(0, kept.findLastIndex(([key]) => key.trim() !== '') + 1)
  return {
    keys: filled.map(([key]) => key),
    numbers: filled.map(([, line]) => line),
    ...(isHeading && { heading }),
  }
}
