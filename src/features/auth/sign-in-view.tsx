import { useId } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { FormProblem, noteId } from '@/components/form/field'
import { EmailField, PasswordField } from '@/components/form/text-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { toastSuccess } from '@/components/ui/toast'
import { useSignIn } from '@/entities/session/auth'
import { sessionToasts } from '@/entities/session/messages'
import { type SignInInput, signInSchema } from '@/entities/session/schemas'
import { currentSession } from '@/entities/session/session'
import { errorCode, explainError, serverMessage } from '@/lib/errors'
import { useDrafts, useKeepDrafts } from './drafts'
import { ResendConfirmation, ResetSent } from './resend'
import { SubmitButton, useViews, ViewHeader, ViewLinks } from './view'

type Props = {
  /** Has just registered. */
  isNew: boolean
  /** The address that instructions for a new password were sent to. */
  resetEmail: string | undefined
  unconfirmed: string | undefined
  onUnconfirmed: (email: string | undefined) => void
}

export function SignInView({ isNew, resetEmail, unconfirmed, onUnconfirmed }: Props) {
  const { email, password } = useDrafts()
  const { to } = useViews()
  const form = useZodForm(signInSchema, { email, password })
  useKeepDrafts(form)
  const signIn = useSignIn()
  const { errors } = form.formState
  const refusal = credentialsProblem(signIn.error)
  const passwordId = useId()
  const isEnded = useLocation().state?.ended

  // mutateAsync: callbacks of mutate do not run after the page unmounts.
  async function submit(input: SignInInput) {
    try {
      await signIn.mutateAsync(input)
    } catch (error) {
      onUnconfirmed(errorCode(error) === 'email_not_confirmed' ? input.email : undefined)
      if (credentialsProblem(error)) form.setFocus('password')
      return
    }
    // Otherwise after the code.
    const session = currentSession()
    if (session.status === 'signed-in' && !session.needsSecondFactor) toastSuccess(...sessionToasts.signedIn)
  }

  return (
    <>
      <ViewHeader title={isNew ? 'Almost there' : 'Welcome back'}>
        {isNew
          ? 'Confirm your email by the link that we sent, then sign in.'
          : isEnded
            ? 'You were signed out. Sign in to continue where you left off.'
            : 'Sign in to see your balance and your orders.'}
      </ViewHeader>
      {unconfirmed ? <ResendConfirmation email={unconfirmed} className="mb-5" /> : null}
      {resetEmail ? <ResetSent email={resetEmail} /> : null}
      <form
        noValidate
        className="grid gap-[18px]"
        onSubmit={form.handleSubmit(submit)}
        onChange={() => signIn.isError && signIn.reset()}
      >
        <EmailField
          error={errors.email?.message}
          errorId={refusal && !errors.password ? noteId(passwordId) : undefined}
          {...form.register('email')}
        />
        <PasswordField
          id={passwordId}
          label="Password"
          autoComplete="current-password"
          aside={
            <Link
              className="link max-md:-mt-[18px] max-md:-mb-1.5 max-md:inline-block max-md:pt-[18px] max-md:pb-1.5"
              to={to('forgot')}
            >
              Forgot your password?
            </Link>
          }
          error={errors.password?.message ?? refusal}
          {...form.register('password')}
        />
        <FormProblem>{explainError(signIn.error)}</FormProblem>
        <SubmitButton busy={signIn.isPending} busyLabel="Signing in...">
          Sign In
        </SubmitButton>
      </form>
      <ViewLinks>
        <p>
          <Link className="link" to={to('signup')}>
            Need an invite code?
          </Link>
        </p>
      </ViewLinks>
    </>
  )
}

/** Marks both fields: auth does not say which one is wrong. */
function credentialsProblem(error: unknown): string | undefined {
  return errorCode(error) === 'invalid_credentials'
    ? serverMessage(error, 'An unexpected error occurred')
    : undefined
}
