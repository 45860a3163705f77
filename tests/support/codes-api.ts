import { HttpResponse, http } from 'msw'
import type { Code } from '@/entities/codes/code'
import type { Database } from '@/lib/database.types'
import { uuid } from './builders.ts'
import { memberId } from './render.tsx'
import { searched, selected } from './rest-rows.ts'
import { server } from './server.ts'

type NewCode = Pick<Code, 'code' | 'note' | 'batch_id' | 'token_value'>
type Search = Database['public']['Functions']['search_redeem_codes']['Args']

/** Serves the codes of one table, newest first, to an admin: lists, search, counts and creation. Records what was requested. */
export function serveCodes(
  table: 'redeem_codes' | 'invite_codes',
  codes: Code[],
  counts: Record<string, number> = {},
) {
  const searches: Search[] = []
  const inserts: NewCode[][] = []
  const mine = new Set<string>()
  const kind = table === 'redeem_codes' ? 'token' : 'invite'
  let lost = false
  const rows = () =>
    codes.map((code, index) => ({
      ...code,
      created_at: new Date(Date.parse(code.created_at) - index).toISOString(),
      created_by: mine.has(code.code) ? memberId : null,
    }))
  const query = (request: Request) => new URL(request.url).searchParams

  server.use(
    http.get(`*/rest/v1/${table}`, ({ request }) => HttpResponse.json(selected(rows(), query(request)))),
    http.post<never, Search>(`*/rest/v1/rpc/search_${table}`, async ({ request }) => {
      const search = await request.json()
      searches.push(search)
      return HttpResponse.json(searched(matching(rows(), search), search, query(request)))
    }),
    http.post<never, Search & { p_kind: string }>('*/rest/v1/rpc/count_codes', async ({ request }) => {
      const search = await request.json()
      return search.p_kind === kind ? HttpResponse.json(matching(codes, search).length) : undefined
    }),
    http.post<never, { p_kind: string }>('*/rest/v1/rpc/code_counts', async ({ request }) => {
      const { p_kind } = await request.json()
      return p_kind === kind ? HttpResponse.json({ ...countsOf(codes), ...counts }) : undefined
    }),
    http.post<never, NewCode[]>(`*/rest/v1/${table}`, async ({ request }) => {
      const sent = await request.json()
      inserts.push(sent)
      if (sent.some(({ code }) => codes.some((existing) => existing.code === code)))
        return HttpResponse.json({ code: '23505', message: '' }, { status: 409 })
      const created = sent.map((row) => ({ ...row, ...unused, id: uuid() }))
      codes.unshift(...created)
      for (const { code } of created) mine.add(code)
      if (!lost) return HttpResponse.json(created, { status: 201 })
      lost = false
      return HttpResponse.error()
    }),
  )
  return {
    searches,
    inserts,
    /** The codes that the signed-in admin created. */
    mine,
    /** The next codes are created, but their response is lost. */
    loseAnswer: () => {
      lost = true
    },
  }
}

const unused = { is_used: false, used_at: null, created_at: '2026-11-20T10:00:00+00:00', user: null }

function matching(codes: Code[], { p_search, p_used }: Search): Code[] {
  const term = p_search.toLowerCase()
  return codes.filter(
    ({ code, note, is_used, user }) =>
      is_used === p_used &&
      [code, note, user?.name, user?.email].some((text) => text?.toLowerCase().includes(term)),
  )
}

function countsOf(codes: Code[]): Record<string, number> {
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
