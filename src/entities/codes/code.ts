import type { QueryData } from '@supabase/supabase-js'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

export type CodeKind = 'token' | 'invite'

export type CodeState = 'available' | 'used' | 'expired' | 'revoked'

export type CodeFilters = { state: CodeState; search: string }

export type CodeSort = {
  by: 'code' | 'token_value' | 'created_at' | 'expires_at' | 'used_at' | 'revoked_at'
  ascending: boolean
}

export const inviteColumns =
  'id, code, note, batch_id, is_used, uses, max_uses, used_at, expires_at, revoked_at, revoked_reason, created_at, user:redeemer(name, email), revoker(name)' as const
export const tokenColumns = `${inviteColumns}, token_value` as const

const inviteCodes = () => supabase.from('invite_codes').select(inviteColumns)

export type Code = QueryData<ReturnType<typeof inviteCodes>>[number] & { token_value?: number }

/** By this device's clock; the database decides by its own. */
export function codeStateOf({
  is_used,
  revoked_at,
  expires_at,
}: Pick<Code, 'is_used' | 'revoked_at' | 'expires_at'>): CodeState {
  if (revoked_at) return 'revoked'
  if (is_used) return 'used'
  return expires_at && Date.parse(expires_at) <= Date.now() ? 'expired' : 'available'
}

export function codeTable(kind: CodeKind) {
  return kind === 'token' ? supabase.from('redeem_codes').select(tokenColumns) : inviteCodes()
}

export const codeKeys = (kind: CodeKind) => {
  const noun = kind === 'token' ? 'redeem-codes' : 'invite-codes'
  return {
    list: (filters: CodeFilters, sort: CodeSort, cursor: PageCursor) => [noun, 'list', filters, sort, cursor],
    searchCount: (filters: CodeFilters) => [noun, 'search-count', filters],
    counts: [noun, 'counts'],
    detail: (id: string) => [noun, 'detail', id],
    users: (id: string, cursor: PageCursor) => [noun, 'users', id, cursor],
    ofProfile: (profileId: string, cursor: PageCursor) => [noun, 'of-profile', profileId, cursor],
  }
}
