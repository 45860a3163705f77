import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { EmailField } from '@/components/form/email-field'
import { FormProblem } from '@/components/form/form-problem'
import { emailSchema } from '@/entities/session/schemas'
import { isRefusedAddress, requestProblem, useRequestInvitation } from '@/entities/waitlist/request'
import { paths } from '@/lib/paths'
import { AlreadyMember } from './already-member'
import { useDrafts, useKeepDrafts } from './drafts'
import { SubmitButton } from './submit-button'
import { useViews } from './use-views'
import { ViewHeader, ViewLinks } from './view-header'

export function WaitlistView() {
  const [requestedEmail, setRequestedEmail] = useState<string>()
  const { to } = useViews()
  return (
    <>
      {requestedEmail ? (
        <InvitationRequested email={requestedEmail} />
      ) : (
        <InvitationRequestForm onAsked={setRequestedEmail} />
      )}
      <ViewLinks>
        <p>
          Already invited?{' '}
          <Link className="link" to={to('signup')}>
            I have a code
          </Link>
        </p>
        <AlreadyMember />
      </ViewLinks>
    </>
  )
}

/** The same for every address: the server does not reveal who is a member, invited or waiting. */
function InvitationRequested({ email }: { email: string }) {
  return (
    <ViewHeader title="Your request has arrived">
      If there is a place for you, an invitation will be emailed to {email}. You will hear nothing else from
      us, and after 180 days we forget that you asked.
    </ViewHeader>
  )
}

function InvitationRequestForm({ onAsked }: { onAsked: (email: string) => void }) {
  const { email } = useDrafts()
  const form = useForm({ resolver: zodResolver(emailSchema), defaultValues: { email } })
  useKeepDrafts(form)
  const request = useRequestInvitation()
  const isRefused = isRefusedAddress(request.error)

  function submit(input: { email: string }) {
    request.mutate(input.email, {
      onSuccess: () => onAsked(input.email),
      onError: (error) => {
        if (!isRefusedAddress(error)) return
        form.setError('email', { message: 'This address cannot be used. Check it.' }, { shouldFocus: true })
      },
    })
  }

  return (
    <>
      <ViewHeader title="Ask for an invitation">
        Leave your email address. When there is a place for you, we email you an invitation.
      </ViewHeader>
      <form noValidate className="grid gap-[18px]" onSubmit={form.handleSubmit(submit)}>
        <EmailField error={form.formState.errors.email?.message} {...form.register('email')} />
        <FormProblem>{request.isError && !isRefused ? requestProblem(request.error) : null}</FormProblem>
        <SubmitButton busy={request.isPending} busyLabel="Sending...">
          Ask for an invitation
        </SubmitButton>
        <p className="text-xs text-ink-muted">
          We keep your address for at most 180 days, for this alone.{' '}
          <a className="link max-md:-my-3 max-md:inline-block max-md:py-3" href={paths.privacy}>
            Privacy
          </a>
        </p>
      </form>
    </>
  )
}
