import { brand } from '@/lib/brand'
import { localTime } from '@/lib/local-time'
import { saveFile } from '@/lib/save-file'

type Cell = string | number

/** UTF-8 with BOM, every cell quoted, formulas defused (D22). */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

/** With the heading and the cell of each column; null is an empty cell. */
export function rowsToCsv<Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => Cell | null | undefined>>,
): string {
  const cells = Object.values(columns)
  return toCsv(
    Object.keys(columns),
    rows.map((row) => cells.map((cellOf) => cellOf(row) ?? '')),
  )
}

/**
 * Spreadsheets run text that starts with these as a formula. One that separates cells by other marks than commas also starts a cell
 * behind each of those, whatever the quotation marks. An apostrophe prevents it, also where one is there already, so that
 * `removeApostrophe` restores every text.
 */
const start = /^(?=['"\s]*[=+\-@＝＋－＠]|'*[\t\r\n])/
const inside = /([;|\t\n]|\r(?!\n))(?=['"\s]*[=+\-@＝＋－＠])/g
const escaped = { start: addApostrophe(start), inside: addApostrophe(inside) }

/** The pattern for text that has its apostrophe. */
function addApostrophe({ source, flags }: RegExp): RegExp {
  return new RegExp(source.replace('(?=', "'(?="), flags)
}

function cell(value: Cell): string {
  const text = typeof value === 'string' ? value.replace(inside, "$1'").replace(start, "'") : String(value)
  return `"${text.replaceAll('"', '""')}"`
}

/** The text of a cell that `toCsv` wrote, for imports of the product's own exports. */
export function removeApostrophe(text: string): string {
  return text.replace(escaped.start, '').replace(escaped.inside, '$1')
}

/** Local time (D27), in the one format that every spreadsheet reads as a date; an impossible one as it is, none as ''. */
export function csvTime(iso: string | null): string {
  return iso === null ? '' : localTime(iso).replace('T', ' ') || iso
}

export function saveCsv(subject: string, csv: string) {
  const name = `${brand.name.toLowerCase()}-${subject}-${new Date().toLocaleDateString('sv')}.csv`
  saveFile(name, new Blob([csv], { type: 'text/csv;charset=utf-8' }))
}
