import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { EmailField } from '@/components/form/text-field'
import { LinkButton } from '@/components/ui/button'
import { emailLinkFailure } from '@/entities/session/messages'
import { emailSchema } from '@/entities/session/schemas'
import { useSession } from '@/entities/session/session'
import { errorCode } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { RedirectWithToast } from './callback-outcome'
import { ResendButton } from './resend'
import { BackToSignIn, ViewHeader } from './view'

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
  const form = useForm({ resolver: zodResolver(emailSchema), defaultValues: { email: '' } })

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
        <EmailField error={form.formState.errors.email?.message} {...form.register('email')} />
        <ResendButton email={email} look={{ variant: 'primary', size: 'lg', block: true }} />
      </form>
      <BackToSignIn to={paths.auth({ mode: 'signin' })} />
    </>
  )
}
