import { errorCode } from '@/lib/errors'
import type { PageCursor, RowKey } from '@/lib/page-cursor'

/** One page of a long list, which page it is, and whether there are rows on either side of it. */
export type KeysetPage<Row> = { rows: Row[]; page: number; hasPrevious: boolean; hasNext: boolean }

/** `limit` rows in the order of the list, or from its end with `reverse`; with a `key` those beyond that row. */
export type KeysetRange = { key?: RowKey; reverse: boolean; limit: number }

type Source<Row> = {
  read: (slice: KeysetRange) => PromiseLike<{ data: Row[] }>
  /** The key of the row that so many others stand before; undefined where the list is shorter. */
  keyAt: (index: number) => PromiseLike<RowKey | undefined>
}

/**
 * Reads one page by the key of its neighbour, which takes the same time at any depth (D20). A place that is no
 * longer there is answered with the first page.
 */
export async function readKeysetPage<Row>(
  place: PageCursor,
  size: number,
  source: Source<Row>,
): Promise<KeysetPage<Row>> {
  if (place.page === 1) return first(size, source)
  try {
    return (await there(place, size, source)) ?? (await first(size, source))
  } catch (error) {
    if (!unreadable.includes(errorCode(error))) throw error
    return first(size, source)
  }
}

/** What the database says of a key that is no time, no number or no id. */
const unreadable = ['22007', '22008', '22P02', '22003', 'PGRST100']

async function there<Row>({ page, after, before, last }: PageCursor, size: number, source: Source<Row>) {
  if (last !== undefined) {
    const { data } = await source.read({ reverse: true, limit: Math.min(last, size) + 1 })
    const rows = data.slice(0, Math.min(last, size)).reverse()
    if (rows.length > 0) return { rows, page, hasPrevious: data.length > rows.length, hasNext: false }
  } else if (before) {
    const { data } = await source.read({ key: before, reverse: true, limit: size + 1 })
    const rows = data.slice(0, size).reverse()
    if (rows.length > 0) return { rows, page, hasPrevious: data.length > size, hasNext: true }
  } else {
    const key = after ?? (await source.keyAt((page - 1) * size - 1))
    const { data } = key ? await source.read({ key, reverse: false, limit: size + 1 }) : { data: [] }
    const rows = data.slice(0, size)
    if (rows.length > 0) return { rows, page, hasPrevious: true, hasNext: data.length > size }
  }
  return undefined
}

async function first<Row>(size: number, source: Source<Row>): Promise<KeysetPage<Row>> {
  const { data } = await source.read({ reverse: false, limit: size + 1 })
  return { rows: data.slice(0, size), page: 1, hasPrevious: false, hasNext: data.length > size }
}

/** A PostgREST `or=` filter: beyond a row in a list that is sorted by `column`, then by id; `column` is bounded as well. */
export function afterKey(column: string, { value, id }: RowKey, downwards: boolean): string {
  const side = downwards ? 'lt' : 'gt'
  return `${column}.${side}.${value},id.${side}.${id}`
}
