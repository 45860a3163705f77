import { X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useLayer } from '@/components/dialog/open-dialogs'
import { Button, IconButton } from '@/components/ui/button'
import { useUnreadCount } from '@/entities/notifications/notification'
import { useMarkAllAsRead, useNotifications } from '@/entities/notifications/own'
import { explainError } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { NotificationList } from './notification-list'

const hints = {
  Member: 'Orders, tokens, favourites and invitations appear here when something happens.',
  Admin: 'Late orders, low stock, reports and the waitlist appear here.',
}

type Props = { area: keyof typeof hints; onClose: () => void }

/**
 * Beside the sidebar, on phones under the top bar; closed by its links, by any click outside, and when the focus leaves
 * it. A popover, because to open a modal dialog recalculates the style of the whole page (P13).
 */
export function NotificationsPanel({ area, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const { pathname } = useLocation()
  const opened = useRef(pathname)
  const notifications = useNotifications()
  const readAll = useMarkAllAsRead()
  const [newest] = notifications.data ?? []
  const unread = useUnreadCount()
  const close = () => panel.current?.hidePopover()
  useLayer(close)

  useEffect(() => {
    panel.current?.showPopover()
    title.current?.focus()
  }, [])

  useEffect(() => {
    if (opened.current !== pathname) panel.current?.hidePopover()
  }, [pathname])

  return (
    <div
      ref={panel}
      popover="auto"
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      className="inset-0 size-full bg-transparent"
    >
      {/* A click closes and does nothing else; the focus stays inside, so that it is returned. */}
      <div
        aria-hidden="true"
        className="absolute inset-0"
        onMouseDown={(event) => event.preventDefault()}
        onClick={close}
      />
      <div
        role="dialog"
        aria-labelledby={titleId}
        tabIndex={-1}
        onBlur={({ relatedTarget }) => relatedTarget && !panel.current?.contains(relatedTarget) && close()}
        className="absolute top-3 flex max-h-[calc(100dvh-24px)] w-[400px] flex-col overscroll-contain rounded bg-surface-raised text-ink shadow-float short:overflow-auto short:*:flex-none short:max-md:top-2 short:max-md:max-h-[calc(100dvh-16px)] outline-none max-md:inset-x-2 max-md:top-17 max-md:max-h-[calc(100dvh-84px)] max-md:w-auto motion-safe:animate-[rise-in_180ms_cubic-bezier(.2,.7,.2,1)] md:left-[216px] lg:left-[236px] xl:left-[264px]"
      >
        <header className="flex flex-wrap items-center gap-1 border-b border-ink pt-3.5 pr-3 pb-3 pl-5">
          <h2
            ref={title}
            id={titleId}
            tabIndex={-1}
            className="mr-auto text-base/6 font-semibold outline-none"
          >
            Notifications
          </h2>
          {newest && unread ? (
            <Button
              variant="quiet"
              size="sm"
              busy={readAll.isPending}
              onClick={() => readAll.mutate(newest, { onSuccess: () => title.current?.focus() })}
            >
              Mark all as read
            </Button>
          ) : null}
          <IconButton aria-label="Close" icon={<X />} onClick={close} />
        </header>
        <div className="overflow-auto overscroll-contain pb-1 short:overflow-visible">
          <p role="status" className="sr-only">
            {readAll.submittedAt > 0 && unread === 0 ? 'All notifications are read.' : null}
          </p>
          {readAll.isError && unread ? (
            <p role="alert" className="px-5 pt-3 font-medium text-danger">
              The notifications could not be marked as read. {explainError(readAll.error)}
            </p>
          ) : null}
          <NotificationList query={notifications} hint={hints[area]} onFollow={close} />
        </div>
        <footer className="border-t border-line px-5 pt-3 pb-3.5">
          <Link to={paths.notificationSettings()} className="link" onClick={close}>
            Notification settings
          </Link>
        </footer>
      </div>
    </div>
  )
}
