import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import type { Selection } from '@/components/selection/use-selection'
import type { AdminBenefit, AdminBenefitFilters } from '@/entities/benefits/admin-list'
import { changeBenefits } from '@/entities/benefits/bulk'
import { BulkBar } from '@/widgets/operations/bulk-bar'
import { benefitChangeTexts } from '@/widgets/operations/kinds'
import { OperationBar } from '@/widgets/operations/operation-bar'
import { useAfterRun } from '@/widgets/operations/progress'

const DryRunDialog = lazyDialog(() =>
  import('@/widgets/operations/dry-run-dialog').then((m) => m.DryRunDialog),
)
const PriceDialog = lazyDialog(() => import('./price-dialog').then((module) => module.PriceDialog))
const operationKinds = ['benefit_change']
const noun = ['benefit', 'benefits'] as const

type Act = 'price' | 'on' | 'off'
type Props = { filters: AdminBenefitFilters; selection: Selection<AdminBenefit> }

export function BenefitBulkBar({ filters, selection }: Props) {
  const [act, setAct] = useState<Act>()
  const { all, ids, count, clear } = selection
  const set = Object.entries(filters).filter(([, value]) => value !== '')
  const target = all ? { filter: Object.fromEntries(set) } : { ids }
  const dialog = {
    selected: count,
    onRun: useAfterRun(clear),
    onClose: () => setAct(undefined),
  }

  return (
    <>
      <OperationBar kinds={operationKinds}>
        {count > 0 ? (
          <BulkBar
            selection={selection}
            noun={noun}
            actions={[
              { id: 'on', label: 'Activate', onSelect: () => setAct('on') },
              { id: 'off', label: 'Deactivate', onSelect: () => setAct('off') },
              { id: 'price', label: 'Change price', primary: true, onSelect: () => setAct('price') },
            ]}
          />
        ) : null}
      </OperationBar>
      {act === 'price' ? <PriceDialog frame={{ title: 'Change price' }} target={target} {...dialog} /> : null}
      {act === 'on' || act === 'off' ? (
        <DryRunDialog
          frame={{ title: act === 'on' ? 'Activate benefits' : 'Deactivate benefits', wide: true }}
          texts={benefitChangeTexts('active', act === 'on' ? 1 : 0)}
          call={changeBenefits(target, { change: 'active', value: act === 'on' ? 1 : 0 })}
          {...dialog}
        />
      ) : null}
    </>
  )
}
