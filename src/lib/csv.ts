import { brand } from '@/lib/brand'
import { localTime } from '@/lib/local-time'
import { saveFile } from '@/lib/save-file'

type Cell = string | number

/** UTF-8 with BOM, every cell quoted, formulas defused (D22). */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

/** Spreadsheets run text that starts with these, after any white space, as a formula; an apostrophe prevents it. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

function cell(value: Cell): string {
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value)
  return `"${text.replaceAll('"', '""')}"`
}

/** Local time (D27), in the one format that every spreadsheet reads as a date; an impossible one as it is. */
export function csvTime(iso: string): string {
  return localTime(iso).replace('T', ' ') || iso
}

export function saveCsv(subject: string, csv: string) {
  const name = `${brand.name.toLowerCase()}-${subject}-${new Date().toLocaleDateString('sv')}.csv`
  saveFile(name, new Blob([csv], { type: 'text/csv;charset=utf-8' }))
}
