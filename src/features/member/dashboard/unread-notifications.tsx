import { Bell } from 'lucide-react'
import { useOutletContext } from 'react-router-dom'
import { useUnreadCount } from '@/entities/notifications/unread'
import { formatCount } from '@/lib/format'
import type { LayoutContext } from '@/lib/layout-context'
import { ActionLink } from './action-link'

export function UnreadNotifications() {
  const { openNotifications } = useOutletContext<LayoutContext>()
  const unread = useUnreadCount()
  return (
    <ActionLink
      onClick={openNotifications}
      Icon={Bell}
      label={unread ? formatCount(unread, 'unread notification') : 'Notifications'}
      hint={unread === 0 ? 'Nothing new' : 'What happens to your orders and tokens'}
    />
  )
}
