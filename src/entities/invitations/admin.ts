import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeysetRange, rangeArguments, readKeysetPage } from '@/entities/shared/keyset'
import { readOne } from '@/entities/shared/read'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

/** 'sent' only once the email was (D42). */
type InvitationState =
  | 'waiting'
  | 'sent'
  | 'opened'
  | 'joined'
  | 'expired'
  | 'revoked'
  | 'given_up'
  | 'skipped'

/** The address is null once erased (D12). */
export type Invitation = {
  code_id: string
  code: string
  source: 'admin' | 'member' | 'waitlist'
  inviter: string | null
  email: string | null
  bound: boolean
  state: InvitationState
  sends: number
  last_sent_at: string | null
  opened_at: string | null
  opens: number
  joined_at: string | null
  joined_name: string | null
  expires_at: string | null
  created_at: string
  name: string | null
  membership_ends_at: string | null
  opening_balance: number | null
}

export const invitationsPerPage = 25
/** Enforced by the database: the first email, and five more. */
export const maxSends = 6

export const invitationKeys = {
  all: ['invitations'],
  list: (search: string, cursor: PageCursor) => ['invitations', 'list', search, cursor],
  counts: (search: string) => ['invitations', 'counts', search],
  dryRun: (id: string) => ['invitations', 'dry-run', id],
}

export const invitationKey = ({ created_at, code_id }: Invitation): RowKey => ({
  value: created_at,
  id: code_id,
})

function rowsOf(search: string, range: KeysetRange) {
  const rows = supabase.rpc('search_invitations', { p_search: search, ...rangeArguments(range) })
  // PostgREST guarantees no order without an explicit one.
  return rows.order('created_at', { ascending: range.reverse }).order('code_id', { ascending: range.reverse })
}

async function readPage(search: string, cursor: PageCursor, signal: AbortSignal) {
  const source = { rows: (range: KeysetRange) => rowsOf(search, range) }
  const page = await readKeysetPage(source, cursor, invitationsPerPage, signal)
  return {
    ...page,
    rows: page.rows.map((row): Invitation => {
      const { state, source } = row
      return { ...row, state: state as InvitationState, source: source as Invitation['source'] }
    }),
  }
}

export function useInvitations(search: string, cursor: PageCursor) {
  return useQuery({
    queryKey: invitationKeys.list(search, cursor),
    queryFn: ({ signal }) => readPage(search, cursor, signal),
    placeholderData: keepPreviousData,
    meta: { failed: 'Failed to load invitations' },
  })
}

/** Of all invitations by email, or of those that match the search. */
export function useInvitationCounts(search = '') {
  return useQuery({
    queryKey: invitationKeys.counts(search),
    queryFn: async ({ signal }) => {
      const counts = supabase.rpc('invitation_counts', { p_search: search })
      return readOne(counts, signal)
    },
  })
}
