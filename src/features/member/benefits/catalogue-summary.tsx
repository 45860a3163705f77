import { Skeleton } from '@/components/ui/skeleton'
import type { BenefitFilters } from '@/entities/benefits/catalogue'
import { formatCount, formatNumber } from '@/lib/format'

type Props = BenefitFilters & { count: number | undefined; within: number | undefined }

const order = { price: 'lowest price first', 'price-down': 'highest price first', newest: 'newest first' }

export function CatalogueSummary({ count, within, search, sort, affordable }: Props) {
  if (count === undefined) {
    return (
      <span role="status">
        <Skeleton className="h-5 w-72 max-w-full" />
      </span>
    )
  }
  const matching = search ? ` matching "${search}"` : ''
  const all = `${formatCount(count, 'benefit')}${matching}${affordable ? ' within your balance' : ''}`
  const covered =
    affordable || within === undefined || count === 0
      ? ''
      : ` ${within ? formatNumber(within) : 'None'} ${within > 1 ? 'are' : 'is'} within your balance.`
  return (
    <span role="status" className="[overflow-wrap:anywhere]">
      {count > 1 ? `${all}, ${order[sort]}.` : `${all}.`}
      {covered}
    </span>
  )
}
