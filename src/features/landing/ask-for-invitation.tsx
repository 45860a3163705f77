import { Link } from 'react-router-dom'
import { paths } from '@/lib/paths'

export function AskForInvitation() {
  return (
    <Link className="link whitespace-nowrap member:hidden" to={paths.auth({ mode: 'waitlist' })}>
      Ask for an invitation
    </Link>
  )
}
