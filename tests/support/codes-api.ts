import { HttpResponse, http } from 'msw'
import { type Code, type CodeState, codeStateOf } from '@/entities/codes/code'
import type { Database } from '@/lib/database.types'
import { memberId, uuid } from './builders.ts'
import { searched, selected } from './rest-rows.ts'
import { server } from './server.ts'

type NewCode = Pick<Code, 'code' | 'note' | 'batch_id' | 'token_value'> &
  Partial<Pick<Code, 'max_uses' | 'expires_at'>>
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
    http.post('*/rest/v1/rpc/invitation_counts', () =>
      HttpResponse.json({ total: 0, sent: 0, opened: 0, joined: 0 }),
    ),
    http.head('*/rest/v1/waitlist', () => new HttpResponse(null, { headers: { 'content-range': '*/0' } })),
    // The terms of referrals, beside the invite codes.
    http.get('*/rest/v1/app_settings', () => HttpResponse.json([])),
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
      const created = sent.map((row) => ({ ...unused, ...row, id: uuid() }))
      codes.unshift(...created)
      for (const { code } of created) mine.add(code)
      const isAnswered = request.headers.get('prefer')?.includes('return=representation')
      if (!lost) return isAnswered ? HttpResponse.json(created, { status: 201 }) : noContent()
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

const noContent = () => new HttpResponse(null, { status: 201 })

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

function matching(codes: Code[], { p_search, p_state }: Search): Code[] {
  const term = p_search.toLowerCase()
  return codes.filter(
    (row) =>
      codeStateOf(row) === p_state &&
      [row.code, row.note, row.user?.name, row.user?.email].some((text) =>
        text?.toLowerCase().includes(term),
      ),
  )
}

function countsOf(codes: Code[]): Record<string, number> {
  const inState = (state: CodeState) => codes.filter((code) => codeStateOf(code) === state)
  const left = ({ max_uses, uses }: Code) => max_uses - uses
  const value = ({ token_value }: Code) => token_value ?? 0
  const sum = (some: Code[], of: (code: Code) => number) => some.reduce((total, code) => total + of(code), 0)
  return {
    total: codes.length,
    available: inState('available').length,
    used: inState('used').length,
    expired: inState('expired').length,
    revoked: inState('revoked').length,
    uses: sum(codes, ({ uses }) => uses),
    uses_left: sum(inState('available'), left),
    tokens_claimed: sum(codes, (code) => code.uses * value(code)),
    tokens_left: sum(inState('available'), (code) => left(code) * value(code)),
    tokens_lapsed: sum([...inState('expired'), ...inState('revoked')], (code) => left(code) * value(code)),
  }
}
