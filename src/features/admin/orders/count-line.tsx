import { formatCapped } from '@/components/list/format-capped'
import { useOrderStatusCounts } from '@/entities/orders/admin-list'
import { formatNumber } from '@/lib/format'

type Props = { count: { value: number; capped: boolean } | undefined; search: string }

/** Capped at 10,000 matches (D20). */
export function CountLine({ count, search }: Props) {
  const { data: all } = useOrderStatusCounts()
  return (
    <p className="figures min-h-5 min-w-0 text-ink-2 [overflow-wrap:anywhere]" role="status">
      {count ? (
        <>
          <b className="font-semibold text-ink">{formatCapped(count)}</b>
          {all ? ` of ${formatNumber(all.total)}` : ''} orders
          {search ? ` matching "${search}"` : ''}
        </>
      ) : null}
    </p>
  )
}
