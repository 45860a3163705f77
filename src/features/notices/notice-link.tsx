import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { WithName } from '@/components/ui/with-name'
import type { Notice } from '@/entities/notifications/notice'
import { noticeSentence } from '@/entities/notifications/sentences'
import { formatDate, formatDayOfMonth, formatTime } from '@/lib/format'
import { isToday } from '@/lib/is-today'

/** The time for today, the day for this year, else day and year. */
function when(notice: Notice): string {
  const date = new Date(notice.created_at)
  if (isToday(notice.created_at)) return formatTime(notice.created_at)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return isThisYear ? formatDayOfMonth(date) : formatDate(notice.created_at)
}

export function NoticeLink({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const { text, name, about, to } = noticeSentence(notice)
  const isUnread = notice.read_at === null
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
        <time dateTime={notice.created_at}>{when(notice)}</time>
      </span>
    </Link>
  )
}
