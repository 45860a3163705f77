import { Dialog } from '@/components/dialog/dialog'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useLateCreditTerms } from '@/entities/orders/late-credit-terms'
import { LateCreditForm } from './late-credit-form'

type Props = { onClose: () => void }

export function LateCreditDialog({ onClose }: Props) {
  const terms = useLateCreditTerms()
  if (terms.data) return <LateCreditForm terms={terms.data} onClose={onClose} />
  return (
    <Dialog title="Late credit" onClose={onClose}>
      <QueryState
        query={terms}
        pending={<Skeleton className="h-24" />}
        error={{ title: 'The late credit could not be loaded.', safe: 'Nothing was changed.' }}
      >
        {() => null}
      </QueryState>
    </Dialog>
  )
}
