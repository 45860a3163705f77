import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import {
  type Code,
  type CodeFilters,
  type CodeKind,
  type CodeSort,
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
  readAllRows,
  readKeysetPage,
} from '@/entities/shared/keyset'
import { read, readOne } from '@/entities/shared/read'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

export const codesPerPage = 25

/** A code without an end is after all that have one, as in the database. */
export const codeKey = (code: Code, { by }: CodeSort): RowKey => ({
  value: String(code[by] ?? 'infinity'),
  id: code.id,
})

function listedRows(kind: CodeKind, { state, search }: CodeFilters, sort: CodeSort, range: KeysetRange) {
  const query = {
    p_search: search,
    p_state: state,
    p_sort: sort.by,
    p_ascending: sort.ascending,
    ...rangeArguments(range),
  }
  const rows =
    kind === 'token'
      ? supabase.rpc('search_redeem_codes', query).select(tokenColumns)
      : supabase.rpc('search_invite_codes', query).select(inviteColumns)
  // PostgREST guarantees no order without an explicit one.
  const order = { ascending: sort.ascending !== range.reverse }
  return rows.order(sort.by, order).order('id', order)
}

function codeSource(kind: CodeKind, filters: CodeFilters, sort: CodeSort) {
  const rows = (range: KeysetRange) => listedRows(kind, filters, sort, range)
  const keyOf = (code: Code) => codeKey(code, sort)
  return { rows, keys: rows, keyOf, maxRows: maxSearchRows } satisfies KeysetSource<Code>
}

export function batchRows(kind: CodeKind, batch: string) {
  return (range: KeysetRange) => applyRange(codeTable(kind).eq('batch_id', batch), 'created_at', range)
}

export const codeQueries = {
  list: (kind: CodeKind, filters: CodeFilters, sort: CodeSort, cursor: PageCursor) =>
    queryOptions({
      queryKey: codeKeys(kind).list(filters, sort, cursor),
      queryFn: ({ signal }) => readKeysetPage(codeSource(kind, filters, sort), cursor, codesPerPage, signal),
      placeholderData: keepPreviousData,
      meta: { failed: codeLoadFailures[kind] },
    }),
  searchCount: (kind: CodeKind, { state, search }: CodeFilters) =>
    queryOptions({
      queryKey: codeKeys(kind).searchCount({ state, search }),
      queryFn: async ({ signal }) =>
        cappedCount(
          await read(supabase.rpc('count_codes', { p_kind: kind, p_state: state, p_search: search }), signal),
        ),
      enabled: search !== '',
    }),
  counts: (kind: CodeKind) =>
    queryOptions({
      queryKey: codeKeys(kind).counts,
      queryFn: ({ signal }) => readOne(supabase.rpc('code_counts', { p_kind: kind }), signal),
    }),
}

export function useCodes(kind: CodeKind, filters: CodeFilters, sort: CodeSort, cursor: PageCursor) {
  return useQuery(codeQueries.list(kind, filters, sort, cursor))
}

export function useCodeSearchCount(kind: CodeKind, filters: CodeFilters) {
  return useQuery(codeQueries.searchCount(kind, filters))
}

export function useCodeCounts(kind: CodeKind) {
  return useQuery(codeQueries.counts(kind))
}

type Counts = Record<'available' | 'used' | 'expired' | 'revoked', number>

/** How many codes the lists show: all of them, but those that belong to an invitation. */
export function countListedCodes({ available, used, expired, revoked }: Counts): number {
  return available + used + expired + revoked
}

/** All codes of a batch, or all that a list shows, in its order. */
export function useExportCodes(kind: CodeKind) {
  return useMutation({
    mutationFn: (source: { filters: CodeFilters; sort: CodeSort } | { batch: string }): Promise<Code[]> => {
      if ('batch' in source) return readAllRows(batchRows(kind, source.batch), createdKey)
      const { rows, keyOf } = codeSource(kind, source.filters, source.sort)
      return readAllRows(rows, keyOf)
    },
    meta: { failed: codeLoadFailures[kind] },
  })
}
