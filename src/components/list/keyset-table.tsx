import type { ReactNode } from 'react'
import { DataTable, type TableProps } from '@/components/table/data-table'
import { KeysetPager, type KeysetPagerProps, LoadedRows } from './pager'
import { type QueryLike, QueryState } from './query-state'

type Props<Row> = Omit<KeysetPagerProps<Row>, 'list'> & {
  query: QueryLike<KeysetPagerProps<Row>['list']> & { isPlaceholderData: boolean }
  table: Omit<TableProps<Row>, 'rows'>
  error: { title: string; safe: string }
  empty: ReactNode
  /** Whether a list of one page has no pager. */
  hidesSinglePage?: boolean
  className?: string
}

/** A page of a list in its four states (C9). */
export function KeysetTable<Row>({ query, table, error, empty, className, ...pager }: Props<Row>) {
  const { hidesSinglePage = false, ...rest } = pager
  return (
    <QueryState
      query={query}
      pending={<DataTable {...table} total={undefined} rows={undefined} />}
      error={error}
      isEmpty={({ rows }) => rows.length === 0}
      empty={empty}
    >
      {(list) => (
        <LoadedRows stale={query.isPlaceholderData} className={className}>
          <DataTable {...table} rows={list.rows} />
          {hidesSinglePage && !list.hasPrevious && !list.hasNext ? null : (
            <KeysetPager {...rest} list={list} />
          )}
        </LoadedRows>
      )}
    </QueryState>
  )
}
