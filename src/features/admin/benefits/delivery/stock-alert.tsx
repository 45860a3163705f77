import { Clock, ClockAlert } from 'lucide-react'
import { InlineAlert } from '@/components/ui/inline-alert'
import type { DeliverySettings } from '@/entities/deliveries/settings'
import { formatDayOfMonth, formatNumber } from '@/lib/format'

type Props = {
  left: number
  /** In 30 days. */
  orders: number
  lowStock: number
  /** Until when nobody can order it, if none is left. */
  until: string
}
type PoolProps = {
  counts: { available: number; delivered_in_30_days: number }
  settings: DeliverySettings | undefined
}

const day = 86_400_000
const rate = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

export function PoolAlert({ counts, settings }: PoolProps) {
  if (!settings) return null
  if (settings.method !== 'key')
    return (
      <InlineAlert icon={<Clock aria-hidden="true" />} title="Not in use.">
        <p>Keys are handed out once this benefit delivers a licence key.</p>
      </InlineAlert>
    )
  return (
    <StockAlert
      left={counts.available}
      orders={counts.delivered_in_30_days}
      lowStock={settings.low_stock}
      until="you import keys"
    />
  )
}

/** When the stock will be empty at the rate of the last 30 days; a warning below the low mark (D31, D38). */
export function StockAlert({ left, orders, lowStock, until }: Props) {
  if (left === 0)
    return (
      <InlineAlert tone="warning" icon={<ClockAlert aria-hidden="true" />} title="None left.">
        <p>{`Nobody can order this benefit until ${until}.`}</p>
      </InlineAlert>
    )
  const perDay = orders / 30
  const isLow = left < lowStock
  const pace =
    perDay < 1 ? `, ${formatNumber(orders)} ordered in 30 days` : ` at ${rate.format(perDay)} a day`
  return (
    <InlineAlert
      tone={isLow ? 'warning' : 'plain'}
      icon={isLow ? <ClockAlert aria-hidden="true" /> : <Clock aria-hidden="true" />}
      title={perDay > 0 ? emptyInText(left / perDay) : isLow ? 'Below the low mark.' : 'In stock.'}
    >
      <p>{`${formatNumber(left)} left${pace}. The low mark is ${formatNumber(lowStock)}.`}</p>
    </InlineAlert>
  )
}

/** 'Empty in 3 days, on Thursday.', within a year. */
function emptyInText(exactDays: number): string {
  const days = Math.floor(exactDays)
  if (days < 1) return 'Empty within a day.'
  if (days > 365) return 'Enough for more than a year.'
  const date = new Date(Date.now() + days * day)
  const when =
    days <= 6 ? new Intl.DateTimeFormat(undefined, { weekday: 'long' }).format(date) : formatDayOfMonth(date)
  return `Empty in ${days === 1 ? '1 day' : `${days} days`}, on ${when}.`
}
