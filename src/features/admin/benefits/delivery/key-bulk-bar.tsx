import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import type { Selection } from '@/components/selection/use-selection'
import type { PoolFilters } from '@/entities/deliveries/pool'
import { keyFilter } from '@/entities/deliveries/pool'
import { BulkBar } from '@/widgets/operations/bulk-bar'
import { OperationBar } from '@/widgets/operations/operation-bar'
import { useAfterRun } from '@/widgets/operations/progress'

const MoveKeys = lazyDialog(() => import('./move-keys').then((module) => module.MoveKeys))
const operationKinds = ['key_quarantine']
const noun = ['key', 'keys'] as const

type Props = { benefitId: string; filters: PoolFilters; selection: Omit<Selection, 'picked'> }

export function KeyBulkBar({ benefitId, filters, selection }: Props) {
  const [aside, setAside] = useState<boolean>()
  const { all, ids, count, clear } = selection
  const afterRun = useAfterRun(clear)

  return (
    <>
      <OperationBar kinds={operationKinds}>
        {count > 0 ? (
          <BulkBar
            selection={selection}
            noun={noun}
            actions={[
              { id: 'back', label: 'Put back', onSelect: () => setAside(false) },
              { id: 'aside', label: 'Put aside', primary: true, onSelect: () => setAside(true) },
            ]}
          />
        ) : null}
      </OperationBar>
      {aside === undefined ? null : (
        <MoveKeys
          frame={{ title: aside ? 'Put keys aside' : 'Put keys back', wide: true }}
          aside={aside}
          target={all ? { filter: keyFilter(benefitId, filters) } : { ids }}
          selected={count}
          onRun={afterRun}
          onClose={() => setAside(undefined)}
        />
      )}
    </>
  )
}
