import clsx from 'clsx'
import { EmptyState } from '@/components/list/empty-state'
import { KeysetPager } from '@/components/list/keyset-pager'
import { QueryState } from '@/components/list/query-state'
import { usePageCursor } from '@/components/list/use-page-cursor'
import { DataTable } from '@/components/table/data-table'
import { Button } from '@/components/ui/button'
import type { CodeFilters, CodeKind } from '@/entities/codes/code'
import { codesPerPage, useCodeCounts, useCodeSearchCount, useCodes } from '@/entities/codes/list'
import { codeLoadFailures } from '@/entities/codes/messages'
import { createdKey } from '@/entities/shared/keyset'
import { formatNumber } from '@/lib/format'
import { codeColumns } from './code-columns'

type Props = {
  kind: CodeKind
  listed: CodeFilters
  fresh: ReadonlySet<string> | undefined
  onCreate: () => void
  onShowAll: () => void
}

export function CodeList({ kind, listed, fresh, onCreate, onShowAll }: Props) {
  const { used, search } = listed
  const { cursor, goTo } = usePageCursor()
  const codes = useCodes(kind, listed, cursor)
  const { data: matches } = useCodeSearchCount(kind, listed)
  const { data: counts } = useCodeCounts(kind)
  const all = counts && { value: used ? counts.used : counts.available, capped: false }
  const table = {
    caption: used ? 'Used codes' : 'Available codes',
    columns: codeColumns(kind, used, codes.data?.rows ?? []),
    rowKey: (code: { id: string }) => code.id,
    newKeys: fresh,
  }

  return (
    <>
      {search ? (
        <p className="figures min-h-5 pt-3 text-ink-2 [overflow-wrap:anywhere]" role="status">
          {matches && all ? (
            <>
              <b className="font-semibold text-ink">
                {formatNumber(matches.value)}
                {matches.capped ? '+' : ''}
              </b>
              {` of ${formatNumber(all.value)} codes matching "${search}"`}
            </>
          ) : null}
        </p>
      ) : null}
      <QueryState
        query={codes}
        pending={<DataTable {...table} rows={undefined} skeletonRows={8} />}
        error={{ title: codeLoadFailures[kind], safe: 'No code was changed.' }}
        isEmpty={({ rows }) => rows.length === 0}
        empty={<NoCodes {...listed} onCreate={onCreate} onShowAll={onShowAll} />}
      >
        {(shown) => (
          <div
            className={clsx(
              '[&_.ledger]:border-t-0',
              codes.isPlaceholderData && 'opacity-60 transition-opacity',
            )}
          >
            <DataTable {...table} rows={shown.rows} />
            {shown.hasPrevious || shown.hasNext ? (
              <KeysetPager
                noun={['code', 'codes']}
                size={codesPerPage}
                shown={shown}
                count={search ? matches : all}
                keyOf={createdKey}
                goTo={goTo}
              />
            ) : null}
          </div>
        )}
      </QueryState>
    </>
  )
}

function NoCodes({ used, search, onCreate, onShowAll }: CodeFilters & Pick<Props, 'onCreate' | 'onShowAll'>) {
  if (search)
    return (
      <EmptyState
        title="No codes match your search criteria."
        action={<Button onClick={onShowAll}>Show all codes</Button>}
      />
    )
  if (used) return <EmptyState title="No codes have been used yet." />
  return (
    <EmptyState
      title="No available codes. Create some codes to get started."
      action={<Button onClick={onCreate}>Create a code</Button>}
    />
  )
}
