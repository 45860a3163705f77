import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CodeKind, codeKeys } from '@/entities/codes/code'
import { codeLoadFailures } from '@/entities/codes/messages'
import type { Invitation } from '@/entities/invitations/admin'
import { type KeysetPage, type KeysetRange, rangeArguments, readKeysetPage } from '@/entities/shared/keyset'
import { findOne } from '@/entities/shared/read'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { FunctionRow, Nullable } from '@/lib/tables'

type Row = FunctionRow<'code_details'>
type Always =
  | 'id'
  | 'code'
  | 'max_uses'
  | 'uses'
  | 'is_used'
  | 'created_at'
  | 'batch_codes'
  | 'batch_available'

/** `source` and the columns after it are null without an invitation. */
export type CodeDetails = Nullable<Row, Exclude<keyof Row, Always>>

/** Without a name once deleted (D12). */
export type CodeUser = Nullable<
  FunctionRow<'code_users'>,
  'user_id' | 'name' | 'email' | 'tokens' | 'order_id' | 'order_number' | 'ordered_at'
>

export const codeUsersPerPage = 10

export function useCode(kind: CodeKind, id: string) {
  return useQuery({
    queryKey: codeKeys(kind).detail(id),
    queryFn: ({ signal }) =>
      findOne<CodeDetails>(supabase.rpc('code_details', { p_kind: kind, p_id: id }), signal),
    refetchOnWindowFocus: 'always',
    meta: { failed: codeLoadFailures[kind] },
  })
}

export function useCodeUsers(kind: CodeKind, id: string, cursor: PageCursor) {
  return useQuery({
    queryKey: codeKeys(kind).users(id, cursor),
    queryFn: ({ signal }): Promise<KeysetPage<CodeUser>> => {
      const rows = (range: KeysetRange) =>
        supabase.rpc('code_users', { p_kind: kind, p_id: id, ...rangeArguments(range) })
      return readKeysetPage({ rows }, cursor, codeUsersPerPage, signal)
    },
    placeholderData: keepPreviousData,
    meta: { failed: 'Failed to load who used the code' },
  })
}

export function invitationOf(code: CodeDetails): Invitation | undefined {
  const { source, invitation_state: state } = code
  if (state === null) return undefined
  return {
    code_id: code.id,
    code: code.code,
    source: source as Invitation['source'],
    inviter: code.inviter,
    email: code.sent_to,
    bound: code.bound_to !== null,
    state: state as Invitation['state'],
    sends: code.sends ?? 0,
    last_sent_at: code.last_sent_at,
    opened_at: code.opened_at,
    opens: code.opens ?? 0,
    joined_at: null,
    joined_name: null,
    expires_at: code.expires_at,
    created_at: code.created_at,
    name: null,
    membership_ends_at: null,
    opening_balance: null,
  }
}
