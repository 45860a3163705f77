import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { toastSuccess } from '@/components/toast'
import { Button } from '@/components/ui/button'
import { fieldOf } from '@/entities/auth'
import { emptyDrafts, type RegisterInput, registerSchema } from '@/entities/auth-input'
import { inviteProblem, isInviteRefusal, useSignUp } from '@/entities/sign-up'
import { serverMessage } from '@/lib/errors'
import { useDrafts, useKeepDrafts } from './drafts'
import { forgetInvite } from './invite-memory'
import { InviteBadge, RegisterFields } from './register-fields'
import { beginMailPause } from './use-mail-pause'
import { useViews } from './use-views'
import { OtherWays, ViewHeader } from './view-header'

/** Chapter 9: the time to read that a mail was sent. */
const switchDelay = 2000

type Props = {
  invite: string
  /** The sign-up was refused for its invite code; with the sentence for the code's field (D9). */
  onRefused: (problem: string) => void
}

export function RegisterView({ invite, onRefused }: Props) {
  const drafts = useDrafts()
  const { to, go } = useViews()
  const { name, email, phone, password } = drafts
  const form = useForm({
    resolver: zodResolver(registerSchema),
    defaultValues: { name, email, phone, password },
  })
  useKeepDrafts(form)
  const signUp = useSignUp()
  const [done, setDone] = useState(false)

  // The promise and not mutate's callbacks: the result is told even if another view was opened meanwhile.
  async function submit(input: RegisterInput) {
    try {
      await signUp.mutateAsync({ ...input, invite })
    } catch (error) {
      const field = fieldOf(error)
      if (field) form.setError(field, { message: serverMessage(error, '') }, { shouldFocus: true })
      if (isInviteRefusal(error)) onRefused(inviteProblem(error))
      return
    }
    toastSuccess('Success!', 'Please check your email to confirm your account.')
    forgetInvite()
    beginMailPause()
    Object.assign(drafts, emptyDrafts, { email: input.email })
    setDone(true)
  }

  const leave = useEffectEvent(() => go('signin', { replace: true }))
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => leave(), switchDelay)
    return () => clearTimeout(timer)
  }, [done])

  return (
    <>
      <InviteBadge code={invite} />
      <ViewHeader title="Open your account">Four lines, and the ledger starts with 25 tokens.</ViewHeader>
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <fieldset disabled={done} className="grid min-w-0 grid-cols-1 gap-[18px]">
          <RegisterFields form={form} />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            block
            busy={signUp.isPending}
            busyLabel="Creating your account..."
          >
            Create Account & Get 25 Tokens
          </Button>
        </fieldset>
      </form>
      <OtherWays>
        <p>
          <Link className="link" to={to('signup')}>
            Use a different invite code
          </Link>
        </p>
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
      </OtherWays>
    </>
  )
}
