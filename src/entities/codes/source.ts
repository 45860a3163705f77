import type { CodeKind } from '@/entities/codes/list'
import { afterKey, type KeysetRange } from '@/entities/shared/keyset'
import type { RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

/** The codes of one tab, and of those the ones that a search finds. */
export type CodeFilters = { used: boolean; search: string }

export const inviteColumns =
  'id, code, note, batch_id, is_used, used_at, created_at, user:redeemer(name, email)' as const
export const tokenColumns = `${inviteColumns}, token_value` as const

/** Reads the codes of a tab newest first: from the table, or from the search. */
export function codeSource(kind: CodeKind, listed: CodeFilters, signal: AbortSignal) {
  const from = (slice: KeysetRange) =>
    listed.search ? found(kind, listed, slice) : inTab(kind, listed, slice)
  return {
    read: (slice: KeysetRange) => from(slice).abortSignal(signal).throwOnError(),
    keyAt: async (index: number) => {
      // The search answers no more than 1,000 rows at once: a page beyond them is not typed, but turned to.
      // Only the key: who used a code would be looked up for every code that is passed over.
      const { data } = await from({ reverse: false, limit: Math.min(index + 1, 1000) })
        .select('id, created_at')
        .range(index, index)
        .abortSignal(signal)
        .throwOnError()
      return data[0] && { value: data[0].created_at, id: data[0].id }
    },
  }
}

/** Reads the codes that were created together, used or not. */
export function batchSource(kind: CodeKind, batch: string, signal: AbortSignal) {
  return {
    read: (slice: KeysetRange) =>
      cut(codeTable(kind).eq('batch_id', batch), slice).abortSignal(signal).throwOnError(),
  }
}

/** All codes of a kind, with the columns that its screen shows. */
export function codeTable(kind: CodeKind) {
  return kind === 'token'
    ? supabase.from('redeem_codes').select(tokenColumns)
    : supabase.from('invite_codes').select(inviteColumns)
}

function inTab(kind: CodeKind, { used }: CodeFilters, slice: KeysetRange) {
  return cut(codeTable(kind).eq('is_used', used), slice)
}

/** Newest first, or from the end; beyond a row that was seen. */
function cut(rows: ReturnType<typeof codeTable>, { key, reverse, limit }: KeysetRange) {
  return (key ? past(rows, key, reverse) : rows)
    .order('created_at', { ascending: reverse })
    .order('id', { ascending: reverse })
    .limit(limit)
}

function past(rows: ReturnType<typeof codeTable>, key: RowKey, reverse: boolean) {
  const near = reverse ? rows.gte('created_at', key.value) : rows.lte('created_at', key.value)
  return near.or(afterKey('created_at', key, !reverse))
}

function found(kind: CodeKind, { used, search }: CodeFilters, { key, reverse, limit }: KeysetRange) {
  const asked = {
    p_search: search,
    p_used: used,
    p_key_value: key?.value,
    p_key_id: key?.id,
    p_reverse: reverse,
    p_limit: limit,
  }
  // Only the order that a request asks for is sure to come.
  const rows =
    kind === 'token'
      ? supabase.rpc('search_redeem_codes', asked).select(tokenColumns)
      : supabase.rpc('search_invite_codes', asked).select(inviteColumns)
  return rows.order('created_at', { ascending: reverse }).order('id', { ascending: reverse })
}
