import { HttpResponse, http } from 'msw'
import type { Code } from '@/entities/codes/code'
import { uuid } from './builders.ts'
import { memberId } from './render.tsx'
import { filtered } from './rest-rows.ts'
import { server } from './server.ts'

type Counts = Record<
  'total' | 'available' | 'used' | 'tokens_total' | 'tokens_available' | 'tokens_used',
  number
>
type NewCode = Pick<Code, 'code' | 'note' | 'batch_id' | 'token_value'>
type Table = 'redeem_codes' | 'invite_codes'

/** Where a page begins, as a request says it. */
type Asked = { keyId?: string; reverse: boolean; offset: number; limit: number }

/**
 * Serves the codes of one table, newest first, to an admin: lists, search, counts, creating. Answers what it was
 * asked for, and a way to lose the answer of what it creates.
 */
export function serveCodes(table: Table, codes: Code[], counts: Partial<Counts> = {}) {
  const searches: unknown[] = []
  const inserts: NewCode[][] = []
  const mine = new Set<string>()
  let lost = 0

  server.use(
    http.get(`*/rest/v1/${table}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const createdBy = (code: Code) => ({ ...code, created_by: mine.has(code.code) ? memberId : null })
      const filters = new URLSearchParams(query)
      filters.delete('or')
      const listed = filtered(codes.map(createdBy), filters)
      return HttpResponse.json(
        page(listed, {
          keyId: query.get('or')?.match(/,id\.[lg]t\.([^)]*)/)?.[1],
          reverse: query.get('order')?.startsWith('created_at.asc') ?? false,
          offset: Number(query.get('offset')),
          limit: Number(query.get('limit') ?? 1000),
        }),
      )
    }),
    http.post(`*/rest/v1/rpc/search_${table}`, async ({ request }) => {
      const asked = (await request.json()) as SearchArgs
      searches.push(asked)
      const offset = Number(new URL(request.url).searchParams.get('offset'))
      const found = page(matching(codes, asked), {
        keyId: asked.p_key_id,
        reverse: asked.p_reverse,
        offset: 0,
        limit: asked.p_limit,
      })
      return HttpResponse.json(found.slice(offset))
    }),
    http.post('*/rest/v1/rpc/count_codes', async ({ request }) =>
      HttpResponse.json(matching(codes, (await request.json()) as SearchArgs).length),
    ),
    http.post('*/rest/v1/rpc/code_counts', () => HttpResponse.json({ ...countsOf(codes), ...counts })),
    http.post(`*/rest/v1/${table}`, async ({ request }) => {
      const rows = (await request.json()) as NewCode[]
      inserts.push(rows)
      if (rows.some(({ code }) => codes.some((there) => there.code === code)))
        return HttpResponse.json({ code: '23505', message: '' }, { status: 409 })
      const made = rows.map((row) => ({ ...row, ...unused, id: uuid() }))
      codes.unshift(...made)
      for (const { code } of made) mine.add(code)
      if (lost === 0) return HttpResponse.json(made, { status: 201 })
      lost -= 1
      return HttpResponse.error()
    }),
  )
  return {
    searches,
    inserts,
    /** The codes that the signed-in admin created. */
    mine,
    /** The next codes are created, and nobody hears of it. */
    loseAnswer: () => {
      lost = 1
    },
  }
}

const unused = { is_used: false, used_at: null, created_at: '2026-11-20T10:00:00+00:00', user: null }

type SearchArgs = {
  p_search: string
  p_used: boolean
  p_key_id?: string
  p_reverse: boolean
  p_limit: number
}

function matching(codes: Code[], { p_search, p_used }: SearchArgs): Code[] {
  const term = p_search.toLowerCase()
  return codes.filter(
    ({ code, note, is_used, user }) =>
      is_used === p_used &&
      [code, note, user?.name, user?.email].some((text) => text?.toLowerCase().includes(term)),
  )
}

function page(codes: Code[], { keyId, reverse, offset, limit }: Asked): Code[] {
  const sorted = reverse ? [...codes].reverse() : codes
  const start = keyId === undefined ? 0 : sorted.findIndex(({ id }) => id === keyId) + 1
  return sorted.slice(start + offset, start + offset + limit)
}

function countsOf(codes: Code[]): Counts {
  const used = codes.filter(({ is_used }) => is_used)
  const tokens = (some: Code[]) => some.reduce((sum, { token_value }) => sum + (token_value ?? 0), 0)
  return {
    total: codes.length,
    available: codes.length - used.length,
    used: used.length,
    tokens_total: tokens(codes),
    tokens_available: tokens(codes) - tokens(used),
    tokens_used: tokens(used),
  }
}
