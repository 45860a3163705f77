import { Clock } from 'lucide-react'
import { Link } from 'react-router-dom'
import { TimeCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
import { Skeleton } from '@/components/ui/skeleton'
import { type Report, reportAnswer, reportLabel } from '@/entities/deliveries/reports'
import { formatDistance, formatNearTime } from '@/lib/near-time'

type Options = {
  open: boolean
  linkTo: (id: string) => string
  now: number
}

const hour = 3_600_000
const sources: Record<string, string> = { link: 'one link for all', file: 'one file for all' }

export function reportColumns({ open, linkTo, now }: Options): Column<Report>[] {
  const what: Column<Report> = {
    id: 'what',
    header: 'What is wrong',
    card: 'main',
    cell: (report) => (
      <>
        <Link
          to={linkTo(report.id)}
          replace
          data-opens-row
          className="rounded-sm font-semibold underline-offset-[3px] hover:underline"
        >
          <bdi className="line-clamp-2">{report.reason ?? 'Data removed'}</bdi>
        </Link>
        <span className="figures mt-0.5 block text-xs text-ink-muted">
          {[reportLabel(report), report.order_number].filter(Boolean).join(', ')}
        </span>
      </>
    ),
    skeleton: (
      <>
        <Skeleton className="h-5 w-52 max-w-full" />
        <Skeleton className="mt-1 h-3 w-24" />
      </>
    ),
  }
  const benefit: Column<Report> = {
    id: 'benefit',
    header: 'Benefit',
    cell: ({ benefit_name, batch, method }) => (
      <span>
        <bdi>{benefit_name ?? 'Deleted Benefit'}</bdi>
        <span className="block text-xs text-ink-muted">
          {batch === null ? (sources[method] ?? 'by hand') : `batch B${batch}`}
        </span>
      </span>
    ),
  }
  const member: Column<Report> = {
    id: 'member',
    header: 'Member',
    cell: ({ customer_name }) => <bdi>{customer_name ?? 'Deleted user'}</bdi>,
  }
  const outcome: Column<Report> = { id: 'so-far', header: 'So far', cell: outcomeOf }
  const due: Column<Report> = {
    id: 'due',
    header: 'Answer by',
    nowrap: true,
    cell: ({ due_at }) => <Due at={due_at} now={now} />,
  }
  const made: Column<Report> = {
    id: 'reported',
    header: 'Reported',
    nowrap: true,
    cell: ({ created_at }) => <TimeCell iso={created_at} />,
  }
  return [what, benefit, member, outcome, open ? due : made]
}

const outcomeOf = (report: Report) =>
  reportAnswer(report) ?? (report.earlier > 0 ? 'Reported before' : 'Nothing yet')

function Due({ at, now }: { at: string; now: number }) {
  const left = Date.parse(at) - now
  const distance = left < 0 ? `late by ${formatDistance(-left)}` : `in ${formatDistance(left)}`
  return (
    <time dateTime={at} className="figures">
      {formatNearTime(at, now, 'short')}
      {left < hour ? (
        <span
          className={`flex items-center gap-[5px] text-xs/5 font-medium ${left < 0 ? 'text-danger' : 'text-warning'}`}
        >
          <Clock aria-hidden="true" className="!size-[13px]" />
          {distance}
        </span>
      ) : (
        <span className="block text-xs/5 text-ink-muted">{distance}</span>
      )}
    </time>
  )
}
