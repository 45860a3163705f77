import { Clock, File, KeyRound, Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import type { BrowsedBenefit } from '@/entities/benefits/catalogue'
import { isDeliveryMethod, shortMethodText } from '@/entities/deliveries/method'
import { formatCount, formatNumber } from '@/lib/format'
import { nearDay } from './availability-text'

const icons = { key: KeyRound, link: Link2, file: File, manual: Clock }

export function MethodIcon({ method, className }: { method: string; className: string }) {
  const Icon = icons[isDeliveryMethod(method) ? method : 'manual']
  return <Icon aria-hidden="true" className={className} />
}

/** From this stock on, a card shows no number. */
const scarcityThreshold = 10
const soon = 21 * 86_400_000

export function DeliveryMark({ benefit, now }: { benefit: BrowsedBenefit; now: number }) {
  const scarcity = scarcityOf(benefit, now)
  return (
    <Mark>
      <MethodIcon method={benefit.delivery_method} className="!size-3.5" />
      {shortMethodText(benefit.delivery_method)}
      {scarcity ? (
        <span className="figures font-medium text-warning max-md:before:mr-1.5 max-md:before:text-ink-muted max-md:before:content-['·'] md:ml-auto">
          {scarcity}
        </span>
      ) : null}
    </Mark>
  )
}

/** At most one mark; none if the benefit is unavailable. */
function scarcityOf({ units_left, delivery_method, is_open, closes_at }: BrowsedBenefit, now: number) {
  if (units_left === 0 || !is_open) return undefined
  if (units_left !== null && units_left < scarcityThreshold) return leftText(units_left, delivery_method)
  return closes_at && Date.parse(closes_at) - now < soon ? `until ${nearDay(closes_at, now)}` : undefined
}

/** '7 left', for manual delivery '4 places left'. */
export function leftText(units: number, method: string): string {
  return method === 'manual' ? `${formatCount(units, 'place')} left` : `${formatNumber(units)} left`
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
    <div className="mt-3 flex min-h-4 flex-wrap items-center gap-x-1.5 text-xs whitespace-nowrap text-ink-muted max-md:col-span-2 max-md:mt-2.5">
      {children}
    </div>
  )
}
