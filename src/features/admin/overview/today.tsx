import clsx from 'clsx'
import { CircleCheck } from 'lucide-react'
import { QueryState } from '@/components/list/query-state'
import { LinkButton } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { useNow } from '@/components/ui/use-now'
import { formatNumberRef } from '@/entities/explanations/number-ref'
import { type TodayCounts, useOnTimeStats, useToday } from '@/entities/overview/overview'
import { adminPaths } from '@/lib/admin-paths'
import { formatCount, formatDate, formatNumber } from '@/lib/format'
import { daysUntil, formatDistance, formatNearTime } from '@/lib/near-time'
import { paths } from '@/lib/paths'

type Task = {
  id: string
  count: number
  title: string
  sentence: string
  distance: string
  action: string
  to: string
  tone?: string
}

/** What needs a decision, the most urgent first; each opens the list that it counts (D57). */
export function Today() {
  const query = useToday()
  const now = useNow()
  const tasks = query.data && tasksOf(query.data, now)
  return (
    <section aria-labelledby="today" className="mb-9">
      <div className="mb-2 flex min-h-[34px] flex-wrap items-center gap-x-4">
        <h2 id="today" className="text-base font-semibold">
          Today
        </h2>
        <p className="text-ink-muted" role="status">
          {tasks?.length
            ? `${formatNumber(tasks.length)} ${tasks.length === 1 ? 'needs' : 'need'} a decision`
            : ''}
        </p>
        <OnTime />
      </div>
      <QueryState
        query={query}
        pending={<Skeleton className="h-[50px]" />}
        error={{
          title: 'What is due today could not be counted.',
          safe: 'The lists are still available from the menu.',
        }}
      >
        {() =>
          tasks?.length ? (
            <ul className="border-t border-ink">
              {tasks.map((task, index) => (
                <Row key={task.id} task={task} isFirst={index === 0} />
              ))}
            </ul>
          ) : (
            <p className="flex items-center gap-2.5 border-y border-t-ink border-b-line px-3 py-4">
              <CircleCheck className="size-[18px] text-positive" />
              Nothing needs a decision.
            </p>
          )
        }
      </QueryState>
    </section>
  )
}

/** Rounded down: 100% means all. */
function OnTime() {
  const { data } = useOnTimeStats()
  if (!data?.due) return null
  return (
    <p className="figures ml-auto text-ink-muted">
      {`${Math.floor((100 * data.on_time) / data.due)}% on time in 30 days, ${formatNumber(data.on_time)} of ${formatNumber(data.due)}`}
    </p>
  )
}

function Row({
  task: { count, title, sentence, distance, action, to, tone },
  isFirst,
}: {
  task: Task
  isFirst: boolean
}) {
  return (
    <li className="grid grid-cols-[minmax(2.5rem,auto)_minmax(0,1fr)_auto_auto] items-center gap-x-5 border-b border-line px-3 py-2 max-md:grid-cols-[minmax(2rem,auto)_minmax(0,1fr)] max-md:gap-y-2 max-md:px-0">
      <span aria-hidden="true" className={clsx('figures text-right font-serif text-xl', tone)}>
        {formatNumber(count)}
      </span>
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">{formatNumber(count)} </span>
        <b className="block font-semibold">{title}</b>
        <span className="text-xs text-ink-muted">{sentence}</span>
      </p>
      <span className="figures text-xs text-ink-muted max-md:col-start-2">{distance}</span>
      <LinkButton
        size="sm"
        variant={isFirst ? 'primary' : 'secondary'}
        className="min-w-[148px] justify-center max-md:col-start-2"
        to={to}
      >
        {action}
      </LinkButton>
    </li>
  )
}

function untilText(due: string | null, now: number): string {
  if (!due) return ''
  const left = Date.parse(due) - now
  return left < 0 ? `${formatDistance(-left)} late` : `in ${formatDistance(left)}`
}

