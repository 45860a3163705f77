import { expect, it } from 'vitest'
import { cursorFrom, type PageCursor, type RowKey, withCursor, withoutCursor } from '@/lib/page-cursor'
import { type KeysetRange, readAllRows, readKeysetPage } from './keyset'

const list = Array.from({ length: 23 }, (_, n) => ({ value: `v${n >> 1}`, id: String(n).padStart(2, '0') }))
const size = 5
const keyOf = (row: RowKey) => row

function request(data: RowKey[], error?: object) {
  return {
    range: (from: number, to: number) => request(data.slice(from, to + 1), error),
    abortSignal: () => request(data, error),
    throwOnError: () => (error ? Promise.reject(error) : Promise.resolve({ data })),
  }
}

function rows({ key, reverse, limit }: KeysetRange) {
  const order = reverse ? list.toReversed() : list
  const from = key ? order.findIndex(({ id }) => (reverse ? id < key.id : id > key.id)) : 0
  return request(from < 0 ? [] : order.slice(from, from + limit))
}

const source = { rows, keys: rows, keyOf, maxRows: 15 }
const read = (cursor: PageCursor, from = source) =>
  readKeysetPage(from, cursor, size, new AbortController().signal)
const fromUrl = (query: string) => cursorFrom(new URLSearchParams(query))
const ids = (page: { rows: RowKey[] }) => page.rows.map(({ id }) => Number(id))

it('reads every row once forwards, and the same pages backwards', async () => {
  const pages = [await read({ page: 1 })]
  let query = new URLSearchParams()
  const turn = async (cursor: PageCursor) => {
    query = withCursor(query, cursor)
    return read(fromUrl(query.toString()))
  }
  for (let last = pages[0]!; last.hasNext && pages.length < 6; last = pages.at(-1)!)
    pages.push(await turn({ page: last.page + 1, after: last.rows.at(-1) }))
  expect(pages.flatMap(ids)).toEqual(list.map((_, n) => n))
  expect(pages).toHaveLength(5)

  for (const expected of pages.slice(1, -1).reverse()) {
    const [head] = pages[expected.page]!.rows
    expect(await turn({ page: expected.page, before: head })).toEqual({
      ...expected,
      hasPrevious: true,
      hasNext: true,
    })
  }
  expect(await turn({ page: 2, before: list[5] })).toMatchObject({ hasPrevious: false })
})

it.each([
  ['the last page', 'page=5&last=3', 5, [20, 21, 22], false],
  ['a typed page', 'page=3', 3, [10, 11, 12, 13, 14], true],
  ['a typed page for an invalid length of the last', 'page=2&last=-1', 2, [5, 6, 7, 8, 9], true],
  ['the first page past the end', 'page=99', 1, [0, 1, 2, 3, 4], true],
  ['the first page where a function returns no more rows', 'page=5', 1, [0, 1, 2, 3, 4], true],
  ['the first page after an unknown key', 'page=2&after=v9~77', 1, [0, 1, 2, 3, 4], true],
  ['the first page before the first row', 'page=2&before=v0~00', 1, [0, 1, 2, 3, 4], true],
  ['the first page for an invalid number', 'page=0', 1, [0, 1, 2, 3, 4], true],
  ['the first page for an invalid number', 'page=-2', 1, [0, 1, 2, 3, 4], true],
  ['the first page for an invalid number', 'page=x', 1, [0, 1, 2, 3, 4], true],
])('reads %s: %s', async (_name, query, page, expected, hasNext) => {
  const found = await read(fromUrl(query))
  expect([found.page, ids(found), found.hasPrevious, found.hasNext]).toEqual([
    page,
    expected,
    page > 1,
    hasNext,
  ])
})

it('reads the first page for a key that the database cannot read, and throws any other error', async () => {
  const failing = (code: string) => ({
    ...source,
    rows: (range: KeysetRange) => (range.key ? request([], { code }) : rows(range)),
  })
  const cursor = fromUrl('page=2&after=zzz~1')
  expect((await read(cursor, failing('22007'))).page).toBe(1)
  await expect(read(cursor, failing('42501'))).rejects.toEqual({ code: '42501' })
})

it('reads all rows until an empty response', async () => {
  const few = (range: KeysetRange) => rows({ ...range, limit: 4 })
  expect(await readAllRows(few, keyOf)).toEqual(list)
})

it('keeps a key with separators in its value, and removes every part of a cursor', () => {
  const cursor = { page: 2, after: { value: 'a~b~c', id: '07' } }
  expect(fromUrl(withCursor(new URLSearchParams(), cursor).toString())).toEqual(cursor)
  const query = new URLSearchParams('search=x&page=9&after=v1~03&before=v2~05&last=3')
  expect(withoutCursor(query).toString()).toBe('search=x')
})
