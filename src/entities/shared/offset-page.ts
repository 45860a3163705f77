import { errorCode } from '@/lib/errors'

export type Page<Row> = { rows: Row[]; count: number; page: number; pages: number }

type Read<Row> = (first: number, last: number) => PromiseLike<{ data: Row[]; count: number | null }>

/** `page` starts at 1; past the end, returns the last page, as the list may have become shorter. */
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
