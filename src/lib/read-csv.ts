import Papa from 'papaparse'
import type * as z from 'zod/mini'
import { removeApostrophe } from '@/lib/csv'
import { formatCount, formatNumber } from '@/lib/format'
import { isDay } from '@/lib/local-time'
import { latinDigits } from '@/lib/text'

/**
 * `headings`: the names of the column, in several languages; `looks`: what its cells look like, and no heading does; `wanted`:
 * it may be missing, but not by mistake. The middle of a secret is not shown.
 */
type Column = {
  label: string
  headings: RegExp
  required?: boolean
  wanted?: boolean
  looks?: RegExp
  isDate?: boolean
  isSecret?: boolean
}

export type CsvSchema<Name extends string, Row> = {
  columns: Record<Name, Column>
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

/** Which columns are read, whether the first line is their heading, and the order of dates like 5/6/2027. */
export type Columns<Name extends string> = {
  heading: boolean
  columns: Partial<Record<Name, number>>
  dates?: 'day' | 'month'
}
export type Line = { cells: string[]; line: number }
/** `what`: the value that is left out; `why`: the reason. */
export type RefusedLine = { line: number; what: string; why: string }
export type CsvTable<Name extends string, Row> = Columns<Name> & {
  /** Whether nothing has to be asked (D59). */
  isSure: boolean
  asksDates: boolean
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
  { picked, isFile = true }: { picked?: Columns<Name>; isFile?: boolean } = {},
): CsvTable<Name, Row> {
  const isLong = text.length > schema.maxText
  const read = isLong ? readCsvLines('') : readSource(text, schema, isFile)
  const problem = isLong
    ? `At most ${formatNumber(schema.maxText)} characters at a time; these are ${formatNumber(text.length)}.`
    : read.problem
  const found = matchColumns(read.found, schema)
  const separate = picked || found.heading || problem ? undefined : separateValues(read.found, schema)
  const { heading, columns, dates } = picked ?? (separate ? { ...found, columns: onlyFirst(schema) } : found)
  const all = separate ?? read.found
  const lines = all.slice(heading ? 1 : 0)
  const names = namesOf(schema)
  const width = widthOf(all)
  const asksDates = names.some(
    (name) =>
      schema.columns[name].isDate &&
      lines.some(({ cells }) => slashedDate.test(latinDigits(cells[columns[name] ?? -1] ?? ''))),
  )
  const isComplete =
    width === 0 || names.every((name) => columns[name] !== undefined || !isNeeded(schema, name, width))
  const isSure =
    isComplete &&
    (picked !== undefined || separate !== undefined || found.isSure) &&
    (dates !== undefined || !asksDates)
  const table: CsvTable<Name, Row> = {
    heading,
    columns,
    ...(dates && { dates }),
    isSure,
    asksDates,
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
    readRows(table, schema, separate || picked?.heading === false ? Number.POSITIVE_INFINITY : undefined)
  return table
}

const namesOf = <Name extends string>({ columns }: { columns: Record<Name, Column> }) =>
  Object.keys(columns) as Name[]
const widthOf = (lines: readonly Line[]) => lines.reduce((most, { cells }) => Math.max(most, cells.length), 0)
const isNeeded = <Name extends string>(
  { columns }: { columns: Record<Name, Column> },
  name: Name,
  width: number,
) => columns[name].required || (columns[name].wanted && width > 1)
const onlyFirst = <Name extends string>(schema: { columns: Record<Name, Column> }) =>
  Object.fromEntries(
    namesOf(schema)
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
  const names = namesOf(schema)
  const main = names[0] as Name
  const most = width ?? (heading ? first.findLastIndex((cell) => cell !== '') + 1 : names.length)
  const seen = new Map<string, number>()
  for (const { cells, line } of lines) {
    const values = Object.fromEntries(
      names.map((name) => [name, cells[columns[name] ?? -1] ?? '']),
    ) as Record<Name, string>
    for (const name of names) if (schema.columns[name].isDate) values[name] = isoDate(values[name], dates)
    const flaw = names.map((name) => spreadsheetFlaw(values[name].trim())).find(Boolean)
    const parsed = flaw || cells.length > most ? undefined : schema.row.safeParse(values)
    const key = parsed?.success ? schema.keyOf?.(parsed.data) : undefined
    const earlier = key === undefined ? undefined : seen.get(key)
    const why =
      flaw ??
      (parsed === undefined
        ? `${formatCount(cells.length, 'column')}, not ${formatNumber(most)}. Put text that has a ${delimiterName(delimiter, 1)} in quotation marks`
        : parsed.success
          ? earlier && `The same ${schema.noun} as line ${formatNumber(earlier)}`
          : issueText(schema, parsed.error.issues[0]))
    if (why || !parsed?.success) {
      const what = values[main].trim()
      refused.push({
        line,
        what: schema.columns[main].isSecret ? maskMiddle(what) : what,
        why: why || 'This line cannot be read',
      })
    } else {
      if (key !== undefined) seen.set(key, line)
      rows.push({ line, row: parsed.data })
    }
  }
}

function issueText<Name extends string>(
  schema: { columns: Record<Name, Column> },
  issue: { path: PropertyKey[]; message: string } | undefined,
): string {
  const [main, ...others] = namesOf(schema)
  const name = others.find((each) => each === issue?.path[0])
  if (!issue || !main) return 'This line cannot be read'
  return name ? `${schema.columns[name].label}: ${issue.message}` : issue.message
}

function matchColumns<Name extends string, Row>(
  lines: readonly Line[],
  schema: CsvSchema<Name, Row>,
): Columns<Name> & { isSure: boolean } {
  const names = namesOf(schema)
  const width = widthOf(lines)
  const [first, ...later] = lines.map(({ cells }) => cells.map((cell) => cell.trim()))
  if (!first) return { heading: false, columns: {}, isSure: true }
  const looks = (name: Name, cell: string) => schema.columns[name].looks?.test(cell)
  const isData = first.some((cell) => names.some((name) => looks(name, cell)))
  const matches = names.map((name) =>
    isData ? [] : first.flatMap((cell, at) => (schema.columns[name].headings.test(cell) ? [at] : [])),
  )
  if (names.some((name, at) => matches[at]?.length && (schema.columns[name].required || width > 1))) {
    const columns = Object.fromEntries(
      names.flatMap((name, at) => (matches[at]?.length === 1 ? [[name, matches[at][0]]] : [])),
    ) as Columns<Name>['columns']
    const isSure = names.every(
      (name, at) =>
        (matches[at]?.length ?? 0) <= 1 && (columns[name] !== undefined || !isNeeded(schema, name, width)),
    )
    return { heading: true, columns, isSure }
  }
  const heading = first.some((cell, at) =>
    isHeadingOf(cell, later.map((cells) => cells[at] ?? '').filter(Boolean)),
  )
  // One column is what it is; several stand in the order that the dialog names, or are asked for.
  const fits = (name: Name, cell: string) => looks(name, cell) ?? !names.some((other) => looks(other, cell))
  const inOrder = names.length > 1 && names.every((name, at) => !first[at] || fits(name, first[at]))
  const isClear = !heading && (width === 1 || inOrder)
  return {
    heading,
    columns: isClear
      ? (Object.fromEntries(names.slice(0, width).map((name, at) => [name, at])) as Columns<Name>['columns'])
      : {},
    isSure: isClear,
  }
}

/** Letters above cells that all have an address or a digit. */
function isHeadingOf(cell: string, below: readonly string[]): boolean {
  const areAll = (pattern: RegExp) => below.length > 0 && below.every((each) => pattern.test(each))
  return (
    /\p{L}/u.test(cell) &&
    ((!cell.includes('@') && areAll(/@/)) || (!/\p{Nd}/u.test(cell) && below.length > 1 && areAll(/\p{Nd}/u)))
  )
}

/** Each value as a line of its own, with its number in the text; undefined for a table. */
function separateValues<Name extends string, Row>(
  lines: readonly Line[],
  { columns, valuesIn }: CsvSchema<Name, Row>,
): Line[] | undefined {
  const [looks] = Object.values<Column>(columns).flatMap((column) => column.looks ?? [])
  if (!valuesIn || !looks) return undefined
  const crowded = lines.filter(({ cells }) => cells.filter((cell) => looks.test(cell)).length > 1).length
  const isTable =
    lines.every(({ cells: [cell = ''] }) => looks.test(cell)) && crowded === 0 && widthOf(lines) > 1
  const hasFigures = lines.some(({ cells }) => cells.some((cell) => /^\s*\p{Nd}[^@]*$/u.test(cell)))
  if (isTable || crowded > 1 || hasFigures) return undefined
  return lines.flatMap(({ cells, line }) => valuesIn(cells).map((value) => ({ cells: [value], line })))
}

const lineBreak = /\r\n|\r|\n/

function readSource<Name extends string, Row>(text: string, schema: CsvSchema<Name, Row>, isFile: boolean) {
  if (isFile || !schema.isPlain || text.includes('\t')) return readCsvLines(text)
  const top = readCsvLines(text.split(lineBreak).find((line) => line.trim() !== '') ?? '')
  if (widthOf(top.found) > 1 && matchColumns(top.found, schema).heading) return readCsvLines(text)
  const found = text
    .replace(/^\uFEFF/, '')
    .split(lineBreak)
    .flatMap((cell, at) => (cell.trim() === '' ? [] : [{ cells: [cell], line: at + 1 }]))
  return { found, delimiter: '\n', problem: undefined }
}

const how = { newline: '\n' as const, delimitersToGuess: [',', ';', '\t'] }

/** Every line that is not blank, with its number in the text; `problem` names the line with an unmatched quotation mark. */
export function readCsvLines(text: string): { found: Line[]; delimiter: string; problem?: string } {
  const file = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  // Excel's own way to name the delimiter.
  const [declaration = '', declared] = /^"?sep=(.)"?\n/i.exec(file) ?? []
  const whole = file.slice(declaration.length)
  // Papa counts blank lines as rows of one column, and then takes two columns for one.
  const delimiter =
    declared ?? Papa.parse(whole, { ...how, preview: 10, skipEmptyLines: true }).meta.delimiter
  const found: Line[] = []
  let [line, read] = [declared ? 2 : 1, 0]
  let open: number | undefined
  Papa.parse<string[]>(whole, {
    ...how,
    delimiter,
    step: ({ data, errors, meta }) => {
      if (errors.some(({ type }) => type === 'Quotes')) open ??= line
      // Without the empty cells that a spreadsheet adds at the end.
      const cells = data.slice(0, data.findLastIndex((cell) => cell.trim() !== '') + 1).map(removeApostrophe)
      if (cells.length > 0) found.push({ cells, line })
      // A quoted cell can contain line breaks.
      line += whole.slice(read, meta.cursor).match(/\n/g)?.length ?? 0
      read = meta.cursor
    },
  })
  if (open === undefined) return { found, delimiter }
  const problem = `Line ${formatNumber(open)} has a quotation mark that is not closed, or in the wrong place.`
  return { found, delimiter, problem }
}

/** 'semicolons', or 'semicolon' for one. */
export function delimiterName(delimiter: string, count = 2): string {
  const name = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }[delimiter] ?? `“${delimiter}”`
  return count === 1 || name.startsWith('“') ? name : `${name}s`
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

/** #REF!, #¿NOMBRE?, the names of #N/A, and a number that was rounded to 1.23457E+15; the database has the same list. */
const errorValue = /^#(?:[¡¿]?[\p{L}/_. ]+(?:\/0)?[!?]|N\/A|NV|N\/D|N\/B|Н\/Д|I\/T|YOK|HIÁNYZIK|#+)$/iu
const roundedNumberPattern = /^[+-]?(?:\d[.,]\d+E[+-]?\d{1,3}|\dE[+-]\d{1,3})$/i

/** Why a cell holds no value of its own; undefined if it does. */
export function spreadsheetFlaw(cell: string): string | undefined {
  if (errorValue.test(cell)) return `“${cell}” is an error of the spreadsheet`
  return roundedNumberPattern.test(cell)
    ? `“${cell}” is a number that the spreadsheet has rounded`
    : undefined
}

/** 'LNTR-AB12-CD34-9XQ2' -> 'LNTR-••••-••••-9XQ2' */
export function maskMiddle(secret: string): string {
  const shown = Math.min(4, Math.floor(secret.length / 4))
  const middle = secret.slice(shown, secret.length - shown)
  return `${secret.slice(0, shown)}${middle.replace(/[^-\s]/gu, '•')}${secret.slice(secret.length - shown)}`
}
