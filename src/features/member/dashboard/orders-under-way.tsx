import { Package } from 'lucide-react'
import { Skeleton } from '@/components/ui/skeleton'
import { useNow } from '@/components/ui/use-now'
import { useBenefitsWithinReach } from '@/entities/benefits/within-reach'
import { useOpenOrders } from '@/entities/orders/open'
import { useTransactionTotals } from '@/entities/transactions/totals'
import { formatCount } from '@/lib/format'
import { formatDistance, formatNearTime } from '@/lib/near-time'
import { paths } from '@/lib/paths'
import { ActionLink } from './action-link'

export function OrdersUnderWay({ balance }: { balance: number | undefined }) {
  const orders = useOpenOrders()
  const totals = useTransactionTotals('all')
  const redeemable = useBenefitsWithinReach(balance).data?.redeemableCount
  const now = useNow()
  const { first, count } = orders.data ?? {}

  if (first) {
    const due = first.due_at ? dueText(first.due_at, now) : undefined
    return count === 1 ? (
      <ActionLink
        to={paths.orderOf(first.id)}
        Icon={Package}
        label={<bdi>{first.benefit_name ?? 'Your order'}</bdi>}
        hint={`Under way${due ? `, ${due}` : ''}`}
      />
    ) : (
      <ActionLink
        to={paths.orders}
        Icon={Package}
        label={`${formatCount(count ?? 0, 'order')} under way`}
        hint={due ? `The next is ${due}` : 'Status and invoices'}
      />
    )
  }
  if (count === 0 && totals.data?.spent_count === 0) {
    return (
      <ActionLink
        to={paths.benefits}
        Icon={Package}
        label="Choose your first benefit"
        hint={
          redeemable === undefined
            ? 'What your tokens buy'
            : `${formatCount(redeemable, 'benefit')} you can redeem today`
        }
      />
    )
  }
  const isKnown = count === 0 && (totals.data !== undefined || totals.isError)
  return (
    <ActionLink
      to={paths.orders}
      Icon={Package}
      label={isKnown ? 'No order under way' : 'Order History'}
      hint={
        isKnown ? (
          'Status and invoices'
        ) : orders.isError ? (
          'What is under way could not be loaded.'
        ) : (
          <Skeleton className="h-4 w-40" />
        )
      }
    />
  )
}

/** 'due Tuesday 14:10', 'late by 3 hours'. */
function dueText(dueAt: string, now: number): string {
  const late = now - Date.parse(dueAt)
  return late > 0 ? `late by ${formatDistance(late)}` : `due ${formatNearTime(dueAt, now)}`
}
