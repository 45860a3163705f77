import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Spinner } from '@/components/ui/button'
import { emailLink } from '@/entities/session/email-link'
import { useSession } from '@/entities/session/session'
import { AuthFrame } from './auth-frame'
import { CallbackOutcome } from './callback-outcome'
import { FailedLink } from './failed-link'
import { OpenLink } from './open-link'

export function CallbackPage() {
  const session = useSession()
  const [query] = useSearchParams()
  const [link] = useState(() => emailLink(query))

  function content() {
    if (session.status === 'loading') return <Spinner label="Confirming" />
    if (link?.kind === 'error') return <FailedLink error={link} refused recovery={link.recovery} />
    if (link?.kind === 'half') return <CallbackOutcome with="half" />
    if (link) return <OpenLink link={link} />
    if (session.status === 'signed-out') return <CallbackOutcome with="nothing" />
    return <CallbackOutcome with={session.recovering ? 'recovery' : 'session'} />
  }

  return <AuthFrame>{content()}</AuthFrame>
}
