import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { FormProblem } from '@/components/form/field'
import { EmailField } from '@/components/form/text-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { Button, LinkButton, Spinner } from '@/components/ui/button'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { isRefusal, type LinkOutcome, useOpenEmailLink } from '@/entities/session/auth'
import { clearEmailLink, emailLink, type OpenableLink } from '@/entities/session/email-link'
import { emailLinkFailure, sessionToasts, tooManyTries } from '@/entities/session/messages'
import { emailSchema } from '@/entities/session/schemas'
import { useSession } from '@/entities/session/session'
import { errorCode } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { AuthFrame } from './auth-frame'
import { ResendButton } from './resend'
import { BackToSignIn, ViewHeader, ViewLinks } from './view'

export function CallbackPage() {
  const session = useSession()
  const [query] = useSearchParams()
  const [link] = useState(() => emailLink(query))

  function content() {
    if (session.status === 'loading') return <Spinner label="Confirming" />
    if (link?.kind === 'error') return <FailedLink error={link} refused recovery={link.recovery} />
    if (link?.kind === 'half') return <CallbackOutcome outcome="half" />
    if (link) return <OpenLink link={link} />
    if (session.status === 'signed-out') return <CallbackOutcome outcome="nothing" />
    return <CallbackOutcome outcome={session.recovering ? 'recovery' : 'session'} />
  }

  return <AuthFrame>{content()}</AuthFrame>
}

/** Requires a click, against email scanners and silent sign-in to another account (D15), except for the current session. */
function OpenLink({ link }: { link: OpenableLink }) {
  const session = useSession()
  const [currentUser] = useState(session.status === 'signed-in' ? session.user : undefined)
  const open = useOpenEmailLink()
  const own = link.kind === 'session' && (!currentUser || currentUser.id === link.account.id)

  const openLink = useEffectEvent(() => open.mutate(link))
  useEffect(() => {
    if (!own) return
    const timer = setTimeout(() => openLink())
    return () => clearTimeout(timer)
  }, [own])

  if (open.isSuccess) return <CallbackOutcome outcome={open.data} />
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
        {currentUser
          ? `You are signed in as ${currentUser.email}. Continuing signs you in to ${accountName(link)} instead.`
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
      {currentUser ? (
        <ViewLinks>
          <p>
            <Link className="link" to={paths.dashboard} replace onClick={clearEmailLink}>
              Stay signed in as {currentUser.email}
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

type Props = {
  error: unknown
  /** By auth, as opposed to an unexpected failure. */
  refused: boolean
  recovery: boolean
}

function FailedLink({ error, refused, recovery }: Props) {
  if (errorCode(error) === 'otp_expired') return <ExpiredLink recovery={recovery} />
  const { title, description } = emailLinkFailure(error, refused)
  return <RedirectWithToast to={paths.auth({ mode: 'signin' })} error={[title, description]} />
}

function ExpiredLink({ recovery }: { recovery: boolean }) {
  const session = useSession()
  if (session.status === 'signed-in') {
    return (
      <>
        <ViewHeader title="This link no longer works">
          It works once and expires after an hour. You are signed in as {session.user.email}.
        </ViewHeader>
        <LinkButton to={paths.dashboard} variant="primary" size="lg" block>
          Open your dashboard
        </LinkButton>
      </>
    )
  }
  return recovery ? <NewReset /> : <NewConfirmation />
}

function NewReset() {
  return (
    <>
      <ViewHeader title="This link no longer works">
        It works once and expires after an hour. Request a new one; your password has not changed.
      </ViewHeader>
      <LinkButton to={paths.auth({ mode: 'forgot' })} variant="primary" size="lg" block>
        Send a new link
      </LinkButton>
      <BackToSignIn to={paths.auth({ mode: 'signin' })} />
    </>
  )
}

function NewConfirmation() {
  const form = useZodForm(emailSchema, { email: '' })

  async function email() {
    const valid = await form.trigger('email', { shouldFocus: true })
    return valid ? form.getValues('email').trim() : undefined
  }

  return (
    <>
      <ViewHeader title="This link no longer works">
        It works once and expires after an hour. If you have already confirmed your email, just sign in.
      </ViewHeader>
      <form noValidate className="grid gap-[18px]" onSubmit={(event) => event.preventDefault()}>
        <EmailField {...form.field('email')} />
        <ResendButton email={email} look={{ variant: 'primary', size: 'lg', block: true }} />
      </form>
      <BackToSignIn to={paths.auth({ mode: 'signin' })} />
    </>
  )
}

type Toast = readonly [title: string, description: string]
type RedirectWithToastProps = { to: string; success?: Toast; error?: Toast }

function RedirectWithToast({ to, success, error }: RedirectWithToastProps) {
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

function CallbackOutcome({ outcome }: { outcome: LinkOutcome }) {
  switch (outcome) {
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
