import { BadgeCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { FormProblem } from '@/components/form/field'
import { EmailField, PasswordField, TextField } from '@/components/form/text-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { toastSuccess } from '@/components/ui/toast'
import { useOpenedInvitation } from '@/entities/invitations/open'
import { fieldOf, isInvalidInvite, useSignUp } from '@/entities/session/auth'
import { inviteErrorMessage, sessionToasts, tooManyTries } from '@/entities/session/messages'
import { emptyDrafts, passwordHint, type RegisterInput, registerSchema } from '@/entities/session/schemas'
import { usePublicSettings } from '@/entities/settings/public'
import { brand } from '@/lib/brand'
import { errorMessage, explainError } from '@/lib/errors'
import { formatCount, formatNumber } from '@/lib/format'
import { priceText, specifiedPrices } from '@/lib/prices'
import { rememberedToken, useDrafts, useKeepDrafts } from './drafts'
import { ResendConfirmation, startResendCooldown } from './resend'
import { SubmitButton, useViews, ViewHeader, ViewLinks } from './view'

const redirectDelayMs = 2000

type Props = {
  invite: string
  onRegistered: (email: string) => void
  /** Rejected because of the invite code (D9). */
  onRefused: (problem: string) => void
}

export function RegisterView({ invite, onRegistered, onRefused }: Props) {
  const drafts = useDrafts()
  const { to, go } = useViews()
  const { name, email, phone, password } = drafts
  const form = useZodForm(registerSchema, { name, email, phone, password })
  useKeepDrafts(form)
  const signUp = useSignUp()
  const [registered, setRegistered] = useState<string>()
  // It is forgotten after the sign-up.
  const [token] = useState(rememberedToken)
  const { data: invitation } = useOpenedInvitation(invite, token)

  const tokens = invitation?.tokens ?? brand.signupTokens

  const fillIn = useEffectEvent((field: 'email' | 'name', text: string, bound: boolean) => {
    if (bound || form.getValues(field) === '') form.setValue(field, text)
  })
  useEffect(() => {
    if (invitation?.email) fillIn('email', invitation.email, invitation.bound)
    if (invitation?.name) fillIn('name', invitation.name, false)
  }, [invitation])

  // mutateAsync: callbacks of mutate do not run once another view is open.
  async function submit(input: RegisterInput) {
    try {
      await signUp.mutateAsync({ ...input, invite })
    } catch (error) {
      const field = fieldOf(error)
      if (field) form.setError(field, { message: errorMessage(error, '') }, { shouldFocus: true })
      if (isInvalidInvite(error)) onRefused(inviteErrorMessage(error))
      return
    }
    toastSuccess(...sessionToasts.registered)
    startResendCooldown()
    Object.assign(drafts, emptyDrafts, { email: input.email })
    setRegistered(input.email)
    onRegistered(input.email)
  }

  const leave = useEffectEvent(() => go('signin', { replace: true }))
  useEffect(() => {
    if (!registered) return
    const timer = setTimeout(() => leave(), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [registered])

  return (
    <>
      {registered ? (
        <>
          <ViewHeader key="registered" title="Open your account">
            One more step.
          </ViewHeader>
          <ResendConfirmation email={registered} />
        </>
      ) : (
        <>
          <InviteBadge code={invite} />
          <ViewHeader title="Open your account">
            {invitation?.inviter ? (
              <>
                <bdi className="font-semibold text-ink">{invitation.inviter}</bdi> invites you.{' '}
              </>
            ) : null}
            <span>{`Four fields, and your account starts with ${formatCount(tokens, 'token')}.`}</span>
          </ViewHeader>
          <form noValidate className="grid gap-[18px]" onSubmit={form.handleSubmit(submit)}>
            <RegisterFields form={form} bound={invitation?.bound === true} />
            <MembershipCost />
            <FormProblem>{tooManyTries(signUp.error) ?? explainError(signUp.error)}</FormProblem>
            <SubmitButton busy={signUp.isPending} busyLabel="Creating your account...">
              {tokens === brand.signupTokens
                ? 'Create Account & Get 25 Tokens'
                : `Create Account & Get ${formatNumber(tokens)} Tokens`}
            </SubmitButton>
            <p className="text-ink-muted">
              {`Next, confirm your email address by the link that we send you, and sign in: your ${formatCount(tokens, 'token')} are there.`}
            </p>
          </form>
        </>
      )}
      <ViewLinks>
        {registered ? null : (
          <p>
            <Link className="link" to={to('signup')}>
              Use a different invite code
            </Link>
          </p>
        )}
        <p>
          Already registered?{' '}
          <Link className="link" to={to('signin')}>
            Sign in
          </Link>{' '}
          or{' '}
          <Link className="link" to={to('forgot')}>
            reset your password
          </Link>
          .
        </p>
      </ViewLinks>
    </>
  )
}

type FieldProps = {
  form: ReturnType<typeof useZodForm<RegisterInput, RegisterInput>>
  /** The invite code is for the address of the invitation only (D42). */
  bound: boolean
}

function RegisterFields({ form, bound }: FieldProps) {
  const { field } = form
  return (
    <>
      <TextField label="Full name" autoComplete="name" {...field('name')} />
      <EmailField
        readOnly={bound}
        hint={bound ? 'Your invitation is for this address only.' : undefined}
        {...field('email')}
      />
      <TextField label="Phone" type="tel" autoComplete="tel" {...field('phone')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={passwordHint}
        {...field('password')}
      />
    </>
  )
}

function InviteBadge({ code }: { code: string }) {
  return (
    <p className="mb-5 flex items-center gap-2.5 rounded bg-accent-soft px-3 py-2.5 font-medium text-accent">
      <BadgeCheck />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        Invite code{' '}
        <span translate="no" className="code">
          {code}
        </span>{' '}
        is valid
      </span>
    </p>
  )
}

function MembershipCost() {
  const { data } = usePublicSettings()
  const { membership_price, launch_price, launch_places } = data ?? specifiedPrices
  const full = priceText(membership_price)
  const left = data?.launch_places_left
  const offer =
    left === undefined
      ? ` for the first ${launch_places} people, then ${full}.`
      : ` at the launch price (${left} of ${launch_places} places left), later ${full}.`
  return (
    <p className="border-t border-line pt-4 text-ink-2">
      <b className="font-semibold text-ink">
        {`Membership costs ${left === 0 ? full : priceText(launch_price)} a year`}
      </b>
      <span>{`${left === 0 ? '.' : offer} Nothing is charged here.`}</span>
    </p>
  )
}
