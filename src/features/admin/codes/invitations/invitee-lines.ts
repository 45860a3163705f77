import { maxInvitees } from '@/entities/invitations/send'
import { type Columns, type CsvTable, emailColumn, readCsv, spreadsheetFlaw } from '@/lib/csv-lines'
import { formatCount, formatNumber } from '@/lib/format'

export const inviteeSchema = { email: emailColumn }
export type InviteeColumns = Columns<'email'>
type Invitee = { email: string; line: number }
type Lines = { rows: Invitee[]; table: CsvTable<'email'>; problem?: string }

/** In characters: 500 lines with a name beside each address. */
export const maxText = 200_000
/** One more than an address may have, so that a truncated cell is never valid. */
const maxCell = 321

/** The addresses of a column, or of lines that are no table: one or several, with names beside them. */
export function readInvitees(text: string, picked?: InviteeColumns): Lines {
  const isLong = text.length > maxText
  const read = readCsv(isLong ? '' : text, inviteeSchema, picked)
  const crowded = read.rows.filter(({ cells }) => cells.filter((cell) => cell.includes('@')).length > 1)
  const isTable = picked !== undefined || read.heading || crowded.length > 1
  const table = isTable ? read : { ...read, isSure: true }
  const rows = isTable
    ? table.rows.map(({ values, line }) => ({ email: cleanAddress(values.email), line }))
    : table.rows.flatMap(({ cells, line }) => addressesIn(cells).map((email) => ({ email, line })))
  const flawed = rows.find(({ email }) => spreadsheetFlaw(email))
  const problem = isLong
    ? `At most ${formatNumber(maxText)} characters at a time; these are ${formatNumber(text.length)}.`
    : (table.problem ??
      (rows.length > maxInvitees
        ? `At most ${formatCount(maxInvitees, 'address', 'addresses')} at a time; these are ${formatNumber(rows.length)}.`
        : flawed && `Line ${formatNumber(flawed.line)}: ${spreadsheetFlaw(flawed.email)}.`))
  if (problem) return { rows: [], table: isTable ? table : { ...table, first: [] }, problem }
  return { rows: table.isSure ? rows : [], table: isTable ? table : { ...table, first: [] } }
}

function addressesIn(cells: readonly string[]): string[] {
  const parts = cells.flatMap((cell) => cell.split(/[;,\s]+(?=\S+@)/)).map(cleanAddress)
  const addresses = parts.filter((part) => part.includes('@'))
  return addresses.length > 0 ? addresses : [cleanAddress(cells[0] ?? '')]
}

/** 'Noor Halim <noor@halim.example>' or 'mailto:noor@halim.example' -> 'noor@halim.example' */
const cleanAddress = (cell: string) =>
  (/<([^<>]*)>/.exec(cell)?.[1] ?? cell)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[;,]$/, '')
    .slice(0, maxCell)
