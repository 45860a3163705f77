import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { LinkButton, Spinner } from '@/components/ui/button'
import { toastError, toastSuccess } from '@/components/ui/toast'
import type { LinkOutcome } from '@/entities/session/auth'
import { clearEmailLink } from '@/entities/session/email-link'
import { sessionToasts } from '@/entities/session/messages'
import { paths } from '@/lib/paths'
import { ViewHeader } from './view'

type Toast = readonly [title: string, description: string]
type Props = { to: string; success?: Toast; error?: Toast }

export function RedirectWithToast({ to, success, error }: Props) {
  const navigate = useNavigate()

  const leave = useEffectEvent(() => {
    clearEmailLink()
    // Navigate first: an error toast belongs to the page it was shown on.
    navigate(to, { replace: true })
    if (success) toastSuccess(...success)
    if (error) toastError(...error)
  })
  useEffect(() => {
    const timer = setTimeout(() => leave())
    return () => clearTimeout(timer)
  }, [])

  return <Spinner label="Confirming" />
}

export function CallbackOutcome({ with: found }: { with: LinkOutcome }) {
  switch (found) {
    case 'recovery':
      return <RedirectWithToast to={paths.auth({ mode: 'new-password' })} />
    case 'session':
      return <RedirectWithToast to={paths.dashboard} success={sessionToasts.emailConfirmed} />
    case 'half':
      return (
        <>
          <ViewHeader title="One more link to open">
            A new email address counts once the links in both emails are opened, the one to the old address
            and the one to the new.
          </ViewHeader>
          <LinkButton to={paths.dashboard} variant="primary" size="lg" block>
            Open your dashboard
          </LinkButton>
        </>
      )
    case 'nothing':
      return <RedirectWithToast to={paths.auth({ mode: 'signin' })} error={sessionToasts.noSession} />
  }
}
