import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import {
  type Code,
  type CodeFilters,
  type CodeKind,
  codeKeys,
  codeTable,
  inviteColumns,
  tokenColumns,
} from '@/entities/codes/code'
import { codeLoadFailures } from '@/entities/codes/messages'
import {
  applyRange,
  cappedCount,
  createdKey,
  type KeysetRange,
  type KeysetSource,
  maxSearchRows,
  rangeArguments,
  readKeysetPage,
} from '@/entities/shared/keyset'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

export const codesPerPage = 25

function listedRows(kind: CodeKind, { state, search }: CodeFilters, range: KeysetRange) {
  const query = { p_search: search, p_state: state, ...rangeArguments(range) }
  const rows =
    kind === 'token'
      ? supabase.rpc('search_redeem_codes', query).select(tokenColumns)
      : supabase.rpc('search_invite_codes', query).select(inviteColumns)
  // PostgREST guarantees no order without an explicit one.
  return rows.order('created_at', { ascending: range.reverse }).order('id', { ascending: range.reverse })
}

export function codeSource(kind: CodeKind, filters: CodeFilters) {
  const rows = (range: KeysetRange) => listedRows(kind, filters, range)
  return {
    rows,
    keys: (range) => rows(range).select('id, created_at'),
    keyOf: createdKey,
    maxRows: maxSearchRows,
  } satisfies KeysetSource<Code, Pick<Code, 'id' | 'created_at'>>
}

export function batchRows(kind: CodeKind, batch: string) {
  return (range: KeysetRange) => applyRange(codeTable(kind).eq('batch_id', batch), 'created_at', range)
}

export const codeQueries = {
  list: (kind: CodeKind, filters: CodeFilters, cursor: PageCursor) =>
    queryOptions({
      queryKey: codeKeys(kind).list(filters, cursor),
      queryFn: ({ signal }) => readKeysetPage(codeSource(kind, filters), cursor, codesPerPage, signal),
      placeholderData: keepPreviousData,
      meta: { failed: codeLoadFailures[kind] },
    }),
  searchCount: (kind: CodeKind, { state, search }: CodeFilters) =>
    queryOptions({
      queryKey: codeKeys(kind).searchCount({ state, search }),
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('count_codes', { p_kind: kind, p_state: state, p_search: search })
          .abortSignal(signal)
          .throwOnError()
        return cappedCount(data)
      },
      enabled: search !== '',
    }),
  counts: (kind: CodeKind) =>
    queryOptions({
      queryKey: codeKeys(kind).counts,
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

export function useCodes(kind: CodeKind, filters: CodeFilters, cursor: PageCursor) {
  return useQuery(codeQueries.list(kind, filters, cursor))
}

export function useCodeSearchCount(kind: CodeKind, filters: CodeFilters) {
  return useQuery(codeQueries.searchCount(kind, filters))
}

export function useCodeCounts(kind: CodeKind) {
  return useQuery(codeQueries.counts(kind))
}

type Counts = Record<'available' | 'used' | 'expired' | 'revoked', number>

/** How many codes the lists show: all of them, but those that belong to an invitation. */
export function listedCodes({ available, used, expired, revoked }: Counts): number {
  return available + used + expired + revoked
}
