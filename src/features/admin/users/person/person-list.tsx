import type { ReactNode } from 'react'
import { EmptyState } from '@/components/list/empty-state'
import { KeysetPager } from '@/components/list/keyset-pager'
import type { QueryLike } from '@/components/list/query-state'
import { QueryState } from '@/components/list/query-state'
import { DataTable } from '@/components/table/data-table'
import type { Column } from '@/components/table/table-column'
import { relatedRowsPerPage } from '@/entities/profiles/admin-person'
import type { KeysetPage } from '@/entities/shared/keyset'
import type { PageCursor, RowKey } from '@/lib/page-cursor'

type Props<Row> = {
  query: QueryLike<KeysetPage<Row>>
  count: number | undefined
  table: { caption: string; columns: Column<Row>[] }
  noun: readonly [one: string, many: string]
  failure: string
  empty: ReactNode
  keyOf: (row: Row) => RowKey
  goTo: (cursor: PageCursor) => void
}

export function PersonList<Row extends { id: string }>(props: Props<Row>) {
  const { query, count, noun, failure, empty, keyOf, goTo } = props
  const table = { ...props.table, rowKey: ({ id }: Row) => id, skeletonRows: 4 }
  return (
    <QueryState
      query={query}
      pending={<DataTable {...table} rows={undefined} />}
      error={{ title: failure, safe: 'Nothing was changed.' }}
      isEmpty={({ rows }) => rows.length === 0}
      empty={<EmptyState title={`No ${noun[1]} yet.`}>{empty}</EmptyState>}
    >
      {(shown) => (
        <>
          <DataTable {...table} rows={shown.rows} />
          {shown.hasPrevious || shown.hasNext ? (
            <KeysetPager
              noun={noun}
              size={relatedRowsPerPage}
              shown={shown}
              count={count === undefined ? undefined : { value: count, capped: false }}
              keyOf={keyOf}
              goTo={goTo}
            />
          ) : null}
        </>
      )}
    </QueryState>
  )
}
