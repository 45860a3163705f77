import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useLateCreditTerms, useOnTimeFigures } from '@/entities/orders/late-credit-terms'
import { formatNumber } from '@/lib/format'

const LateCreditDialog = lazyDialog(() => import('./late-credit-dialog').then((m) => m.LateCreditDialog))

export function LateCredit() {
  const [open, setOpen] = useState(false)
  return (
    <section
      aria-label="On time"
      className="mb-4 flex min-h-6 flex-wrap items-baseline gap-x-4 gap-y-1 text-ink-2 max-md:gap-y-7"
    >
      <QueryState
        query={useOnTimeFigures()}
        pending={<Skeleton className="h-5 w-64" />}
        error={{ title: 'The orders on time could not be counted.', safe: 'No order was changed.' }}
      >
        {({ due, on_time }) => <OnTime part={on_time} whole={due} />}
      </QueryState>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        <Terms />
      </button>
      {open ? <LateCreditDialog frame={{ title: 'Late credit' }} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}

/** Rounded down: 100% means all. */
function OnTime({ part, whole }: { part: number; whole: number }) {
  if (whole === 0) return <p>No order was due in 30 days.</p>
  return (
    <p className="figures">
      {Math.floor((100 * part) / whole)}% on time in 30 days, {formatNumber(part)} of {formatNumber(whole)}
    </p>
  )
}

function Terms() {
  const { data: terms } = useLateCreditTerms()
  if (!terms) return 'Late credit'
  if (terms.rate === 0 || terms.cap === 0) return 'Late credit: none'
  return `Late credit: ${terms.rate} an hour, up to ${terms.cap}`
}
