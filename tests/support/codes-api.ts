import { HttpResponse, http } from 'msw'
import type { Code } from '@/entities/codes'
import { uuid } from './builders.ts'
import { server } from './server.ts'

type Served = { available?: Code[]; used?: Code[]; counts?: { available: number; used: number } }

/** Serves the codes of one table to an admin; answers the lists that were asked for and what was inserted. */
export function serveCodes(
  table: 'redeem_codes' | 'invite_codes',
  { available = [], used = [], counts }: Served,
) {
  const lists: URLSearchParams[] = []
  const inserts: unknown[] = []
  const rows = (query: URLSearchParams) => (query.get('is_used') === 'eq.true' ? used : available)
  const count = (query: URLSearchParams) =>
    counts ? counts[query.get('is_used') === 'eq.true' ? 'used' : 'available'] : rows(query).length

  server.use(
    http.head(`*/rest/v1/${table}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      return new HttpResponse(null, { headers: { 'content-range': `*/${count(query)}` } })
    }),
    http.get(`*/rest/v1/${table}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      lists.push(query)
      return HttpResponse.json(rows(query), { headers: { 'content-range': `0-24/${count(query)}` } })
    }),
    http.post(`*/rest/v1/${table}`, async ({ request }) => {
      const body = (await request.json()) as { code: string; token_value?: number }
      inserts.push(body)
      const row = { id: uuid(), created_at: '2026-11-20T10:00:00Z', user: null, ...body }
      available.unshift(row)
      return HttpResponse.json({ id: row.id, code: row.code }, { status: 201 })
    }),
  )
  return { lists, inserts }
}
