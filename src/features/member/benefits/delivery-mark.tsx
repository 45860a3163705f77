import type { ReactNode } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import type { Stock } from '@/entities/benefits/stock'
import { shortMethodText } from '@/entities/deliveries/method'
import { formatNumber } from '@/lib/format'
import { MethodIcon } from './method-icon'

/** From this many left on, a card says nothing. */
const scarce = 10

/** How a benefit is delivered and, if few are left, how many. */
export function DeliveryMark({ method, stock }: { method: string; stock: Stock | undefined }) {
  const isScarce = stock?.few !== undefined && stock.few < scarce
  return (
    <Mark>
      <MethodIcon method={method} className="!size-3.5" />
      {shortMethodText(method)}
      {isScarce ? (
        <span className="figures ml-auto font-medium text-warning">{formatNumber(stock.few ?? 0)} left</span>
      ) : null}
    </Mark>
  )
}

export function DeliveryMarkSkeleton() {
  return (
    <Mark>
      <Skeleton className="h-3 w-24" />
    </Mark>
  )
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <div className="mt-3 flex min-h-4 items-center gap-1.5 text-xs whitespace-nowrap text-ink-muted max-md:col-span-2 max-md:mt-2.5">
      {children}
    </div>
  )
}
