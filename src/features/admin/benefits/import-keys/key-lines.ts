import { type Columns, type CsvTable, keyColumn, readCsv, tableOf } from '@/lib/csv-lines'

export const keySchema = { key: keyColumn }
export type KeyColumns = Columns<'key'>
export type KeyLines = { keys: string[]; numbers: number[]; table: CsvTable<'key'> }

export function pastedKeys(text: string, picked?: KeyColumns): KeyLines {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const filled = lines.flatMap((key, at) => (key.trim() === '' ? [] : [{ cells: [key], line: at + 1 }]))
  return linesOf(tableOf(filled, keySchema, picked))
}

export function csvKeys(csv: string, picked?: KeyColumns): KeyLines {
  return linesOf(readCsv(csv, keySchema, picked))
}

/** Keys as they are written: the database trims them, and reports what a spreadsheet has broken. */
function linesOf(table: CsvTable<'key'>): KeyLines {
  const rows = table.isSure ? table.rows : []
  return {
    keys: rows.map(({ cells }) => cells[table.columns.key ?? 0] ?? ''),
    numbers: rows.map(({ line }) => line),
    table,
  }
}
