import { CountStrip } from '@/components/list/count-strip'
import { LoadError } from '@/components/list/query-state'
import { type OverviewCounts, statisticsFailure, useOverviewCounts } from '@/entities/overview/counts'
import { formatCount, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'

type Figure = {
  id: keyof OverviewCounts
  label: string
  to: string
  note: (counts: OverviewCounts) => string
  noteTo?: (counts: OverviewCounts) => string | undefined
}

const late = `${paths.adminOrders}?due=late&sort=due`

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
      counts={figures.map(({ id, label, to, note, noteTo }) => ({
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
