import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { CodeField } from '@/components/form/code-field'
import { inviteErrorMessage } from '@/entities/session/messages'
import { inviteCodeSchema } from '@/entities/session/schemas'
import { isInvalidInvite, useCheckInvite } from '@/entities/session/sign-up'
import { codeSpaceHint } from '@/lib/code-space-hint'
import { AlreadyMember } from './already-member'
import { useDrafts, useKeepDrafts } from './drafts'
import { SubmitButton } from './submit-button'
import { useViews } from './use-views'
import { ViewHeader, ViewLinks } from './view-header'

type Props = {
  /** From an invitation link or before a reload; validated immediately (D17). */
  start: string | null
  /** Why the sign-up rejected the code (D9). */
  problem?: string
  onValid: (code: string) => void
  onMiss: (code: string) => void
}

export function InviteView({ start, problem, onValid, onMiss }: Props) {
  const drafts = useDrafts()
  const { to } = useViews()
  const form = useForm({
    resolver: zodResolver(inviteCodeSchema),
    defaultValues: { invite: start ?? drafts.invite },
  })
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
    <>
      <ViewHeader title="Your invitation">
        Enter the code from your invitation. Registration is open to people who hold one.
      </ViewHeader>
      <form noValidate className="grid gap-[18px]" onSubmit={form.handleSubmit(submit)}>
        <CodeField
          large
          label="Invite code"
          placeholder="From your invitation"
          error={fault?.message}
          advice={fault?.type === 'miss' ? codeSpaceHint(form.getValues('invite')) : undefined}
          {...form.register('invite')}
        />
        <SubmitButton busy={check.isPending} busyLabel="Validating...">
          Continue
        </SubmitButton>
      </form>
      <ViewLinks>
        <p>
          No code?{' '}
          <Link className="link" to={to('waitlist')}>
            Ask for an invitation
          </Link>
        </p>
        <AlreadyMember />
      </ViewLinks>
    </>
  )
}
