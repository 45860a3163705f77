import { type ReactNode, useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { KeysetTable } from '@/components/list/keyset-table'
import { usePageCursor } from '@/components/list/pager'
import { LoadError } from '@/components/list/query-state'
import { ListKeys } from '@/components/selection/list-keys'
import { SelectionLine, selectionColumn } from '@/components/selection/selection'
import { type Selection, useSelection } from '@/components/selection/use-selection'
import {
  type AdminBenefit,
  type AdminBenefitFilters,
  type AdminBenefitSort,
  adminBenefitKey,
  benefitsPerPage,
  useAdminBenefits,
  useBenefitCount,
  useBenefitStats,
} from '@/entities/benefits/admin-list'
import { changeBenefits } from '@/entities/benefits/admin-mutations'
import { adminBenefitsLoadFailure } from '@/entities/benefits/messages'
import { BulkBar } from '@/widgets/operations/bulk-bar'
import { benefitChangeTexts } from '@/widgets/operations/kinds'
import { OperationBar } from '@/widgets/operations/operation-bar'
import { useAfterRun } from '@/widgets/operations/progress'
import { useBenefitColumns } from './benefit-columns'

const DryRunDialog = lazyDialog(() =>
  import('@/widgets/operations/dry-run-dialog').then((m) => m.DryRunDialog),
)
const PriceDialog = lazyDialog(() => import('./price-dialog').then((module) => module.PriceDialog))
const operationKinds = ['benefit_change']
const noun = ['benefit', 'benefits'] as const

type BulkAction = 'price' | 'on' | 'off'
type BenefitBulkBarProps = { filters: AdminBenefitFilters; selection: Selection<AdminBenefit> }

function BenefitBulkBar({ filters, selection }: BenefitBulkBarProps) {
  const [action, setAction] = useState<BulkAction>()
  const { all, ids, count, clear } = selection
  const set = Object.entries(filters).filter(([, value]) => value !== '')
  const target = all ? { filter: Object.fromEntries(set) } : { ids }
  const dialog = {
    selected: count,
    onRun: useAfterRun(clear),
    onClose: () => setAction(undefined),
  }

  return (
    <>
      <OperationBar kinds={operationKinds}>
        {count > 0 ? (
          <BulkBar
            selection={selection}
            noun={noun}
            actions={[
              { id: 'on', label: 'Activate', onSelect: () => setAction('on') },
              { id: 'off', label: 'Deactivate', onSelect: () => setAction('off') },
              { id: 'price', label: 'Change price', primary: true, onSelect: () => setAction('price') },
            ]}
          />
        ) : null}
      </OperationBar>
      {action === 'price' ? (
        <PriceDialog frame={{ title: 'Change price' }} target={target} {...dialog} />
      ) : null}
      {action === 'on' || action === 'off' ? (
        <DryRunDialog
          frame={{ title: action === 'on' ? 'Activate benefits' : 'Deactivate benefits', wide: true }}
          texts={benefitChangeTexts('active', action === 'on' ? 1 : 0)}
          call={changeBenefits(target, { change: 'active', value: action === 'on' ? 1 : 0 })}
          {...dialog}
        />
      ) : null}
    </>
  )
}

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
  const stats = useBenefitStats(benefits.data?.rows.map(({ id }) => id) ?? [])
  const rows = (benefits.isPlaceholderData ? undefined : benefits.data?.rows) ?? []
  const matching = count === undefined ? undefined : { value: count, capped: false }
  const selection = useSelection<AdminBenefit>({ rows, matching, scope: JSON.stringify(filters) })
  const columns = useBenefitColumns({ stats, sort, onSort, onEdit, onDelete })
  const pick = selectionColumn(selection, ({ name }: AdminBenefit) => name)
  return (
    <>
      <ListKeys noun="benefit" rows={rows} selection={selection} />
      <SelectionLine selection={selection} />
      {stats.isError ? (
        <div className="mb-4">
          <LoadError
            title="Orders and tokens per benefit could not be loaded."
            busy={stats.isFetching}
            onRetry={() => void stats.refetch()}
          >
            The list itself is not affected.
          </LoadError>
        </div>
      ) : null}
      <KeysetTable
        query={benefits}
        table={{ caption: 'Benefits', columns: [pick, ...columns], rowKey: ({ id }) => id }}
        error={{ title: adminBenefitsLoadFailure, safe: 'Nothing was changed.' }}
        empty={empty}
        noun={noun}
        size={benefitsPerPage}
        count={benefits.isPlaceholderData ? undefined : matching}
        keyOf={(benefit) => adminBenefitKey(benefit, sort)}
        goTo={goTo}
      />
      <BenefitBulkBar filters={filters} selection={selection} />
    </>
  )
}
