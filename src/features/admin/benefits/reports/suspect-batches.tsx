import { Pause } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { LoadError } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { type SuspectBatch, useSuspectBatches } from '@/entities/deliveries/reports'
import { formatCount, formatDateTime, formatNumber } from '@/lib/format'

const DecideBatch = lazyDialog(() => import('./decide-batch').then((m) => m.DecideBatch))

export function SuspectBatches() {
  const batches = useSuspectBatches()
  const [chosen, setChosen] = useState<SuspectBatch>()
  if (batches.isError && !batches.data)
    return (
      <div className="mb-7">
        <LoadError
          title="Batches that are held back could not be loaded."
          busy={batches.isFetching}
          onRetry={() => void batches.refetch()}
        >
          The reports below are not affected.
        </LoadError>
      </div>
    )
  return (
    <>
      {batches.data?.map((batch) => (
        <div key={batch.id} className="mb-4 last-of-type:mb-7">
          <InlineAlert
            tone="danger"
            icon={<Pause aria-hidden="true" />}
            title={`Batch B${batch.batch} of ${batch.benefit_name ?? 'Deleted Benefit'} is held back.`}
            action={
              <Button variant="primary" onClick={() => setChosen(batch)}>
                Decide about B{batch.batch}
              </Button>
            }
          >
            <p>{sentence(batch)}</p>
          </InlineAlert>
        </div>
      ))}
      {chosen ? (
        <DecideBatch
          frame={{ title: `Batch B${chosen.batch}`, wide: true }}
          batch={chosen}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
    </>
  )
}

function sentence({ reported, delivered, held, other_keys_left, quarantined_at }: SuspectBatch): string {
  const others =
    other_keys_left > 0
      ? `${formatCount(other_keys_left, 'key')} of other batches can be ordered.`
      : 'There are no other keys, so nobody can order it until you decide.'
  return `${formatNumber(reported)} of its ${formatCount(delivered, 'key')} handed out were reported. ${formatCount(held, 'key has', 'keys have')} been held back since ${formatDateTime(quarantined_at)}. ${others}`
}
