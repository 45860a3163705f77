import { useEffect, useState } from 'react'
import { useExplainedRows, useExplainedSum, useExportExplanation } from '@/entities/explanations/explanation'
import { type NumberSource, useNumber } from '@/entities/explanations/number'
import type { NumberRef } from '@/entities/explanations/number-ref'
import type { PageCursor } from '@/lib/page-cursor'

/** Number and rows are read at different times: if they differ, both are read again, and `differs` if they still do. */
export function useExplanation(numberRef: NumberRef, source: NumberSource) {
  const [cursor, goTo] = useState<PageCursor>({ page: 1 })
  const number = useNumber(source)
  const sum = useExplainedSum(numberRef)
  const page = useExplainedRows(numberRef, cursor)
  const exported = useExportExplanation()
  const [readAgain, setReadAgain] = useState<string>()

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
    if (difference === undefined || difference === readAgain) return
    setReadAgain(difference)
    void Promise.all([readNumber(), readSum(), readPage()])
  }, [difference, readAgain, readNumber, readSum, readPage])

  return {
    number,
    sum,
    page,
    goTo,
    differs: difference !== undefined && difference === readAgain ? added : undefined,
    exporting: exported.isPending,
    save: exported.mutate,
  }
}
