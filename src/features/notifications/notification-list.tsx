import { Bell } from 'lucide-react'
import { LoadError, QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import type { Notification } from '@/entities/notifications/notification'
import { useMarkAsRead, type useNotifications } from '@/entities/notifications/own'
import { isToday } from '@/lib/format'
import { NotificationLink } from './notification-link'

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
      <Bell aria-hidden="true" className="mb-1.5 !size-8 text-line-control" />
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
