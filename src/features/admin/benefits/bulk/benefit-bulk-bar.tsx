import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import type { Selection } from '@/components/selection/use-selection'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { BulkBar } from '@/widgets/operations/bulk-bar'
import { OperationBar } from '@/widgets/operations/operation-bar'
import { useAfterRun } from '@/widgets/operations/progress'

const ChangeBenefits = lazyDialog(() => import('./change-benefits').then((module) => module.ChangeBenefits))
const PriceDialog = lazyDialog(() => import('./price-dialog').then((module) => module.PriceDialog))
const operationKinds = ['benefit_change']
const noun = ['benefit', 'benefits'] as const

type Act = 'price' | 'on' | 'off'
type Props = { search: string; selection: Selection<AdminBenefit> }

export function BenefitBulkBar({ search, selection }: Props) {
  const [act, setAct] = useState<Act>()
  const { all, ids, count, clear } = selection
  const filter: Record<string, string> = search ? { search } : {}
  const dialog = {
    target: all ? { filter } : { ids },
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
      {act === 'price' ? <PriceDialog frame={{ title: 'Change price' }} {...dialog} /> : null}
      {act === 'on' || act === 'off' ? (
        <ChangeBenefits
          frame={{ title: act === 'on' ? 'Activate benefits' : 'Deactivate benefits', wide: true }}
          by={{ change: 'active', value: act === 'on' ? 1 : 0 }}
          {...dialog}
        />
      ) : null}
    </>
  )
}
