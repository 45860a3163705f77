import { errorCode } from '@/lib/errors'
import type { PageCursor, RowKey } from '@/lib/page-cursor'

export type KeysetPage<Row> = { rows: Row[]; page: number; hasPrevious: boolean; hasNext: boolean }

/** With `reverse` from the end of the list; with a `key` only rows after that one. */
export type KeysetRange = { key?: RowKey; reverse: boolean; limit: number }

type RowRequest<Row> = {
  range(from: number, to: number): RowRequest<Row>
  abortSignal(signal: AbortSignal): RowRequest<Row>
  throwOnError(): PromiseLike<{ data: Row[] }>
}

/** A sorted list: a table, or a search function. */
export type KeysetSource<Row, Keyed = Row> = {
  rows: (range: KeysetRange) => RowRequest<Row>
  /** Only the key columns; without it, a page number alone leads to the first page. */
  keys?: (range: KeysetRange) => RowRequest<Keyed>
  keyOf?: (row: Keyed) => RowKey
  /** The maximum that a function returns. */
  maxRows?: number
}

/** PostgREST's codes for a key that is not a time, a number or an id. */
const invalidCursorCodes = ['22007', '22008', '22P02', '22003', 'PGRST100']

/** Reads one page by its neighbour's key, in the same time at any depth (D20). An invalid cursor yields the first page. */
export async function readKeysetPage<Row, Keyed>(
  source: KeysetSource<Row, Keyed>,
  cursor: PageCursor,
  size: number,
  signal: AbortSignal,
): Promise<KeysetPage<Row>> {
  const read = async (range: KeysetRange) =>
    (await source.rows(range).abortSignal(signal).throwOnError()).data

  async function firstPage() {
    const data = await read({ reverse: false, limit: size + 1 })
    return { rows: data.slice(0, size), page: 1, hasPrevious: false, hasNext: data.length > size }
  }

  async function pageAtCursor({ page, after, before, last }: PageCursor) {
    if (last !== undefined || before) {
      const length = Math.min(last ?? size, size)
      const data = await read({
        key: last === undefined ? before : undefined,
        reverse: true,
        limit: length + 1,
      })
      const rows = data.slice(0, length).reverse()
      return { rows, page, hasPrevious: data.length > length, hasNext: last === undefined }
    }
    const key = after ?? (await keyAt(source, (page - 1) * size - 1, signal))
    const data = key ? await read({ key, reverse: false, limit: size + 1 }) : []
    return { rows: data.slice(0, size), page, hasPrevious: true, hasNext: data.length > size }
  }

  if (cursor.page === 1) return firstPage()
  try {
    const found = await pageAtCursor(cursor)
    return found.rows.length > 0 ? found : firstPage()
  } catch (error) {
    if (!invalidCursorCodes.includes(errorCode(error))) throw error
    return firstPage()
  }
}

async function keyAt<Keyed>(
  { keys, keyOf, maxRows = Number.POSITIVE_INFINITY }: KeysetSource<unknown, Keyed>,
  index: number,
  signal: AbortSignal,
): Promise<RowKey | undefined> {
  if (!keys || !keyOf || index >= maxRows) return undefined
  const request = keys({ reverse: false, limit: index + 1 }).range(index, index)
  const [row] = (await request.abortSignal(signal).throwOnError()).data
  return row && keyOf(row)
}

/** The row limit of the hosted API (D20). */
const chunk = 1000

/** Reads all rows by key, each once despite inserts, until an empty response: a server may return less than the limit. */
export async function readAllRows<Row>(
  rows: (range: KeysetRange) => RowRequest<Row>,
  keyOf: (row: Row) => RowKey,
): Promise<Row[]> {
  const all: Row[] = []
  for (let key: RowKey | undefined; ; ) {
    const request = rows({ key, reverse: false, limit: chunk }).abortSignal(AbortSignal.timeout(30_000))
    const { data } = await request.throwOnError()
    all.push(...data)
    const last = data.at(-1)
    if (last === undefined) return all
    key = keyOf(last)
  }
}

interface Filterable {
  gt(column: string, value: unknown): this
  gte(column: string, value: unknown): this
  lt(column: string, value: unknown): this
  lte(column: string, value: unknown): this
  or(filters: string): this
  order(column: string, options: { ascending: boolean }): this
  limit(count: number): this
}

/** Sorted by `column` descending, then by id unless the column is `unique`. */
export function applyRange<Query extends Filterable>(
  query: Query,
  column: string,
  { key, reverse, limit }: KeysetRange,
  { unique = false } = {},
): Query {
  let rows = query
  if (key && unique) rows = reverse ? rows.gt(column, key.value) : rows.lt(column, key.value)
  else if (key) {
    const side = reverse ? 'gt' : 'lt'
    rows = reverse ? rows.gte(column, key.value) : rows.lte(column, key.value)
    // Quoted only where a name needs it.
    const value = /^[\w.:+-]*$/.test(key.value) ? key.value : JSON.stringify(key.value)
    rows = rows.or(`${column}.${side}.${value},id.${side}.${key.id}`)
  }
  rows = rows.order(column, { ascending: reverse })
  return (unique ? rows : rows.order('id', { ascending: reverse })).limit(limit)
}

export function rangeArguments({ key, reverse, limit }: KeysetRange) {
  return { p_key_value: key?.value, p_key_id: key?.id, p_reverse: reverse, p_limit: limit }
}

export function createdKey({ created_at, id }: { created_at: string; id: string }): RowKey {
  return { value: created_at, id }
}

/** Enforced by the search functions. */
export const maxSearchRows = 1000

const maxCounted = 10_000

/** `capped` if a search finds more (D20). */
export function cappedCount(count: number, isSearch = true) {
  const capped = isSearch && count > maxCounted
  return { value: capped ? maxCounted : count, capped }
}
