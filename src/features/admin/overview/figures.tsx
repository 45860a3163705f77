import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Explained } from '@/components/explain/explained'
import { CountStrip } from '@/components/list/count-strip'
import { LoadError } from '@/components/list/load-error'
import { formatNumberRef } from '@/entities/explanations/number-ref'
import { type OverviewCounts, statisticsFailure, useOverviewCounts } from '@/entities/overview/counts'
import { formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'

type Figure = {
  id: keyof OverviewCounts
  label: string
  to: string
  /** Keys of the figure and of the part in its note. */
  number: string
  part?: string
  note: { id: keyof OverviewCounts; label: string; part: string; says: (count: number) => ReactNode }
}

const available = {
  part: 'available',
  says: () => 'available',
}

const overdueOrders = (
  // The height of a touch target, in a line of normal height.
  <Link
    to={`${paths.adminOrders}?status=overdue`}
    className="hit-area -my-1 inline-block py-1 underline underline-offset-[3px]"
  >
    overdue
  </Link>
)

const figures: Figure[] = [
  {
    id: 'users',
    label: 'Total Users',
    to: paths.adminUsers,
    number: 'users',
    note: { id: 'admins', label: 'Admins', part: 'admin', says: (n) => (n === 1 ? 'admin' : 'admins') },
  },
  {
    id: 'benefits',
    label: 'Benefits',
    to: paths.adminBenefits,
    number: 'benefits',
    note: { id: 'active_benefits', label: 'Active benefits', part: 'active', says: () => 'active' },
  },
  {
    id: 'orders',
    label: 'Total Orders',
    to: paths.adminOrders,
    number: 'orders',
    note: { id: 'orders_this_week', label: 'Orders this week', part: 'this_week', says: () => 'this week' },
  },
  {
    id: 'pending',
    label: 'Pending Orders',
    to: `${paths.adminOrders}?status=pending`,
    number: 'orders',
    part: 'pending',
    note: {
      id: 'overdue',
      label: 'Overdue orders',
      part: 'overdue',
      says: (n) => (n === 0 ? 'overdue' : overdueOrders),
    },
  },
  {
    id: 'token_codes',
    label: 'Token Codes',
    to: paths.adminTokenCodes,
    number: 'token_codes',
    note: { id: 'available_token_codes', label: 'Available token codes', ...available },
  },
  {
    id: 'invite_codes',
    label: 'Invite Codes',
    to: paths.adminInviteCodes,
    number: 'invite_codes',
    note: { id: 'available_invite_codes', label: 'Available invite codes', ...available },
  },
]

function Note({ number, note, counts }: { number: string; note: Figure['note']; counts: OverviewCounts }) {
  const count = counts[note.id]
  return (
    <span
      className={
        note.id === 'overdue' && count > 0
          ? 'font-medium text-danger max-md:flex max-md:items-center max-md:justify-between md:[&>button]:mr-1.5'
          : undefined
      }
    >
      <Explained of={formatNumberRef({ number, part: note.part })} label={note.label}>
        {formatNumber(count)}
      </Explained>{' '}
      {note.says(count)}
    </span>
  )
}

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
      className="counts max-md:[&>li]:!basis-[40%] max-md:[&_.figures]:!h-[60px] max-md:[&_.figures+span]:!mt-1.5"
      counts={figures.map(({ id, label, to, number, part, note }) => ({
        id,
        label: (
          <Link to={to} className="hit-area underline-offset-[3px] hover:underline">
            {label}
          </Link>
        ),
        value: data && (
          <Explained of={formatNumberRef({ number, part })} label={label}>
            {formatNumber(data[id])}
          </Explained>
        ),
        note: data ? <Note number={number} note={note} counts={data} /> : '',
      }))}
    />
  )
}
