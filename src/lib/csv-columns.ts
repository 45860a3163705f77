import { readCsvLines } from '@/lib/csv-lines'

/**
 * `headings`: the names of the column, in several languages; `looks`: what its cells look like, and no heading does; `wanted`:
 * it may be missing, but not by mistake.
 */
type Column = { label: string; headings: RegExp; required?: boolean; wanted?: boolean; looks?: RegExp }
export type CsvSchema<Name extends string> = Record<Name, Column>

/** Which columns are read, and whether the first line is their heading. */
export type Columns<Name extends string> = { heading: boolean; columns: Partial<Record<Name, number>> }

type CsvRow<Name extends string> = {
  line: number
  cells: readonly string[]
  /** Trimmed; empty where the column is missing. */
  values: Record<Name, string>
  /** What a spreadsheet has left in it instead of a value. */
  flaw?: string
}
export type CsvTable<Name extends string> = Columns<Name> & {
  /** Whether nothing has to be asked (D59). */
  isSure: boolean
  /** The cells of the first line, as many as any line has. */
  first: string[]
  rows: CsvRow<Name>[]
  problem?: string
}

type Line = { cells: string[]; line: number }

/**
 * Reads a table whose columns are named by a heading or stand in the order of the schema. When that is not clear it guesses
 * nothing: `isSure` is false until the columns are `picked` (D59).
 */
export function readCsv<Name extends string>(
  text: string,
  schema: CsvSchema<Name>,
  picked?: Columns<Name>,
): CsvTable<Name> {
  const { found, problem } = readCsvLines(text)
  return { ...tableOf(found, schema, picked), ...(problem && { rows: [], problem }) }
}

/** The same for lines that are read already. */
export function tableOf<Name extends string>(
  lines: readonly Line[],
  schema: CsvSchema<Name>,
  picked?: Columns<Name>,
): CsvTable<Name> {
  const names = Object.keys(schema) as Name[]
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const first = Array.from({ length: width }, (_, at) => lines[0]?.cells[at]?.trim() ?? '')
  const found = matchColumns(lines, schema, names, width)
  const { heading, columns } = picked ?? found
  const isNeeded = (name: Name) => schema[name].required || (schema[name].wanted && width > 1)
  const isComplete = width === 0 || names.every((name) => columns[name] !== undefined || !isNeeded(name))
  const rows = lines.slice(heading ? 1 : 0).map(({ cells, line }) => {
    const values = Object.fromEntries(
      names.map((name) => [name, cells[columns[name] ?? -1]?.trim() ?? '']),
    ) as Record<Name, string>
    const flaw = names.map((name) => spreadsheetFlaw(values[name])).find(Boolean)
    return { line, cells, values, ...(flaw && { flaw }) }
  })
  return { heading, columns, isSure: isComplete && (picked !== undefined || found.isSure), first, rows }
}

function matchColumns<Name extends string>(
  lines: readonly Line[],
  schema: CsvSchema<Name>,
  names: readonly Name[],
  width: number,
): Columns<Name> & { isSure: boolean } {
  const [first, ...later] = lines.map(({ cells }) => cells.map((cell) => cell.trim()))
  if (!first) return { heading: false, columns: {}, isSure: true }
  const isData = first.some((cell) => names.some((name) => schema[name].looks?.test(cell)))
  const matches = names.map((name) =>
    isData ? [] : first.flatMap((cell, at) => (schema[name].headings.test(cell) ? [at] : [])),
  )
  const isNamed = names.some((name, at) => matches[at]?.length && (schema[name].required || width > 1))
  if (isNamed) {
    const columns = Object.fromEntries(
      names.flatMap((name, at) => (matches[at]?.length === 1 ? [[name, matches[at][0]]] : [])),
    ) as Columns<Name>['columns']
    const isSure = names.every(
      (name, at) =>
        (matches[at]?.length ?? 0) <= 1 &&
        (columns[name] !== undefined || !(schema[name].required || (schema[name].wanted && width > 1))),
    )
    return { heading: true, columns, isSure }
  }
  const heading = first.some((cell, at) =>
    isHeadingOf(cell, later.map((cells) => cells[at] ?? '').filter(Boolean)),
  )
  const columns = Object.fromEntries(
    names.slice(0, width).map((name, at) => [name, at]),
  ) as Columns<Name>['columns']
  // One column is what it is; several stand in the order that the dialog names, or are asked for.
  const inOrder =
    names.length > 1 && names.every((name, at) => !first[at] || (schema[name].looks?.test(first[at]) ?? true))
  return {
    heading,
    columns: heading || !(width === 1 || inOrder) ? {} : columns,
    isSure: !heading && (width === 1 || inOrder),
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
