import { describe, expect, it } from 'vitest'
import { exceedsQueryLimits } from '../../supabase/local/query-limits.ts'

const request = (query: string, init: RequestInit = {}) =>
  new Request(`http://localhost/rest/v1/orders?${query}`, init)
const list = (count: number, item: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => item(at)).join()

describe('the limits of a query', () => {
  it.each([
    ['four levels of embedding', 'select=id,a(id,b(id,c(id,d(id))))'],
    ['levels under other names', 'select=id,x:a(id,y:b!inner(id,...c(id,d(id))))'],
    ['nine embeddings', `select=id,${list(9, (at) => `a${at}:benefits(id)`)}`],
    ['one column under four names', `select=${list(4, (at) => `a${at}:benefit_description`)}`],
    ['the same by casts', 'select=a:name,b:name::text,c:name::varchar,d:name::bpchar'],
    ['the same by paths', 'select=a:data->x,b:data->y,c:data->>z,d:data->w'],
    ['the same in two selects', 'select=a:name,b:name&select=c:name,d:name'],
    ['101 columns', `select=${list(101, (at) => `c${at}`)}`],
    ['101 conditions', `or=(${list(101, (at) => `id.eq.${at}`)})`],
    [
      '101 conditions, nested',
      `or=(and(${list(51, (at) => `id.eq.${at}`)}),or(${list(51, (at) => `id.eq.${at}`)}))`,
    ],
    ['101 conditions of an embedding', `benefits.or=(${list(101, (at) => `id.eq.${at}`)})`],
    ['101 filters', Array.from({ length: 101 }, () => 'id=eq.1').join('&')],
    ['1,001 values', `id=in.(${list(1001, String)})`],
    ['1,001 values in an or', `or=(id.in.(${list(1001, String)}),id.eq.1)`],
  ])('reject %s for every method', (_what, query) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']) {
      expect(exceedsQueryLimits(request(query, { method }))?.status).toBe(400)
    }
    const rpc = new Request(`http://localhost/rest/v1/rpc/anything?${query}`, { method: 'POST' })
    expect(exceedsQueryLimits(rpc)?.status).toBe(400)
  })

  it.each([
    ['three levels', 'select=id,a(id,b(id,c(id)))'],
    ['one column under three names', 'select=a:name,b:name,c:name,benefits(a:name)'],
    ['100 columns', `select=${list(100, (at) => `c${at}`)}`],
    ['1,000 values', `id=in.(${list(1000, String)})`],
    ['1,000 values in an or', `or=(id.in.(${list(1000, String)}),id.eq.1)`],
    ['100 conditions', `or=(${list(100, (at) => `id.eq.${at}`)})`],
    ['a search with commas and brackets', `or=(name.imatch."${'a,(b)'.repeat(300)}",text.imatch."x")`],
    ['an empty query', ''],
  ])('accept %s', (_what, query) => {
    expect(exceedsQueryLimits(request(query))).toBeUndefined()
  })
})
