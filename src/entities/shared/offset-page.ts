import { errorCode } from '@/lib/errors'

/** One page of a list: its rows, how many rows there are in all, and which page it is. */
export type Page<Row> = { rows: Row[]; count: number; page: number; pages: number }

type Read<Row> = (first: number, last: number) => PromiseLike<{ data: Row[]; count: number | null }>

/**
 * Reads page `page` (from 1) with the exact count. A page past the end is answered with the last one:
 * the list may have become shorter since its address was written.
 */
export async function readPage<Row>(page: number, size: number, read: Read<Row>): Promise<Page<Row>> {
  const first = (page - 1) * size
  try {
    const { data, count } = await read(first, first + size - 1)
    const pages = Math.max(1, Math.ceil((count ?? 0) / size))
    return { rows: data, count: count ?? 0, page, pages }
  } catch (error) {
    if (errorCode(error) !== 'PGRST103' || page === 1) throw error
    const start = await readPage(1, size, read)
    return start.pages === 1 ? start : readPage(start.pages, size, read)
  }
}
