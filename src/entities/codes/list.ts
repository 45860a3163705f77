import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type CodeFilters, codeSource } from '@/entities/codes/source'
import { readKeysetPage } from '@/entities/shared/keyset'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

/** Token codes give tokens to a member, invite codes let one person in. */
export type CodeKind = 'token' | 'invite'

/** A code of either kind, as the admin screens list it. */
export type Code = Pick<
  Tables<'invite_codes'>,
  'id' | 'code' | 'note' | 'batch_id' | 'is_used' | 'used_at' | 'created_at'
> & {
  token_value?: number
  user: { name: string; email: string } | null
}

export const codesPerPage = 25

/** What differs between the kinds, in the words of chapter 8. */
const kinds = {
  token: { noun: 'redeem-codes', load: 'Failed to load redeem codes' },
  invite: { noun: 'invite-codes', load: 'Failed to load invite codes' },
} as const

/** The sentence of a failed load of this kind (chapter 8). */
export function codesLoadFailure(kind: CodeKind): string {
  return kinds[kind].load
}

/** Where a code stands in its list: newest first. */
export function codeKey({ created_at, id }: Pick<Code, 'created_at' | 'id'>): RowKey {
  return { value: created_at, id }
}

/** A search that matches more is told as '10,000+' (D20). */
const countedMatches = 10_000

export const codeQueries = {
  list: (kind: CodeKind, listed: CodeFilters, place: PageCursor) =>
    queryOptions({
      queryKey: [kinds[kind].noun, 'list', listed, place],
      queryFn: ({ signal }) => readKeysetPage(place, codesPerPage, codeSource(kind, listed, signal)),
      placeholderData: keepPreviousData,
      meta: { failed: kinds[kind].load },
    }),
  matches: (kind: CodeKind, { used, search }: CodeFilters) =>
    queryOptions({
      queryKey: [kinds[kind].noun, 'matches', used, search],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('count_codes', { p_kind: kind, p_used: used, p_search: search })
          .abortSignal(signal)
          .throwOnError()
        return { value: Math.min(data, countedMatches), capped: data > countedMatches }
      },
      enabled: search !== '',
    }),
  counts: (kind: CodeKind) =>
    queryOptions({
      queryKey: [kinds[kind].noun, 'counts'],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('code_counts', { p_kind: kind })
          .abortSignal(signal)
          .single()
          .throwOnError()
        return data
      },
    }),
}

/** One page of the used or the available codes that match, newest first. */
export function useCodes(kind: CodeKind, listed: CodeFilters, place: PageCursor) {
  return useQuery(codeQueries.list(kind, listed, place))
}

/** How many codes match a search; nothing where none is searched for. */
export function useCodeSearchCount(kind: CodeKind, listed: CodeFilters) {
  return useQuery(codeQueries.matches(kind, listed))
}

/** Exact counts of all codes of a kind, and of the tokens in them (D20). */
export function useCodeCounts(kind: CodeKind) {
  return useQuery(codeQueries.counts(kind))
}
