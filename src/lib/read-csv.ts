import type * as z from 'zod/mini'
import {
  type Column,
  type Columns,
  columnCount,
  columnNames,
  isNeeded,
  matchColumns,
  type Named,
} from '@/lib/csv-columns'
import { delimiterName, type Line, maskMiddle, readCsvLines } from '@/lib/csv-lines'
import { formatCount, formatNumber } from '@/lib/format'
import { isDay } from '@/lib/local-time'
import { spreadsheetFlaw } from '@/lib/spreadsheet-flaw'
import { digitsOnly, latinDigits } from '@/lib/text'

export type CsvSchema<Name extends string, Row> = Named<Name> & {
  /** Reads the cells of a line as they are written, or refuses them; its keys are the columns. */
  row: z.ZodMiniType<Row>
  /** What two lines may not share. */
  keyOf?: (row: Row) => string
  noun: string
  maxLines: number
  /** In characters. */
  maxText: number
  /** Pasted lines are values, whatever marks they contain, unless they are a table. */
  isPlain?: boolean
  /** The values of a line that is no row of a table. */
  valuesIn?: (cells: readonly string[]) => string[]
}

/** What was chosen by hand of it: the columns and the heading together, the order of dates alone. */
export type PickedColumns<Name extends string> = Partial<Columns<Name>>
/** `value`: what is left out. */
export type RefusedLine = { line: number; value: string; reason: string }
export type CsvTable<Name extends string, Row> = Columns<Name> & {
  /** Whether nothing has to be asked (D59). */
  isSure: boolean
  needsDateFormat: boolean
  delimiter: string
  /** The cells of the first line, as many as any line has. */
  first: string[]
  /** The lines below the heading. */
  lines: Line[]
  rows: { line: number; row: Row }[]
  refused: RefusedLine[]
  problem?: string
}

/**
 * Reads a table whose columns are named by a heading or stand in the order of the schema. When that is not clear it guesses
 * nothing: `isSure` is false until the columns are `picked` (D59).
 */
export function readCsv<Name extends string, Row>(
  text: string,
  schema: CsvSchema<Name, Row>,
  { picked = {}, isFile = true }: { picked?: PickedColumns<Name>; isFile?: boolean } = {},
): CsvTable<Name, Row> {
  const isLong = text.length > schema.maxText
  const read = isLong ? readCsvLines('') : readSource(text, schema, isFile)
  const problem = isLong
    ? `At most ${formatNumber(schema.maxText)} characters at a time; these are ${formatNumber(text.length)}.`
    : read.problem
  const match = matchColumns(read.lines, schema)
  const isPicked = picked.columns !== undefined
  const separate = isPicked || match.heading || problem ? undefined : separateValues(read.lines, schema)
  const { heading, columns, dates }: Columns<Name> = {
    ...match,
    ...(separate && { columns: onlyFirst(schema) }),
    ...picked,
  }
  const all = separate ?? read.lines
  const lines = all.slice(heading ? 1 : 0)
  const names = columnNames(schema)
  const width = columnCount(all)
  const needsDateFormat = names.some(
    (name) =>
      schema.columns[name].isDate &&
      lines.some(({ cells }) => slashedDate.test(latinDigits(cells[columns[name] ?? -1] ?? ''))),
  )
  const isComplete =
    width === 0 || names.every((name) => columns[name] !== undefined || !isNeeded(schema, name, width))
  const isSure =
    isComplete &&
    (isPicked || separate !== undefined || match.isSure) &&
    (dates !== undefined || !needsDateFormat)
  const table: CsvTable<Name, Row> = {
    heading,
    columns,
    ...(dates && { dates }),
    isSure,
    needsDateFormat,
    delimiter: read.delimiter,
    first: Array.from({ length: width }, (_, at) => all[0]?.cells[at]?.trim() ?? ''),
    lines,
    rows: [],
    refused: [],
  }
  if (problem) return { ...table, lines: [], problem }
  if (lines.length > schema.maxLines) {
    const most = `At most ${formatCount(schema.maxLines, 'line')} at a time; these are ${formatNumber(lines.length)}.`
    return { ...table, lines: [], problem: most }
  }
  if (isSure)
    readRows(table, schema, separate || picked.heading === false ? Number.POSITIVE_INFINITY : undefined)
  return table
}

const onlyFirst = <Name extends string>(schema: Named<Name>) =>
  Object.fromEntries(
    columnNames(schema)
      .slice(0, 1)
      .map((name) => [name, 0]),
  ) as Partial<Record<Name, number>>

