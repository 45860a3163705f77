import { Clock, ClockAlert } from 'lucide-react'
import { InlineNotice } from '@/components/ui/inline-notice'
import type { DeliverySettings } from '@/entities/deliveries/settings'
import { formatDayOfMonth, formatNumber } from '@/lib/format'

type Counts = { available: number; delivered_in_30_days: number }
type Props = { counts: Counts; settings: DeliverySettings | undefined }

const day = 86_400_000
const rate = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** When the pool will be empty at the rate of the last 30 days; a warning below the low mark (D31). */
export function StockNotice({ counts, settings }: Props) {
  if (!settings) return null
  const { available } = counts
  const lowMark = `The low mark is ${formatNumber(settings.low_stock)}.`
  if (settings.method !== 'key')
    return (
      <InlineNotice icon={<Clock aria-hidden="true" />} title="Not in use.">
        <p>Keys are handed out once this benefit delivers a licence key.</p>
      </InlineNotice>
    )
  if (available === 0)
    return (
      <InlineNotice tone="warning" icon={<ClockAlert aria-hidden="true" />} title="None left.">
        <p>Nobody can order this benefit until you import keys.</p>
      </InlineNotice>
    )
  const perDay = counts.delivered_in_30_days / 30
  const isLow = available < settings.low_stock
  const orders = counts.delivered_in_30_days
  const pace =
    perDay < 1 ? `, ${formatNumber(orders)} ordered in 30 days` : ` at ${rate.format(perDay)} a day`
  return (
    <InlineNotice
      tone={isLow ? 'warning' : 'plain'}
      icon={isLow ? <ClockAlert aria-hidden="true" /> : <Clock aria-hidden="true" />}
      title={perDay > 0 ? emptyIn(available / perDay) : isLow ? 'Below the low mark.' : 'In stock.'}
    >
      <p>{`${formatNumber(available)} left${pace}. ${lowMark}`}</p>
    </InlineNotice>
  )
}

/** 'Empty in 3 days, on Thursday.', within a year. */
function emptyIn(exactDays: number): string {
  const days = Math.floor(exactDays)
  if (days < 1) return 'Empty within a day.'
  if (days > 365) return 'Enough for more than a year.'
  const date = new Date(Date.now() + days * day)
  const when =
    days <= 6 ? new Intl.DateTimeFormat(undefined, { weekday: 'long' }).format(date) : formatDayOfMonth(date)
  return `Empty in ${days === 1 ? '1 day' : `${days} days`}, on ${when}.`
}
