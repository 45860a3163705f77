import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { WithName } from '@/components/ui/with-name'
import type { Notification } from '@/entities/notifications/notification'
import { notificationSentence } from '@/entities/notifications/sentences'
import { formatDate, formatDayOfMonth, formatTime, isToday } from '@/lib/format'

/** The time for today, the day for this year, else day and year. */
function formatWhen(notification: Notification): string {
  const date = new Date(notification.created_at)
  if (isToday(notification.created_at)) return formatTime(notification.created_at)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return isThisYear ? formatDayOfMonth(date) : formatDate(notification.created_at)
}

export function NotificationLink({
  notification,
  onFollow,
}: {
  notification: Notification
  onFollow: () => void
}) {
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
