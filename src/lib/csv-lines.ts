import Papa from 'papaparse'
import { removeApostrophe } from '@/lib/csv'
import { formatNumber } from '@/lib/format'

type CsvLine = { cells: string[]; line: number }

const how = { newline: '\n' as const, delimitersToGuess: [',', ';', '\t'] }

/** Every row with the line that it begins on; `problem` names the line with an unmatched quotation mark. */
function readCsvRows(text: string): { rows: CsvLine[]; problem?: string } {
  const file = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  // Excel's own way to name the delimiter.
  const [declaration = '', declared] = /^"?sep=(.)"?\n/i.exec(file) ?? []
  const whole = file.slice(declaration.length)
  // Papa counts blank lines as rows of one column, and then takes two columns for one.
  const delimiter =
    declared ?? Papa.parse(whole, { ...how, preview: 10, skipEmptyLines: true }).meta.delimiter
  const rows: CsvLine[] = []
  let [line, read] = [declared ? 2 : 1, 0]
  let open: number | undefined
  Papa.parse<string[]>(whole, {
    ...how,
    delimiter,
    step: ({ data, errors, meta }) => {
      if (errors.some(({ type }) => type === 'Quotes')) open ??= line
      rows.push({ cells: data, line })
      // A quoted cell can contain line breaks.
      line += whole.slice(read, meta.cursor).match(/\n/g)?.length ?? 0
      read = meta.cursor
    },
  })
  if (open === undefined) return { rows }
  return {
    rows,
    problem: `Line ${formatNumber(open)} has a quotation mark that is not closed, or in the wrong place.`,
  }
}

/** Leaves out blank lines. */
export function readCsvLines(text: string): { found: CsvLine[]; problem?: string } {
  const { rows, problem } = readCsvRows(text)
  const found = rows
    .map(({ cells, line }) => ({ cells: trimTrailingEmptyCells(cells).map(removeApostrophe), line }))
    .filter(({ cells }) => cells.length > 0)
  return { found, problem }
}

/** Without the empty cells that a spreadsheet adds at the end. */
const trimTrailingEmptyCells = (cells: string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

const named = (names: string) => new RegExp(`^[^\\p{L}\\p{N}]*(?:${names})[^\\p{L}\\p{N}]*$`, 'iu')

export const emailColumn = {
  label: 'Email',
  required: true,
  looks: /@/,
  headings: named(
    'e-?mails?|mail|e-?mail[ _-]?(?:addresse?s?|adressen?|adress)|mailadresse|courriel|adresse (?:e-?mail|électronique)|' +
      'correo(?: electr[oó]nico)?|(?:indirizzo|endereço de) e-?mail|e-?posta|sähköposti(?:osoite)?|e-?mailadres|' +
      '(?:адрес )?(?:эл(?:ектронн(?:ая|ой))?\\.? )?почт[аы]|メール(?:アドレス)?|电子邮件|電子郵件|邮箱|이메일',
  ),
}
export const tokensColumn = {
  label: 'Tokens',
  required: true,
  headings: named(
    'tokens?|amount|anzahl|betrag|jetons?|montant|cantidad|importe|fichas|quantidade|importo|quantità|aantal|токен(?:ы|ов)?|トークン|数量',
  ),
}
export const reasonColumn = {
  label: 'Reason',
  headings: named('reason|note|grund|raison|motif|motivo|raz[oó]n|reden|причина|理由|原因'),
}
export const keyColumn = {
  label: 'Key',
  required: true,
  headings: named(
    '(?:[a-z]+[\\s_-])*(?:keys?|codes?|serials?|licen[cs]es?|vouchers?)(?:[\\s_-](?:no|number|id))?|' +
      '(?:lizenz|produkt|aktivierungs)?schlüssel|seriennummern?|gutschein(?:codes?|e)?|(?:lizenz|aktivierungs)(?:codes?|key)|' +
      'clés?(?: de (?:licence|produit))?|clave(?: de (?:licencia|producto))?|chave(?: de licença)?|código|codice|chiave|' +
      'sleutel|licentiecode|ключ|код|キー|コード|密钥|激活码',
  ),
}
export const codeColumn = {
  label: 'Code',
  required: true,
  headings: named('codes?|gutschein(?:codes?)?|einladungscodes?|c[oó]digos?|codice|код|コード|代码'),
}
export const valueColumn = {
  label: 'Value',
  wanted: true,
  headings: named('(?:token )?value|tokens?|wert|valeur|valor|valore|waarde|стоимость|値'),
}
export const expiresColumn = {
  label: 'Expires',
  headings: named(
    'expires|expiry|expires at|ablauf(?:datum)?|gültig bis|expiration|(?:date d.)?expiration|caducidad|vencimiento|validade|scadenza',
  ),
}
export const usesColumn = {
  label: 'Uses',
  headings: named('(?:max )?uses|nutzungen|verwendungen|utilisations?|usos|utilizzi'),
}
export const noteColumn = {
  label: 'Note',
  headings: named('notes?|notiz|bemerkung|remarque|notas?|opmerking|примечание|備考'),
}

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

/** The text of a file in UTF-8, UTF-16 or Windows-1252, in which Excel saves CSV. Rejects what is not text. */
export async function readTextFile(file: Pick<Blob, 'arrayBuffer'>): Promise<string> {
  const bytes = await file.arrayBuffer()
  const text = decode(bytes)
  if (text.includes('\0')) throw new Error('not a text file')
  return text
}

function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
