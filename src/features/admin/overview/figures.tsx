import { CountStrip } from '@/components/list/count-strip'
import { LoadError } from '@/components/list/load-error'
import { type OverviewCounts, statisticsFailure, useOverviewCounts } from '@/entities/overview/counts'
import { formatCount, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'

type Figure = {
  id: keyof OverviewCounts
  label: string
  to: string
  note: (counts: OverviewCounts) => string
}

const available = (count: number) => `${formatNumber(count)} available`

const figures: Figure[] = [
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
    note: ({ overdue }) => (overdue === 0 ? 'none overdue' : `${formatNumber(overdue)} overdue`),
  },
  {
    id: 'token_codes',
    label: 'Token Codes',
    to: paths.adminTokenCodes,
    note: (counts) => available(counts.available_token_codes),
  },
  {
    id: 'invite_codes',
    label: 'Invite Codes',
    to: paths.adminInviteCodes,
    note: (counts) => available(counts.available_invite_codes),
  },
]

export function Figures() {
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
      counts={figures.map(({ id, label, to, note }) => ({
        id,
        label,
        to,
        value: data?.[id],
        note: data ? note(data) : '',
        noteTo: id === 'pending' && data?.overdue ? `${paths.adminOrders}?status=overdue` : undefined,
      }))}
    />
  )
}
