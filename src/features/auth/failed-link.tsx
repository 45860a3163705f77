import { errorCode, errorMessage } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { RedirectWithToast } from './callback-outcome'
import { ExpiredLink } from './expired-link'

type Props = {
  /** What auth threw, or what it wrote into the address. */
  error: unknown
  /** Auth refused the link; else the failure is unexpected. */
  refused: boolean
  recovery: boolean
}

/** A link that led nowhere (chapter 2): an old one is explained, anything else goes to /auth with a toast. */
export function FailedLink({ error, refused, recovery }: Props) {
  if (errorCode(error) === 'otp_expired') return <ExpiredLink recovery={recovery} />
  return (
    <RedirectWithToast
      to={paths.auth({ mode: 'signin' })}
      notice={{
        kind: 'error',
        title: refused ? 'Authentication Error' : 'Unexpected Error',
        text: errorMessage(error, 'An unexpected error occurred'),
      }}
    />
  )
}
