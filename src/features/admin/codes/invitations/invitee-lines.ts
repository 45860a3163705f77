import { maxInvitees } from '@/entities/invitations/send'
import { readCsvLines } from '@/lib/csv-lines'
import { formatCount, formatNumber } from '@/lib/format'

type Invitee = { email: string; line: number }
type Lines = { rows: Invitee[]; problem?: string }

/** In characters: 500 lines with a name beside each address. */
export const maxText = 200_000
/** One more than an address may have, so that a truncated cell is never valid. */
const maxCell = 321
const heading = /^e-?mails?( address)?$/i

export function readInvitees(text: string): Lines {
  if (text.length > maxText)
    return {
      rows: [],
      problem: `At most ${formatNumber(maxText)} characters at a time; these are ${formatNumber(text.length)}.`,
    }
  const { found, problem } = readCsvLines(text)
  if (problem) return { rows: [], problem }
  const [first] = found
  const column = first ? first.cells.findIndex((cell) => heading.test(cell.trim())) : -1
  const rows =
    column < 0
      ? found.flatMap(({ cells, line }) => addressesIn(cells).map((email) => ({ email, line })))
      : found.slice(1).map(({ cells, line }) => ({ email: clean(cells[column] ?? ''), line }))
  return rows.length > maxInvitees
    ? {
        rows: [],
        problem: `At most ${formatCount(maxInvitees, 'address', 'addresses')} at a time; these are ${formatNumber(rows.length)}.`,
      }
    : { rows }
}

function addressesIn(cells: readonly string[]): string[] {
  const parts = cells.flatMap((cell) => cell.split(/[;,\s]+(?=\S+@)/)).map(clean)
  const addresses = parts.filter((part) => part.includes('@'))
  return addresses.length > 0 ? addresses : [clean(cells[0] ?? '')]
}

/** 'Noor Halim <noor@halim.example>' -> 'noor@halim.example' */
const clean = (cell: string) =>
  (/<([^<>]*)>/.exec(cell)?.[1] ?? cell).trim().replace(/[;,]$/, '').slice(0, maxCell)
