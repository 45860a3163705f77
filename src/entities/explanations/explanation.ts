import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  boundsOf,
  formatNumberRef,
  type NumberRef,
  type NumberSource,
  useNumber,
} from '@/entities/explanations/number-ref'
import {
  type KeysetPage,
  type KeysetRange,
  rangeArguments,
  readAllRows,
  readKeysetPage,
} from '@/entities/shared/keyset'
import { readOne } from '@/entities/shared/read'
import { transactionTitle } from '@/entities/transactions/transaction'
import type { Database } from '@/lib/database.types'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

type Returned = Database['public']['Functions']['explain_rows']['Returns'][number]
type Kind = 'entry' | 'email' | 'departure'

/** `kind` decides which columns are null. */
export type ExplainedRow = { kind: Kind } & Pick<Returned, 'id' | 'at' | 'key' | 'amount'> & {
    [Name in Exclude<keyof Returned, 'kind' | 'id' | 'at' | 'key' | 'amount'>]: Returned[Name] | null
  }

export const explainedPerPage = 25

const explanationKeys = {
  all: ['explanations'],
  sum: (numberRef: NumberRef) => [...explanationKeys.all, 'sum', formatNumberRef(numberRef)],
  page: (numberRef: NumberRef, cursor: PageCursor) => [
    ...explanationKeys.all,
    'page',
    formatNumberRef(numberRef),
    cursor,
  ],
}

function argumentsOf(numberRef: NumberRef) {
  const { from, to } = boundsOf(numberRef)
  const p_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    p_number: numberRef.number,
    p_part: numberRef.part,
    p_account: numberRef.account,
    p_from: from,
    p_to: to,
    p_zone,
  }
}

const rowsOf = (numberRef: NumberRef, range: KeysetRange, asOf?: string) =>
  supabase.rpc('explain_rows', { ...argumentsOf(numberRef), p_as_of: asOf, ...rangeArguments(range) })

export const explainedKey = ({ key, id }: Pick<ExplainedRow, 'key' | 'id'>): RowKey => ({ value: key, id })

function useExplainedSum(numberRef: NumberRef) {
  return useQuery({
    queryKey: explanationKeys.sum(numberRef),
    queryFn: ({ signal }) => readOne(supabase.rpc('explain_number', argumentsOf(numberRef)), signal),
    staleTime: 0,
  })
}

function useExplainedRows(numberRef: NumberRef, cursor: PageCursor) {
  return useQuery({
    queryKey: explanationKeys.page(numberRef, cursor),
    queryFn: async ({ signal }) => {
      const rows = (range: KeysetRange) => rowsOf(numberRef, range)
      // The generated types of functions lack null.
      return (await readKeysetPage({ rows }, cursor, explainedPerPage, signal)) as KeysetPage<ExplainedRow>
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** All rows as of the time of the sum. */
function useExportExplanation() {
  return useMutation({
    mutationFn: async ({ numberRef, asOf }: { numberRef: NumberRef; asOf: string }) =>
      (await readAllRows((range) => rowsOf(numberRef, range, asOf), explainedKey)) as ExplainedRow[],
    meta: { refreshes: explanationKeys.all, failed: 'The rows could not be exported.' },
  })
}

export function explainedTitle(row: ExplainedRow): string {
  return transactionTitle({
    transaction_type: row.state ?? '',
    amount: row.amount,
    description: row.detail ?? '',
    order_id: row.order_id,
    order: { order_number: row.order_number, benefit_name: row.name, benefit_image_url: null, benefit: null },
  })
}

/** Number and rows are read at different times: if they differ, both are read again, and `differs` if they still do. */
export function useExplanation(numberRef: NumberRef, source: NumberSource) {
  const [cursor, goTo] = useState<PageCursor>({ page: 1 })
  const number = useNumber(source)
  const sum = useExplainedSum(numberRef)
  const page = useExplainedRows(numberRef, cursor)
  const exported = useExportExplanation()
  const [refetchedFor, setRefetchedFor] = useState<string>()

  const settled = !number.isFetching && !sum.isFetching && !page.isFetching
  const shown = page.data
  const listed =
    shown?.page === 1 && !shown.hasNext
      ? shown.rows.reduce((all, { amount }) => all + amount, 0)
      : sum.data?.total
  const added = listed === number.data ? sum.data?.total : listed
  const difference =
    settled && added !== number.data && number.data !== undefined && sum.data && shown
      ? [number.data, sum.data.total, listed].join()
      : undefined

  const [readNumber, readSum, readPage] = [number.refetch, sum.refetch, page.refetch]
  useEffect(() => {
    if (difference === undefined || difference === refetchedFor) return
    setRefetchedFor(difference)
    void Promise.all([readNumber(), readSum(), readPage()])
  }, [difference, refetchedFor, readNumber, readSum, readPage])

  return {
    number,
    sum,
    page,
    goTo,
    differs: difference !== undefined && difference === refetchedFor ? added : undefined,
    exporting: exported.isPending,
    save: exported.mutate,
  }
}
