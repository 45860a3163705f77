import { emailLinkFailure } from '@/entities/session/messages'
import { errorCode } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { RedirectWithToast } from './callback-outcome'
import { ExpiredLink } from './expired-link'

type Props = {
  error: unknown
  /** By auth, as opposed to an unexpected failure. */
  refused: boolean
  recovery: boolean
}

export function FailedLink({ error, refused, recovery }: Props) {
  if (errorCode(error) === 'otp_expired') return <ExpiredLink recovery={recovery} />
  const { title, description } = emailLinkFailure(error, refused)
  return <RedirectWithToast to={paths.auth({ mode: 'signin' })} error={[title, description]} />
}
