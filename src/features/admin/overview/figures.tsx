import { Link } from 'react-router-dom'
import { CountStrip } from '@/components/list/count-strip'
import { LoadError } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { monthOf } from '@/entities/history/statement'
import { type OverviewCounts, statisticsFailure, useOverviewCounts } from '@/entities/overview/overview'
import { usePaymentSums } from '@/entities/payments/admin'
import { useMembership } from '@/entities/payments/membership'
import { formatCount, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { amountText } from '@/widgets/payments/amount-text'

type Stat = {
  id: keyof OverviewCounts
  label: string
  to: string
  note: (counts: OverviewCounts) => string
  noteTo?: (counts: OverviewCounts) => string | undefined
}

const late = `${paths.adminOrders}?due=late&sort=due`

const stats: Stat[] = [
  {
    id: 'users',
    label: 'Total Users',
    to: paths.adminUsers,
    note: ({ admins }) => formatCount(admins, 'admin'),
  },
  {
    id: 'benefits',
    label: 'Benefits',
    to: paths.adminBenefits,
    note: ({ active_benefits }) => `${formatNumber(active_benefits)} active`,
  },
  {
    id: 'orders',
    label: 'Total Orders',
    to: paths.adminOrders,
    note: ({ orders_this_week }) => `${formatNumber(orders_this_week)} this week`,
  },
  {
    id: 'pending',
    label: 'Pending Orders',
    to: `${paths.adminOrders}?status=pending`,
    note: (counts) => `${formatNumber(counts.late)} late`,
    noteTo: (counts) => (counts.late > 0 ? late : undefined),
  },
  {
    id: 'token_codes',
    label: 'Token Codes',
    to: paths.adminTokenCodes,
    note: ({ available_token_codes }) => `${formatNumber(available_token_codes)} available`,
  },
  {
    id: 'invite_codes',
    label: 'Invite Codes',
    to: paths.adminInviteCodes,
    note: ({ available_invite_codes }) => `${formatNumber(available_invite_codes)} available`,
  },
]

/** Counts link to the lists that they count (D57). */
export function OverviewStats() {
  const { data, isError, isFetching, refetch } = useOverviewCounts()
  if (isError && data === undefined) {
    return (
      <LoadError title={statisticsFailure} busy={isFetching} onRetry={() => void refetch()}>
        The lists are still available from the menu.
      </LoadError>
    )
  }
  return (
    <CountStrip
      label="Statistics"
      className="max-md:[&>li]:!basis-[40%]"
      counts={stats.map(({ id, label, to, note, noteTo }) => ({
        id,
        label,
        to,
        value: data?.[id],
        note: data ? note(data) : '',
        noteTo: data && noteTo?.(data),
      }))}
    />
  )
}

/** Who has paid, and what this month brought; absent while payments are off (D61). */
export function Revenue() {
  const { data } = useMembership()
  return !data || data.payments === 'off' ? null : <Month />
}

function Month() {
  const now = new Date()
  const month = monthOf(now)
  const sums = usePaymentSums(month)
  const members = useOverviewCounts().data?.paid_members
  const { data } = sums
  const rows = [
    ['New memberships', data?.memberships, data?.memberships_amount],
    ['Renewals', data?.renewals, data?.renewals_amount],
    ['Token packs', data?.packs, data?.packs_amount],
    ['Refunds', data?.refunds, data && -data.refunded],
  ] as const
  return (
    <section aria-labelledby="revenue">
      <div className="mb-2 flex min-h-[34px] items-center justify-between gap-4">
        <h2 id="revenue" className="text-base font-semibold">
          {new Intl.DateTimeFormat(undefined, { month: 'long' }).format(now)}
        </h2>
        <Link to={`${paths.adminPayments}?month=${month}`} className="link">
          Payments
        </Link>
      </div>
      {sums.isError && !data ? (
        <LoadError
          title="The revenue could not be loaded."
          busy={sums.isFetching}
          onRetry={() => void sums.refetch()}
        />
      ) : (
        <dl className="border-t border-ink">
          <Row name="Paid members">{members === undefined ? undefined : formatNumber(members)}</Row>
          {rows.map(([name, count, amount]) => (
            <Row key={name} name={count === undefined ? name : `${name}, ${formatNumber(count)}`}>
              {amount === undefined ? undefined : amountText(amount)}
            </Row>
          ))}
          <div className="double-rule flex items-center justify-between gap-4 border-t border-ink py-2 pr-2 font-semibold">
            <dt>Revenue</dt>
            <dd className="figures font-serif text-xl font-medium">
              {data ? amountText(data.revenue) : <Skeleton className="h-6 w-20" />}
            </dd>
          </div>
        </dl>
      )}
    </section>
  )
}

function Row({ name, children }: { name: string; children: string | undefined }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-2.5 pr-2">
      <dt>{name}</dt>
      <dd className="figures">{children ?? <Skeleton className="h-5 w-16" />}</dd>
    </div>
  )
}
