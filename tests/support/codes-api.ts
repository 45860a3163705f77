import { HttpResponse, http } from 'msw'
import { type Code, type CodeState, codeStateOf } from '@/entities/codes/code'
import type { Database } from '@/lib/database.types'
import { uuid } from './builders.ts'
import { serveCall, server } from './server.ts'

type NewCode = Pick<Code, 'code' | 'note' | 'batch_id' | 'token_value'> &
  Partial<Pick<Code, 'max_uses' | 'expires_at'>>
type Search = Database['public']['Functions']['search_redeem_codes']['Args']

/** Serves the codes of one table to an admin, by their state; a search finds all of them. Records what was requested. */
export function serveCodes(
  table: 'redeem_codes' | 'invite_codes',
  codes: Code[],
  counts: Record<string, number> = {},
) {
  const reads: URLSearchParams[] = []
  const inserts: NewCode[][] = []
  const kind = table === 'redeem_codes' ? 'token' : 'invite'
  const inState = (state: string) => codes.filter((code) => codeStateOf(code) === state)
  const count = (state: CodeState) => inState(state).length

  server.use(
    http.head('*/rest/v1/waitlist', () => new HttpResponse(null, { headers: { 'content-range': '*/0' } })),
    http.get(`*/rest/v1/${table}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      reads.push(query)
      // All of them are on the first page.
      return HttpResponse.json(query.has('or') ? [] : codes)
    }),
    http.post<never, Search & { p_kind: string }>('*/rest/v1/rpc/count_codes', async ({ request }) => {
      const { p_kind, p_state } = await request.json()
      return p_kind === kind ? HttpResponse.json(inState(p_state).length) : undefined
    }),
    http.post<never, { p_kind: string }>('*/rest/v1/rpc/code_counts', async ({ request }) => {
      if ((await request.json()).p_kind !== kind) return undefined
      const states = { used: count('used'), expired: count('expired'), revoked: count('revoked') }
      const sums = { uses: 0, uses_left: 0, tokens_claimed: 0, tokens_left: 0, tokens_lapsed: 0 }
      const all = { total: codes.length, available: count('available'), ...states, ...sums, ...counts }
      return HttpResponse.json(all)
    }),
    http.post<never, NewCode[]>(`*/rest/v1/${table}`, async ({ request }) => {
      const sent = await request.json()
      inserts.push(sent)
      const created = sent.map((row) => ({ ...unused, ...row, id: uuid() }))
      codes.unshift(...created)
      const returnsRows = request.headers.get('prefer')?.includes('return=representation')
      return new HttpResponse(returnsRows ? JSON.stringify(created) : null, { status: 201 })
    }),
  )
  serveCall('invitation_counts', () => ({ total: 0, sent: 0, opened: 0, joined: 0 }))
  const searches = serveCall<Search>(`search_${table}`, ({ p_key_id, p_state }) =>
    p_key_id ? [] : inState(p_state),
  )
  return { searches, reads, inserts }
}

const unused = {
  is_revoked: false,
  is_used: false,
  uses: 0,
  max_uses: 1,
  expires_at: null,
  used_at: null,
  revoked_at: null,
  revoked_reason: null,
  created_at: '2026-11-20T10:00:00+00:00',
  user: null,
  revoker: null,
}
