import type { QueryData } from '@supabase/supabase-js'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

/** Token codes credit a member; an invite code admits one person. */
export type CodeKind = 'token' | 'invite'

export type CodeFilters = { used: boolean; search: string }

export const inviteColumns =
  'id, code, note, batch_id, is_used, used_at, created_at, user:redeemer(name, email)' as const
export const tokenColumns = `${inviteColumns}, token_value` as const

const inviteCodes = () => supabase.from('invite_codes').select(inviteColumns)

export type Code = QueryData<ReturnType<typeof inviteCodes>>[number] & { token_value?: number }

export function codeTable(kind: CodeKind) {
  return kind === 'token' ? supabase.from('redeem_codes').select(tokenColumns) : inviteCodes()
}

export const codeKeys = (kind: CodeKind) => {
  const noun = kind === 'token' ? 'redeem-codes' : 'invite-codes'
  return {
    list: (filters: CodeFilters, cursor: PageCursor) => [noun, 'list', filters, cursor],
    searchCount: (filters: CodeFilters) => [noun, 'search-count', filters],
    counts: [noun, 'counts'],
    ofProfile: (profileId: string, cursor: PageCursor) => [noun, 'of-profile', profileId, cursor],
  }
}
