import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { FormProblem } from '@/components/form/field'
import { Button, Spinner } from '@/components/ui/button'
import { isRefusal, useOpenEmailLink } from '@/entities/session/auth'
import { clearEmailLink, type OpenableLink } from '@/entities/session/email-link'
import { tooManyTries } from '@/entities/session/messages'
import { useSession } from '@/entities/session/session'
import { paths } from '@/lib/paths'
import { CallbackOutcome } from './callback-outcome'
import { FailedLink } from './failed-link'
import { ViewHeader, ViewLinks } from './view'

/** Requires a click, against email scanners and silent sign-in to another account (D15), except for the current session. */
export function OpenLink({ link }: { link: OpenableLink }) {
  const session = useSession()
  const [present] = useState(session.status === 'signed-in' ? session.user : undefined)
  const open = useOpenEmailLink()
  const own = link.kind === 'session' && (!present || present.id === link.account.id)

  const begin = useEffectEvent(() => open.mutate(link))
  useEffect(() => {
    if (!own) return
    const timer = setTimeout(() => begin())
    return () => clearTimeout(timer)
  }, [own])

  if (open.isSuccess) return <CallbackOutcome with={open.data} />
  const limited = tooManyTries(open.error)
  if (open.isError && !limited)
    return <FailedLink error={open.error} refused={isRefusal(open.error)} recovery={link.recovery} />
  if (own && !limited) return <Spinner label="Confirming" />

  const texts = link.recovery
    ? { title: 'Reset your password', text: 'Continue to choose a new password.', button: 'Continue' }
    : {
        title: 'Confirm your email',
        text: 'Confirm your email to open your account.',
        button: 'Confirm email',
      }
  return (
    <>
      <ViewHeader title={texts.title}>
        {present
          ? `You are signed in as ${present.email}. Continuing signs you in to ${accountName(link)} instead.`
          : texts.text}
      </ViewHeader>
      {limited ? (
        <div className="mb-4">
          <FormProblem>{limited}</FormProblem>
        </div>
      ) : null}
      <Button
        variant="primary"
        size="lg"
        block
        busy={open.isPending}
        busyLabel="Confirming..."
        onClick={() => open.mutate(link)}
      >
        {limited ? 'Try again' : texts.button}
      </Button>
      {present ? (
        <ViewLinks>
          <p>
            <Link className="link" to={paths.dashboard} replace onClick={clearEmailLink}>
              Stay signed in as {present.email}
            </Link>
          </p>
        </ViewLinks>
      ) : null}
    </>
  )
}

function accountName(link: OpenableLink): string {
  return link.kind === 'session' && link.account.email
    ? link.account.email
    : 'the account that this link was sent to'
}
