import { Clock, File, KeyRound, Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import type { Availability, BrowsedBenefit } from '@/entities/benefits/benefit'
import { isDeliveryMethod, shortMethodText } from '@/entities/deliveries/delivery'
import { formatCount, formatDate, formatDayOfMonth, formatNumber, formatTime, isToday } from '@/lib/format'
import { formatNearTime } from '@/lib/near-time'

/** As formatNearTime(), which is part of every page. */
const maxNear = 6 * 86_400_000

/** 'leaves 32', '3 short', 'sold out', 'opens 1 Dec', 'yours, 1 of 1': the line under a price. */
export function availabilityText(availability: Availability, now: number): string | undefined {
  switch (availability.kind) {
    case 'soon':
      // By a clock ahead of the server's.
      return Date.parse(availability.opensAt) > now
        ? `opens ${formatNearDay(availability.opensAt, now)}`
        : 'opens soon'
    case 'yours':
      return `yours, ${formatNumber(availability.orders)} of ${formatNumber(availability.limit)}`
    case 'sold-out':
      return 'sold out'
    case 'short':
      return `${formatNumber(availability.tokens)} short`
    case 'leaves':
      return `leaves ${formatNumber(availability.tokens)}`
    case 'unpaid':
      return availability.due === 'pay' ? 'after payment' : 'after renewal'
    case 'unknown':
      return undefined
  }
}

/** Whether the weekday alone identifies the day. */
export function isWithinWeek(iso: string, now: number): boolean {
  return Math.abs(Date.parse(iso) - now) <= maxNear
}

/** '09:00' today, 'Tue 09:00' within six days, '1 Dec' in this year, else '1 Dec 2027'. */
export function formatNearDay(iso: string, now: number): string {
  const date = new Date(iso)
  const today = new Date(now)
  if (isToday(iso, today)) return formatTime(iso)
  if (isWithinWeek(iso, now)) return formatNearTime(iso, now, 'short')
  return date.getFullYear() === today.getFullYear() ? formatDayOfMonth(date) : formatDate(iso)
}

const icons = { key: KeyRound, link: Link2, file: File, manual: Clock }

export function MethodIcon({ method, className }: { method: string; className: string }) {
  const Icon = icons[isDeliveryMethod(method) ? method : 'manual']
  return <Icon className={className} />
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
  if (units_left !== null && units_left < scarcityThreshold) return remainingText(units_left, delivery_method)
  return closes_at && Date.parse(closes_at) - now < soon
    ? `until ${formatNearDay(closes_at, now)}`
    : undefined
}

/** '7 left', for manual delivery '4 places left'. */
export function remainingText(units: number, method: string): string {
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
