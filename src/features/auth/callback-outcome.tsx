import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { Spinner } from '@/components/ui/spinner'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { clearEmailLink } from '@/entities/session/email-link'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'

type Props = { to: string; notice?: { kind: 'success' | 'error'; title: string; text: string } }

/** Leaves the callback with a toast. */
export function RedirectWithToast({ to, notice }: Props) {
  const navigate = useNavigate()

  const leave = useEffectEvent(() => {
    clearEmailLink()
    // First the way, then the words: an error notice belongs to the page that it is told on.
    navigate(to, { replace: true })
    if (notice) (notice.kind === 'error' ? toastError : toastSuccess)(notice.title, notice.text)
  })
  useEffect(() => {
    const timer = setTimeout(() => leave())
    return () => clearTimeout(timer)
  }, [])

  return <Spinner label="Confirming" />
}

/** The callback's outcomes when nothing failed. */
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
