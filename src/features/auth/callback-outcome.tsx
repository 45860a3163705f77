import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { Spinner } from '@/components/ui/spinner'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { clearEmailLink } from '@/entities/session/email-link'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'

type Props = { to: string; notice?: { kind: 'success' | 'error'; title: string; text: string } }

export function RedirectWithToast({ to, notice }: Props) {
  const navigate = useNavigate()

  const leave = useEffectEvent(() => {
    clearEmailLink()
    // Navigate first: an error toast belongs to the page it was shown on.
    navigate(to, { replace: true })
    if (notice) (notice.kind === 'error' ? toastError : toastSuccess)(notice.title, notice.text)
  })
  useEffect(() => {
    const timer = setTimeout(() => leave())
    return () => clearTimeout(timer)
  }, [])

  return <Spinner label="Confirming" />
}

export function CallbackOutcome({ with: found }: { with: 'session' | 'recovery' | 'nothing' }) {
  switch (found) {
    case 'recovery':
      return <RedirectWithToast to={paths.auth({ mode: 'new-password' })} />
    case 'session':
      return (
        <RedirectWithToast
          to={paths.dashboard}
          notice={{ kind: 'success', title: 'Email Confirmed!', text: `Welcome to ${brand.name}.` }}
        />
      )
    case 'nothing':
      return (
        <RedirectWithToast
          to={paths.auth({ mode: 'signin' })}
          notice={{ kind: 'error', title: 'No Session Found', text: 'Please sign in.' }}
        />
      )
  }
}
