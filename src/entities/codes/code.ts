import type { QueryData } from '@supabase/supabase-js'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

/** Token codes give tokens to a member, invite codes let one person in. */
export type CodeKind = 'token' | 'invite'

/** The codes of one tab, and of those the ones that a search finds. */
export type CodeFilters = { used: boolean; search: string }

export const inviteColumns =
  'id, code, note, batch_id, is_used, used_at, created_at, user:redeemer(name, email)' as const
export const tokenColumns = `${inviteColumns}, token_value` as const

const inviteCodes = () => supabase.from('invite_codes').select(inviteColumns)

/** A code of either kind, as the admin screens list it. */
export type Code = QueryData<ReturnType<typeof inviteCodes>>[number] & { token_value?: number }

/** All codes of a kind. */
export function codeTable(kind: CodeKind) {
  return kind === 'token' ? supabase.from('redeem_codes').select(tokenColumns) : inviteCodes()
}

export const codeLoadFailures: Record<CodeKind, string> = {
  token: 'Failed to load redeem codes',
  invite: 'Failed to load invite codes',
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
