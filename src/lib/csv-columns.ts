import type { Line } from '@/lib/csv-lines'

/**
 * `headings`: the names of the column, in several languages; `pattern`: what its cells look like, and no heading does; `expected`:
 * it may be missing, but not by mistake. The middle of a secret is not shown.
 */
export type Column = {
  label: string
  headings: RegExp
  required?: boolean
  expected?: boolean
  pattern?: RegExp
  isDate?: boolean
  isSecret?: boolean
  isWhole?: boolean
}

export type Named<Name extends string> = { columns: Record<Name, Column> }

/** Which columns are read, whether the first line is their heading, and the order of dates like 5/6/2027. */
export type Columns<Name extends string> = {
  heading: boolean
  columns: Partial<Record<Name, number>>
  dates?: 'day' | 'month'
}

export const columnNames = <Name extends string>({ columns }: Named<Name>) => Object.keys(columns) as Name[]
export const columnCount = (lines: readonly Line[]) =>
  lines.reduce((most, { cells }) => Math.max(most, cells.length), 0)
export const isNeeded = <Name extends string>({ columns }: Named<Name>, name: Name, width: number) =>
  columns[name].required || (columns[name].expected && width > 1)

/** By their headings, or in the order of the schema; `isSure` unless it has to be asked. */
export function matchColumns<Name extends string>(
  lines: readonly Line[],
  schema: Named<Name>,
): Columns<Name> & { isSure: boolean } {
  const names = columnNames(schema)
  const width = columnCount(lines)
  const [first, ...later] = lines.map(({ cells }) => cells.map((cell) => cell.trim()))
  if (!first) return { heading: false, columns: {}, isSure: true }
  const looks = (name: Name, cell: string) => schema.columns[name].pattern?.test(cell)
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
  const hasFigure = first.some((cell) => /^\p{Nd}+$/u.test(cell))
  const heading = first.some((cell, at) => {
    const below = later.map((cells) => cells[at] ?? '').filter(Boolean)
    const name = names[at]
    return name && schema.columns[name].isSecret
      ? !hasFigure && isUnlikeSecrets(cell, below)
      : isHeadingOf(cell, below)
  })
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

/** What names of secrets contain, in front of any digit and without the marks on letters. */
const secretWords =
  /^\P{Nd}*?(?:key|cod[ei]|seri[ae]|schlue?ssel|voucher|gutschein|coupon|token|pass|login|licen|lizen|zugang|clave|chiave|chave|nummer|number|(?<![\p{L}\p{N}])(?:nr|no|s\/?n|pin|cles?)(?![\p{L}\p{N}]))/iu
const shapeOf = (cell: string) => cell.replace(/[\p{L}\p{Nd}]/gu, 'x')

/** Letters that differ in kind from the secrets below them, or name them: nobody can tell whether they are one (D59). */
function isUnlikeSecrets(cell: string, below: readonly string[]): boolean {
  const isNamed = (each: string) => secretWords.test(each.normalize('NFKD').replace(/\p{M}/gu, ''))
  const hasOnly = (pattern: RegExp) => pattern.test(cell) && !below.some((each) => pattern.test(each))
  const isEvery = (test: (each: string) => boolean) => below.length > 0 && below.every(test)
  // 'GLD-ABCD' above 'GLD-AB12'.
  const isAlike = /[^\p{L}\p{N}\s]/u.test(cell) && isEvery((each) => shapeOf(each) === shapeOf(cell))
  const hasDigit = (each: string) => /\p{Nd}/u.test(each)
  const shapes = new Set(below.map(shapeOf))
  return (
    /\p{L}/u.test(cell) &&
    ((below.length > 1 && shapes.size === 1 && !shapes.has(shapeOf(cell))) ||
      (isNamed(cell) && !isEvery(isNamed)) ||
      (!hasDigit(cell) && below.some(hasDigit) && !isAlike) ||
      hasOnly(/[^!-~]/) ||
      (below.length > 0 && hasOnly(/\p{Lu}\p{Ll}/u)))
  )
}
