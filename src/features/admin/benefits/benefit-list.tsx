import type { ReactNode } from 'react'
import { KeysetPager, LoadedRows, usePageCursor } from '@/components/list/pager'
import { LoadError, QueryState } from '@/components/list/query-state'
import { ListKeys } from '@/components/selection/list-keys'
import { SelectionLine, selectionColumn } from '@/components/selection/selection'
import { useSelection } from '@/components/selection/use-selection'
import { Spinner } from '@/components/ui/button'
import {
  type AdminBenefit,
  benefitsPerPage,
  useAdminBenefits,
  useBenefitCount,
  useBenefitFigures,
} from '@/entities/benefits/admin-list'
import { adminBenefitsLoadFailure } from '@/entities/benefits/messages'
import { BenefitTable } from './benefit-table'
import { BenefitBulkBar } from './bulk/benefit-bulk-bar'

type Props = {
  search: string
  onEdit: (benefit: AdminBenefit) => void
  onDelete: (benefit: AdminBenefit) => void
  empty: ReactNode
}

export function BenefitList({ search, onEdit, onDelete, empty }: Props) {
  const { cursor, goTo } = usePageCursor()
  const benefits = useAdminBenefits(search, cursor)
  const { data: count } = useBenefitCount(search)
  const figures = useBenefitFigures(benefits.data?.rows.map(({ id }) => id) ?? [])
  const rows = (benefits.isPlaceholderData ? undefined : benefits.data?.rows) ?? []
  const matching = count === undefined ? undefined : { value: count, capped: false }
  const selection = useSelection<AdminBenefit>({ rows, matching, scope: search })
  const pick = selectionColumn(selection, ({ name }: AdminBenefit) => name)
  return (
    <>
      <ListKeys noun="benefit" rows={rows} selection={selection} />
      <SelectionLine selection={selection} />
      <QueryState
        query={benefits}
        pending={
          <>
            <Spinner label="Loading benefits" />
            {import.meta.env.SSR ? (
              <div hidden>
                <BenefitTable
                  pick={pick}
                  rows={undefined}
                  figures={figures}
                  onEdit={onEdit}
                  onDelete={onDelete}
                />
              </div>
            ) : null}
          </>
        }
        error={{ title: adminBenefitsLoadFailure, safe: 'Nothing was changed.' }}
        isEmpty={({ rows }) => rows.length === 0}
        empty={empty}
      >
        {(shown) => (
          <LoadedRows stale={benefits.isPlaceholderData}>
            {figures.isError ? (
              <div className="mb-4">
                <LoadError
                  title="Orders and tokens per benefit could not be loaded."
                  busy={figures.isFetching}
                  onRetry={() => void figures.refetch()}
                >
                  The list itself is not affected.
                </LoadError>
              </div>
            ) : null}
            <BenefitTable
              pick={pick}
              rows={shown.rows}
              figures={figures}
              onEdit={onEdit}
              onDelete={onDelete}
            />
            <KeysetPager
              noun={['benefit', 'benefits']}
              size={benefitsPerPage}
              shown={shown}
              count={benefits.isPlaceholderData ? undefined : matching}
              keyOf={({ created_at, id }) => ({ value: created_at, id })}
              goTo={goTo}
            />
          </LoadedRows>
        )}
      </QueryState>
      <BenefitBulkBar search={search} selection={selection} />
    </>
  )
}
