import clsx from 'clsx'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { Pager } from '@/components/pager'
import { QueryState } from '@/components/query-state'
import { Button } from '@/components/ui/button'
import { type CodeKind, codesLoadFailure, codesPerPage, useCodes } from '@/entities/codes'
import { pageInfo } from '@/lib/format'
import { availableColumns, usedColumns } from './code-columns'
import type { CodeTab } from './use-code-list'

type Props = {
  kind: CodeKind
  tab: CodeTab
  page: number
  /** The code that was just created. */
  fresh: string | undefined
  onPage: (page: number) => void
  onCreate: () => void
}

/** One tab: its codes, newest first, page by page. */
export function CodeList({ kind, tab, page, fresh, onPage, onCreate }: Props) {
  const used = tab === 'used'
  const codes = useCodes(kind, { used, page })
  const table = {
    caption: used ? 'Used codes' : 'Available codes',
    columns: used ? usedColumns[kind] : availableColumns[kind],
    rowKey: (code: { id: string }) => code.id,
    newKeys: fresh ? new Set([fresh]) : undefined,
  }

  return (
    <QueryState
      query={codes}
      pending={<DataTable {...table} rows={undefined} skeletonRows={8} />}
      error={{ title: codesLoadFailure(kind), safe: 'No code was changed.' }}
      isEmpty={({ count }) => count === 0}
      empty={
        used ? (
          <EmptyState title="No codes have been used yet." />
        ) : (
          <EmptyState
            title="No available codes. Create some codes to get started."
            action={<Button onClick={onCreate}>Create a code</Button>}
          />
        )
      }
    >
      {({ rows, count, page: shown, pages }) => (
        // The rule of the tabs is the top rule of the table.
        <div
          className={clsx(
            '[&_.ledger]:border-t-0',
            codes.isPlaceholderData && 'opacity-60 transition-opacity',
          )}
        >
          <DataTable {...table} rows={rows} />
          {pages > 1 ? (
            <Pager
              info={pageInfo(shown, codesPerPage, count, 'code')}
              page={shown}
              pages={pages}
              onPage={onPage}
            />
          ) : null}
        </div>
      )}
    </QueryState>
  )
}
