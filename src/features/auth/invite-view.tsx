import { BadgeCheck } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { FormProblem } from '@/components/form/field'
import { CodeField, EmailField } from '@/components/form/text-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { Button, buttonStyle } from '@/components/ui/button'
import { isInvalidInvite, useCheckInvite } from '@/entities/session/auth'
import { inviteErrorMessage } from '@/entities/session/messages'
import { emailSchema, inviteCodeSchema } from '@/entities/session/schemas'
import { isRefusedAddress, requestProblem, useRequestInvitation } from '@/entities/waitlist/request'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'
import { codeSpaceHint } from '@/lib/text'
import { useDrafts, useKeepDrafts } from './drafts'
import { SubmitButton, useViews, ViewHeader, ViewLinks } from './view'

type CodeProps = {
  /** From an invitation link or before a reload; validated immediately (D17). */
  start: string | null
  /** Why the sign-up rejected the code (D9). */
  problem?: string
  onValid: (code: string) => void
  onMiss: (code: string) => void
}

type Props = CodeProps & {
  /** Whether the visitor came to ask for an invitation. */
  isForWaitlist: boolean
}

/** Both ways in: with a code, and onto the waitlist. */
export function InviteView({ isForWaitlist, ...code }: Props) {
  const [requestedEmail, setRequestedEmail] = useState<string>()
  const { to } = useViews()
  return (
    <>
      {requestedEmail ? (
        <InvitationRequested email={requestedEmail} onCode={() => setRequestedEmail(undefined)} />
      ) : (
        <>
          <ViewHeader title="Get started">{`${brand.name} is open by invitation. There are two ways in.`}</ViewHeader>
          <EntryOption title="Your invitation" text="The code is in the invitation that you received.">
            <InviteForm {...code} />
          </EntryOption>
          <EntryOption
            title="No code yet"
            text="Leave your address. When there is a place for you, we email you an invitation."
          >
            <WaitlistForm isForWaitlist={isForWaitlist} onRequested={setRequestedEmail} />
          </EntryOption>
        </>
      )}
      <ViewLinks>
        <p>
          Already a member?{' '}
          <Link className="link" to={to('signin')}>
            Sign In
          </Link>
        </p>
      </ViewLinks>
    </>
  )
}

function EntryOption({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-7 border-t border-ink pt-4">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      <p className="mt-0.5 mb-4 text-ink-muted">{text}</p>
      {children}
    </section>
  )
}

const promises = [
  'We read every request. How long it takes depends on free places, so we cannot name a day.',
  'The invitation holds your code. Nothing else is sent to you.',
  'After 180 days without a place we delete your address, and you are welcome to ask again.',
]

/** The same for every address: the server does not reveal who is a member, invited or waiting. */
function InvitationRequested({ email, onCode }: { email: string; onCode: () => void }) {
  return (
    <>
      <BadgeCheck strokeWidth={1.25} className="mb-4 !size-16 text-accent" />
      <ViewHeader title="Your request has arrived">
        {'If there is a place for you, an invitation goes to '}
        <b translate="no" className="font-semibold text-ink">
          {email}
        </b>
        .
      </ViewHeader>
      <ol className="mb-6 border-t border-ink text-ink-2">
        {promises.map((text, index) => (
          <li key={text} className="flex gap-5 border-b border-line py-3">
            <span className="font-serif text-lg/5 text-token">{index + 1}</span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <a
        href={`${paths.home}#features`}
        className={buttonStyle({ variant: 'primary', size: 'lg', block: true })}
      >
        See what tokens buy
      </a>
      <Button variant="quiet" block className="mt-3" onClick={onCode}>
        I have a code
      </Button>
    </>
  )
}

function InviteForm({ start, problem, onValid, onMiss }: CodeProps) {
  const drafts = useDrafts()
  const form = useZodForm(inviteCodeSchema, { invite: start ?? drafts.invite })
  useKeepDrafts(form)
  const check = useCheckInvite()

  const { invite: fault } = form.formState.errors

  const showError = (message: string, type?: 'miss') =>
    form.setError('invite', { type, message }, { shouldFocus: true })

  function submit({ invite }: { invite: string }) {
    check.mutate(invite, {
      onSuccess: onValid,
      onError: (error) => {
        const missed = isInvalidInvite(error)
        if (missed) onMiss(invite)
        showError(inviteErrorMessage(error), missed ? 'miss' : undefined)
      },
    })
  }

  const begin = useEffectEvent(() => {
    if (problem) showError(problem)
    if (!start) return
    drafts.invite = start
    void form.handleSubmit(submit)()
  })
  useEffect(() => {
    const timer = setTimeout(() => begin())
    return () => clearTimeout(timer)
  }, [])

  return (
    <form noValidate className="grid gap-[18px]" onSubmit={form.handleSubmit(submit)}>
      <CodeField
        large
        label="Invite code"
        placeholder="10 letters and digits"
        error={fault?.message}
        advice={fault?.type === 'miss' ? codeSpaceHint(form.getValues('invite')) : undefined}
        {...form.register('invite')}
      />
      <SubmitButton busy={check.isPending} busyLabel="Validating...">
        Continue
      </SubmitButton>
    </form>
  )
}

function WaitlistForm({
  isForWaitlist,
  onRequested,
}: {
  isForWaitlist: boolean
  onRequested: (email: string) => void
}) {
  const { email } = useDrafts()
  const form = useZodForm(emailSchema, { email })
  useKeepDrafts(form)
  const request = useRequestInvitation()
  const isRefused = isRefusedAddress(request.error)

  function submit(input: { email: string }) {
    request.mutate(input.email, {
      onSuccess: () => onRequested(input.email),
      onError: (error) => {
        if (!isRefusedAddress(error)) return
        form.setError('email', { message: 'This address cannot be used. Check it.' }, { shouldFocus: true })
      },
    })
  }

  return (
    <form noValidate className="grid gap-[18px]" onSubmit={form.handleSubmit(submit)}>
      <EmailField autoFocus={isForWaitlist} {...form.field('email')} />
      <FormProblem>{request.isError && !isRefused ? requestProblem(request.error) : null}</FormProblem>
      <Button type="submit" size="lg" block variant="accent" busy={request.isPending} busyLabel="Sending...">
        Ask for an invitation
      </Button>
      <p className="text-xs text-ink-muted">
        We keep your address for at most 180 days, for this alone.{' '}
        <a className="link max-md:-my-3 max-md:inline-block max-md:py-3" href={paths.privacy}>
          Privacy
        </a>
      </p>
    </form>
  )
}
