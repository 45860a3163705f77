import clsx from 'clsx'
import { Bell } from 'lucide-react'
import { Link } from 'react-router-dom'
import { LoadError, QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { WithName } from '@/components/ui/with-name'
import type { Notification } from '@/entities/notifications/notification'
import { useMarkAsRead, type useNotifications } from '@/entities/notifications/own'
import { notificationSentence } from '@/entities/notifications/sentences'
import { formatDate, formatDayOfMonth, formatTime, isToday } from '@/lib/format'

type Props = { query: ReturnType<typeof useNotifications>; hint: string; onFollow: () => void }

export function NotificationList({ query, hint, onFollow }: Props) {
  return (
    <QueryState
      query={query}
      pending={<Waiting />}
      error={{ title: 'The notifications could not be loaded.' }}
      isEmpty={(notifications) => notifications.length === 0}
      empty={<Empty hint={hint} />}
    >
      {(notifications) => (
        <>
          {query.isError ? (
            <LoadError
              title="The notifications could not be refreshed."
              busy={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : null}
          <Group
            title="Today"
            notifications={notifications.filter(({ created_at }) => isToday(created_at))}
            onFollow={onFollow}
          />
          <Group
            title="Earlier"
            notifications={notifications.filter(({ created_at }) => !isToday(created_at))}
            onFollow={onFollow}
          />
          {query.hasNextPage ? (
            <div className="px-5 py-3">
              <Button
                block
                size="sm"
                busy={query.isFetchingNextPage}
                busyLabel="Loading..."
                onClick={() => void query.fetchNextPage()}
              >
                Show more
              </Button>
            </div>
          ) : null}
        </>
      )}
    </QueryState>
  )
}

type GroupProps = { title: string; notifications: Notification[]; onFollow: () => void }

function Group({ title, notifications, onFollow }: GroupProps) {
  const read = useMarkAsRead()
  if (notifications.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="px-5 pt-3.5 pb-1.5 text-xs font-medium text-ink-muted">{title}</h3>
      <ul className="divide-y divide-line">
        {notifications.map((notification) => (
          <li key={notification.id}>
            <NotificationLink
              notification={notification}
              onFollow={() => {
                if (notification.read_at === null) read.mutate(notification.id)
                onFollow()
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Empty({ hint }: { hint: string }) {
  return (
    <div className="grid justify-items-center gap-1.5 px-6 py-14 text-center">
      <Bell className="mb-1.5 !size-8 text-line-control" />
      <p className="text-base font-semibold">Nothing new</p>
      <p className="max-w-[44ch] text-ink-muted">{hint}</p>
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid gap-6 px-5 py-5">
      <span role="status" className="sr-only">
        Loading
      </span>
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="grid gap-2">
          <Skeleton className="h-3.5 w-4/5" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      ))}
    </div>
  )
}

/** The time for today, the day for this year, else day and year. */
function formatWhen(notification: Notification): string {
  const date = new Date(notification.created_at)
  if (isToday(notification.created_at)) return formatTime(notification.created_at)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return isThisYear ? formatDayOfMonth(date) : formatDate(notification.created_at)
}

function NotificationLink({ notification, onFollow }: { notification: Notification; onFollow: () => void }) {
  const { text, name, about, to } = notificationSentence(notification)
  const isUnread = notification.read_at === null
  return (
    <Link
      to={to}
      onClick={onFollow}
      className="relative block px-5 pt-[11px] pb-3 no-underline -outline-offset-2 transition-colors hover:bg-surface-hover"
    >
      {isUnread ? (
        <span className="absolute top-[17px] left-1.5 size-2 rounded-full bg-accent">
          <span className="sr-only">Unread: </span>
        </span>
      ) : null}
      <span
        className={clsx(
          'block leading-5 text-pretty [overflow-wrap:anywhere]',
          isUnread ? 'font-semibold text-ink' : 'text-ink-2',
        )}
      >
        <WithName text={text} name={name} />
      </span>
      <span className="mt-[3px] flex justify-between gap-3 text-xs text-ink-muted">
        {about}
        <time dateTime={notification.created_at}>{formatWhen(notification)}</time>
      </span>
    </Link>
  )
}
