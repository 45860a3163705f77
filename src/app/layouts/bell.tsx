import { Bell as BellIcon } from 'lucide-react'
import { buttonStyle } from '@/components/ui/button-style'
import { useUnreadCount } from '@/entities/notifications/notification'

export function Bell({ onClick }: { onClick: () => void }) {
  const unread = useUnreadCount()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={unread ? `Notifications, ${unread} unread` : 'Notifications'}
      className={buttonStyle({ variant: 'quiet', className: 'relative w-10 max-md:w-11 !px-0' })}
      onClick={onClick}
    >
      <BellIcon aria-hidden="true" className="!size-5" />
      {unread ? (
        <b className="figures absolute top-0 left-1/2 ml-0.5 min-w-[18px] rounded-sm bg-accent px-1 text-xs/[1.125rem] font-semibold text-on-accent">
          {unread > 99 ? '99+' : unread}
        </b>
      ) : null}
    </button>
  )
}