/** Rows of nought are left out. */
export function tasksOf(today: TodayCounts, now: number): Task[] {
  const ago = (at: string | null) => (at ? formatDistance(Math.abs(now - Date.parse(at))) : '')
  const near = (at: string | null) => (at ? formatNearTime(at, now) : '')
  const { short_benefit, short_benefit_id, short_benefit_keys, short_benefits } = today
  const one = short_benefits === 1
  const tasks: Task[] = [
    {
      id: 'late',
      count: today.late,
      title: 'Late orders',
      sentence: `The oldest was due ${near(today.late_since)}`,
      distance: `${ago(today.late_since)} late`,
      action: 'Deliver late orders',
      to: `${paths.adminOrders}?due=late&sort=due`,
      tone: 'text-danger',
    },
    {
      id: 'soon',
      count: today.due_soon,
      title: 'Orders due in 6 hours',
      sentence: `The next is due ${near(today.due_soon_at)}`,
      distance: `in ${ago(today.due_soon_at)}`,
      action: 'Open due orders',
      to: `${paths.adminOrders}?due=soon&sort=due`,
      tone: 'text-warning',
    },
    {
      id: 'reports',
      count: today.reports,
      title: 'Open reports',
      sentence: `The next answer is promised by ${near(today.reports_due_at)}`,
      distance: untilText(today.reports_due_at, now),
      action: 'Answer reports',
      to: paths.adminReports,
      tone: 'text-warning',
    },
    {
      id: 'payment_problems',
      count: today.payment_problems,
      title: 'Payments that need a look',
      sentence: `The oldest was reported ${near(today.payment_problems_since)}`,
      distance: ago(today.payment_problems_since),
      action: 'See payments',
      to: paths.adminPayments,
      tone: 'text-danger',
    },
    {
      id: 'disputes',
      count: today.disputes,
      title: 'Open disputes',
      sentence: today.disputes_due_at ? `The next answer is due ${near(today.disputes_due_at)}` : '',
      distance: untilText(today.disputes_due_at, now),
      action: 'See disputes',
      to: `${paths.adminPayments}?state=dispute_open`,
      tone: 'text-warning',
    },
    {
      id: 'keys',
      count: one ? (short_benefit_keys ?? 0) : short_benefits,
      title: one
        ? `${short_benefit_keys === 1 ? 'Key' : 'Keys'} left of ${short_benefit}`
        : 'Benefits with few keys left',
      sentence: one ? 'Fewer than its low mark' : `${short_benefit} has been short the longest`,
      distance: '',
      action: 'Import keys',
      to: `${adminPaths.benefitOf(short_benefit_id ?? '')}?tab=delivery`,
    },
    {
      id: 'waitlist',
      count: today.waitlist,
      title: today.waitlist === 1 ? 'Person on the waitlist' : 'People on the waitlist',
      sentence: today.waitlist_since ? `The longest waits since ${formatDate(today.waitlist_since)}` : '',
      distance: ago(today.waitlist_since),
      action: 'Review waitlist',
      to: `${paths.adminInviteCodes}?view=waitlist`,
    },
    {
      id: 'emails',
      count: today.failed_emails,
      title: 'Failed emails',
      sentence: 'They are not tried again',
      distance: 'in 7 days',
      action: 'See failed emails',
      to: `?explain=${formatNumberRef({ number: 'emails', part: 'given_up' })}`,
    },
    {
      id: 'ending',
      count: today.ending,
      title: 'Memberships ending in 30 days',
      sentence: today.ending_at ? `The first on ${formatDate(today.ending_at)}` : '',
      distance: today.ending_at ? `in ${formatCount(daysUntil(today.ending_at, now), 'day')}` : '',
      action: 'See who',
      to: `${paths.adminUsers}?group=ending`,
    },
  ]
  return tasks.filter(({ id, count }) => (id === 'keys' ? short_benefits > 0 : count > 0))
}
