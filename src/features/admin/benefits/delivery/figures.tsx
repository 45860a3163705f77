import { CountStrip } from '@/components/list/count-strip'
import { QueryState } from '@/components/list/query-state'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { useDeliveryFigures } from '@/entities/deliveries/settings'
import { formatNumber } from '@/lib/format'

type Counts = NonNullable<ReturnType<typeof useDeliveryFigures>['data']>
type Figure = { id: string; label: string; of: (counts: Counts, price: number) => [number | string, string] }

const figures: Figure[] = [
  { id: 'orders', label: 'Orders', of: ({ orders }) => [orders, 'in 30 days'] },
  {
    id: 'tokens',
    label: 'Tokens',
    of: ({ orders, tokens }, price) => [
      tokens,
      orders > 0 && tokens === orders * price
        ? `${formatNumber(orders)} at ${formatNumber(price)}`
        : 'in 30 days',
    ],
  },
  { id: 'on-time', label: 'On time', of: ({ on_time, due }) => formatShare(on_time, due, 'none due yet') },
  {
    id: 'fine',
    label: 'Without a report',
    of: ({ delivered, reported }) => formatShare(delivered - reported, delivered, 'none delivered yet'),
  },
  {
    id: 'reports',
    label: 'Reports',
    of: ({ reported, replaced }) => [
      reported,
      reported === 0
        ? 'in 30 days'
        : replaced === reported
          ? 'all replaced'
          : `${formatNumber(replaced)} replaced at once`,
    ],
  },
]

/** Rounded down: 100% means all. */
function formatShare(part: number, whole: number, none: string): [string, string] {
  if (whole === 0) return ['–', none]
  return [`${Math.floor((100 * part) / whole)}%`, `${formatNumber(part)} of ${formatNumber(whole)}`]
}

/** Orders of the last 30 days: their number without cancelled ones, the rates with those that were delivered before (D34). */
export function Figures({ benefit }: { benefit: AdminBenefit }) {
  const counts = useDeliveryFigures(benefit.id)
  const renderCounts = (known?: Counts) => (
    <CountStrip
      label="Delivery in 30 days"
      counts={figures.map(({ id, label, of }) => {
        const [value, note] = known ? of(known, benefit.token_value) : [undefined, '']
        return { id, label, value, note }
      })}
    />
  )
  return (
    <QueryState
      query={counts}
      pending={renderCounts()}
      error={{ title: 'The figures could not be loaded.', safe: 'The settings below are not affected.' }}
    >
      {renderCounts}
    </QueryState>
  )
}
