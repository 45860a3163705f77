import { describe, expect, it } from 'vitest'
import { cursorFrom, type RowKey, withCursor, withoutCursor } from '@/lib/page-cursor'
import { type KeysetRange, readKeysetPage } from './keyset'

type Row = { value: string; id: string }
const list: Row[] = Array.from({ length: 23 }, (_, n) => ({
  value: `v${n >> 1}`,
  id: String(n).padStart(2, '0'),
}))
const size = 5

/** A list that is sorted as its rows stand, read as a server would. */
function source(rows = list) {
  return {
    read: async ({ key, reverse, limit }: KeysetRange) => {
      const order = reverse ? rows.toReversed() : rows
      const from = key ? order.findIndex(({ id }) => (reverse ? id < key.id : id > key.id)) : 0
      return { data: from < 0 ? [] : order.slice(from, from + limit) }
    },
    keyAt: async (index: number): Promise<RowKey | undefined> => rows[index],
  }
}
const ids = (rows: Row[]) => rows.map(({ id }) => Number(id))

/** Through the address bar and back, as every place travels. */
const travel = (query: string) => cursorFrom(new URLSearchParams(query))

describe('a long list, page by page', () => {
  it('reaches every row once forwards, and the same pages backwards', async () => {
    const pages: number[][] = []
    let shown = await readKeysetPage({ page: 1 }, size, source())
    let query = new URLSearchParams()
    // One more than there are, so that a list without an end is seen, not followed.
    while (pages.length < 6) {
      pages.push(ids(shown.rows))
      if (!shown.hasNext) break
      query = withCursor(query, { page: shown.page + 1, after: shown.rows.at(-1) })
      shown = await readKeysetPage(travel(query.toString()), size, source())
    }
    expect(pages.flat()).toEqual(list.map((_, n) => n))
    expect(pages.length).toBe(5)

    for (const expected of pages.slice(1, -1).reverse()) {
      query = withCursor(query, { page: shown.page - 1, before: shown.rows[0] })
      shown = await readKeysetPage(travel(query.toString()), size, source())
      expect(ids(shown.rows)).toEqual(expected)
      expect([shown.hasPrevious, shown.hasNext]).toEqual([true, true])
    }
  })

  it('the last page holds what the last page holds', async () => {
    const { rows, page, hasPrevious, hasNext } = await readKeysetPage(travel('page=5&last=3'), size, source())
    expect([ids(rows), page, hasPrevious, hasNext]).toEqual([[20, 21, 22], 5, true, false])
  })

  it('a page number alone is looked up', async () => {
    const { rows, hasNext } = await readKeysetPage(travel('page=3'), size, source())
    expect([ids(rows), hasNext]).toEqual([[10, 11, 12, 13, 14], true])
  })

  it.each(['page=99', 'page=2&after=v9~77', 'page=0', 'page=-2', 'page=x', 'page=2&before=v0~00'])(
    '%s is answered with the first page',
    async (query) => {
      const { rows, page, hasPrevious } = await readKeysetPage(travel(query), size, source())
      expect([ids(rows), page, hasPrevious]).toEqual([[0, 1, 2, 3, 4], 1, false])
    },
  )

  it('a key that the database cannot read is answered with the first page, any other error is thrown', async () => {
    const failing = (code: string) => ({
      ...source(),
      read: (slice: KeysetRange) => (slice.key ? Promise.reject({ code }) : source().read(slice)),
    })
    expect((await readKeysetPage(travel('page=2&after=zzz~1'), size, failing('22007'))).page).toBe(1)
    await expect(readKeysetPage(travel('page=2&after=v1~03'), size, failing('42501'))).rejects.toEqual({
      code: '42501',
    })
  })

  it('a key keeps its value, whatever that holds', () => {
    const place = { page: 2, after: { value: 'a~b~c', id: '07' } }
    expect(travel(withCursor(new URLSearchParams(), place).toString())).toEqual(place)
  })

  it('another search takes every part of the place out of the address', () => {
    const query = new URLSearchParams('search=x&page=9&after=v1~03&before=v2~05&last=3')
    expect(withoutCursor(query).toString()).toBe('search=x')
  })
})
