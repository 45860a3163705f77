import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type Asked, askedKey, boundsOf } from '@/entities/explanations/asked'
import { exportFailure, exportRows } from '@/entities/shared/export'
import { type KeysetPage, type KeysetRange, rangeArguments, readKeysetPage } from '@/entities/shared/keyset'
import type { Database } from '@/lib/database.types'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

type Returned = Database['public']['Functions']['explain_rows']['Returns'][number]
type Kind = 'person' | 'benefit' | 'order' | 'entry' | 'email' | 'departure' | 'token_code' | 'invite_code'

/** `kind` decides which columns are null. */
export type ExplainedRow = { kind: Kind } & Pick<Returned, 'id' | 'at' | 'key' | 'amount'> & {
    [Name in Exclude<keyof Returned, 'kind' | 'id' | 'at' | 'key' | 'amount'>]: Returned[Name] | null
  }

export const explainedPerPage = 25

const explanationKeys = {
  all: ['explanations'],
  sum: (asked: Asked) => [...explanationKeys.all, 'sum', askedKey(asked)],
  page: (asked: Asked, cursor: PageCursor) => [...explanationKeys.all, 'page', askedKey(asked), cursor],
}

function argumentsOf(asked: Asked) {
  const { from, to } = boundsOf(asked)
  const p_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    p_number: asked.number,
    p_part: asked.part,
    p_account: asked.account,
    p_from: from,
    p_to: to,
    p_zone,
  }
}

const rowsOf = (asked: Asked, range: KeysetRange, asOf?: string) =>
  supabase.rpc('explain_rows', { ...argumentsOf(asked), p_as_of: asOf, ...rangeArguments(range) })

export const explainedKey = ({ key, id }: Pick<ExplainedRow, 'key' | 'id'>): RowKey => ({ value: key, id })

const explanationQueries = {
  sum: (asked: Asked) =>
    queryOptions({
      queryKey: explanationKeys.sum(asked),
      queryFn: async ({ signal }) => {
        const request = supabase.rpc('explain_number', argumentsOf(asked)).abortSignal(signal)
        return (await request.single().throwOnError()).data
      },
      staleTime: 0,
    }),
  page: (asked: Asked, cursor: PageCursor) =>
    queryOptions({
      queryKey: explanationKeys.page(asked, cursor),
      queryFn: async ({ signal }) => {
        const rows = (range: KeysetRange) => rowsOf(asked, range)
        // The generated types of functions lack null.
        return (await readKeysetPage({ rows }, cursor, explainedPerPage, signal)) as KeysetPage<ExplainedRow>
      },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
}

export function useExplainedSum(asked: Asked) {
  return useQuery(explanationQueries.sum(asked))
}

export function useExplainedRows(asked: Asked, cursor: PageCursor) {
  return useQuery(explanationQueries.page(asked, cursor))
}

/** All rows as of the time of the sum. */
export function useExportExplanation() {
  return useMutation({
    mutationFn: async ({ asked, asOf }: { asked: Asked; asOf: string }) =>
      (await exportRows((range) => rowsOf(asked, range, asOf), explainedKey)) as ExplainedRow[],
    meta: {
      refreshes: explanationKeys.all,
      failed: exportFailure('The rows could not be exported.'),
    },
  })
}
