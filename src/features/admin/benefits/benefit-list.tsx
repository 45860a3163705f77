import type { ReactNode } from 'react'
import { KeysetPager, LoadedRows, usePageCursor } from '@/components/list/pager'
import { LoadError, QueryState } from '@/components/list/query-state'
import { ListKeys } from '@/components/selection/list-keys'
import { SelectionLine, selectionColumn } from '@/components/selection/selection'
import { useSelection } from '@/components/selection/use-selection'
import { Spinner } from '@/components/ui/button'
import {
  type AdminBenefit,
  type AdminBenefitFilters,
  type AdminBenefitSort,
  adminBenefitKey,
  benefitsPerPage,
  useAdminBenefits,
  useBenefitCount,
  useBenefitFigures,
} from '@/entities/benefits/admin-list'
import { adminBenefitsLoadFailure } from '@/entities/benefits/messages'
import { BenefitBulkBar } from './benefit-bulk-bar'
import { BenefitTable } from './benefit-table'

type Props = {
  filters: AdminBenefitFilters
  sort: AdminBenefitSort
  onSort: (sort: AdminBenefitSort) => void
  onEdit: (benefit: AdminBenefit) => void
  onDelete: (benefit: AdminBenefit) => void
  empty: ReactNode
}

export function BenefitList({ filters, sort, onSort, onEdit, onDelete, empty }: Props) {
  const { cursor, goTo } = usePageCursor()
  const benefits = useAdminBenefits(filters, sort, cursor)
  const { data: count } = useBenefitCount(filters)
  const figures = useBenefitFigures(benefits.data?.rows.map(({ id }) => id) ?? [])
  const rows = (benefits.isPlaceholderData ? undefined : benefits.data?.rows) ?? []
  const matching = count === undefined ? undefined : { value: count, capped: false }
  const selection = useSelection<AdminBenefit>({ rows, matching, scope: JSON.stringify(filters) })
  const table = {
    pick: selectionColumn(selection, ({ name }: AdminBenefit) => name),
    ...{ figures, sort, onSort, onEdit, onDelete },
  }
  return (
    <>
      <ListKeys noun="benefit" rows={rows} selection={selection} />
      <SelectionLine selection={selection} />
      <QueryState
        query={benefits}
        pending={<Spinner label="Loading benefits" />}
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
            <BenefitTable {...table} rows={shown.rows} />
            <KeysetPager
              noun={['benefit', 'benefits']}
              size={benefitsPerPage}
              shown={shown}
              count={benefits.isPlaceholderData ? undefined : matching}
              keyOf={(benefit) => adminBenefitKey(benefit, sort)}
              goTo={goTo}
            />
          </LoadedRows>
        )}
      </QueryState>
      <BenefitBulkBar filters={filters} selection={selection} />
    </>
  )
}