/** Fills in `rows` and `refused`. */
function readRows<Name extends string, Row>(
  table: CsvTable<Name, Row>,
  schema: CsvSchema<Name, Row>,
  width?: number,
) {
  const { columns, heading, first, dates, lines, rows, refused, delimiter } = table
  const names = columnNames(schema)
  const main = names[0] as Name
  const most = width ?? (heading ? first.findLastIndex((cell) => cell !== '') + 1 : names.length)
  const seen = new Map<string, number>()
  /** Whether '1,000' or '12,5' without quotation marks has become a number and a text, or a number that other lines leave out (D59). */
  const isSplit = (name: Name, cells: readonly string[], text = '') => {
    const at = columns[name] ?? -1
    const next = names.find((other) => columns[other] === at + 1)
    const [whole = '', rest = ''] = cells.slice(at, at + 2)
    if (next === undefined || schema.columns[next].isDate || !text.includes(`${whole},${rest}`)) return false
    if (schema.columns[next].isWhole)
      return (
        /^\p{Nd}{1,3},\p{Nd}{3}$/u.test(`${whole},${rest}`.trim()) &&
        lines.some((line) => !line.cells[at + 1]?.trim())
      )
    return /^\s*\p{Nd}+$/u.test(whole) && /^\s*\p{Nd}[\p{Nd}\s.,'’]*$/u.test(rest)
  }
  for (const { cells, line, text } of lines) {
    const values = Object.fromEntries(
      names.map((name) => [name, cells[columns[name] ?? -1] ?? '']),
    ) as Record<Name, string>
    for (const name of names) if (schema.columns[name].isDate) values[name] = isoDate(values[name], dates)
    const split = names.find((name) => schema.columns[name].isWhole && isSplit(name, cells, text))
    const flaw =
      names.map((name) => spreadsheetFlaw(values[name].trim())).find(Boolean) ??
      (split && `${schema.columns[split].label}: ${digitsOnly}`)
    const parsed = flaw || cells.length > most ? undefined : schema.row.safeParse(values)
    const key = parsed?.success ? schema.keyOf?.(parsed.data) : undefined
    const earlier = key === undefined ? undefined : seen.get(key)
    const reason =
      flaw ??
      (parsed === undefined
        ? `${formatCount(cells.length, 'column')}, not ${formatNumber(most)}. Put text that has a ${delimiterName(delimiter, 1)} in quotation marks`
        : parsed.success
          ? earlier && `The same ${schema.noun} as line ${formatNumber(earlier)}`
          : issueText(schema, parsed.error.issues[0]))
    if (reason || !parsed?.success) {
      const value = values[main].trim()
      refused.push({
        line,
        value: schema.columns[main].isSecret ? maskMiddle(value) : value,
        reason: reason || 'This line cannot be read',
      })
    } else {
      if (key !== undefined) seen.set(key, line)
      rows.push({ line, row: parsed.data })
    }
  }
}

function issueText<Name extends string>(
  schema: Named<Name>,
  issue: { path: PropertyKey[]; message: string } | undefined,
): string {
  const [main, ...others] = columnNames(schema)
  const name = others.find((each) => each === issue?.path[0])
  if (!issue || !main) return 'This line cannot be read'
  return name ? `${schema.columns[name].label}: ${issue.message}` : issue.message
}

/** Each value as a line of its own, with its number in the text; undefined for a table. */
function separateValues<Name extends string, Row>(
  lines: readonly Line[],
  { columns, valuesIn }: CsvSchema<Name, Row>,
): Line[] | undefined {
  const [looks] = Object.values<Column>(columns).flatMap((column) => column.pattern ?? [])
  if (!valuesIn || !looks) return undefined
  const crowded = lines.filter(({ cells }) => cells.filter((cell) => looks.test(cell)).length > 1).length
  const isTable =
    lines.every(({ cells: [cell = ''] }) => looks.test(cell)) && crowded === 0 && columnCount(lines) > 1
  const hasFigures = lines.some(({ cells }) => cells.some((cell) => /^\s*\p{Nd}[^@]*$/u.test(cell)))
  if (isTable || crowded > 1 || hasFigures) return undefined
  return lines.flatMap(({ cells, line }) => valuesIn(cells).map((value) => ({ cells: [value], line })))
}

const lineBreak = /\r\n|\r|\n/

function readSource<Name extends string, Row>(text: string, schema: CsvSchema<Name, Row>, isFile: boolean) {
  if (isFile || !schema.isPlain || text.includes('\t')) return readCsvLines(text)
  const top = readCsvLines(text.split(lineBreak).find((line) => line.trim() !== '') ?? '')
  const isNamed = (cell: string) =>
    columnNames(schema).some((name) => schema.columns[name].headings.test(cell))
  if (columnCount(top.lines) > 1 && top.lines[0]?.cells.some(isNamed)) return readCsvLines(text)
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(lineBreak)
    .flatMap((cell, at) => (cell.trim() === '' ? [] : [{ cells: [cell], line: at + 1 }]))
  return { lines, delimiter: '\n', problem: undefined }
}

const slashedDate = /^\s*(\d{1,2})([./-])(\d{1,2})\2(\d{4})\s*$/

/** A date in the order that was picked, or with the year first, as 2027-12-31; any other text as it is, to be refused. */
function isoDate(cell: string, dates: 'day' | 'month' | undefined): string {
  const text = latinDigits(cell.trim())
  const [, year, , month, day, time = ''] =
    /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?:[T ]+(\d.*))?$/.exec(text) ?? []
  if (year && month && day)
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time && `T${time}`}`
  const [, one = '', , two = '', long = ''] = slashedDate.exec(text) ?? []
  const [d, m] = dates === 'month' ? [two, one] : [one, two]
  const iso = `${long}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return dates && isDay(iso) ? iso : text
}
