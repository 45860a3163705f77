import { Send, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { FormProblem } from '@/components/form/field'
import { TextArea, TextField } from '@/components/form/text-field'
import { UnsavedGuard } from '@/components/form/unsaved-guard'
import { useZodForm } from '@/components/form/use-zod-form'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import { addressProblem, invitationProblem, messageProblem } from '@/entities/invitations/invitation'
import { useSendInvitation } from '@/entities/referrals/referral'
import { emptyInvitation, type InvitationInput, invitationSchema } from '@/entities/referrals/schemas'

/** `endsLink`: it would use the last invitation, after which the link no longer works. */
export function InviteByEmail({ endsLink }: { endsLink: boolean }) {
  const send = useSendInvitation()
  const [problem, setProblem] = useState<string>()
  const { field, handleSubmit, reset, setError, formState } = useZodForm(invitationSchema, emptyInvitation)
  const { dirtyFields } = formState

  // mutateAsync: callbacks of mutate do not run once the last invitation is used, which unmounts the form.
  async function submit(input: InvitationInput) {
    setProblem(undefined)
    try {
      const isEarlier = await send.mutateAsync(input)
      toastSuccess(
        'Invitation sent',
        `It is on its way to ${input.email}${isEarlier ? ' by an earlier attempt' : ''}.`,
      )
      reset()
    } catch (error) {
      const [email, message] = [addressProblem(error), messageProblem(error)]
      if (email) setError('email', { message: email }, { shouldFocus: true })
      else if (message) setError('message', { message }, { shouldFocus: true })
      else setProblem(invitationProblem(error, 'The invitation may not have been sent.'))
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-4">
      <TextField
        label="Or send it by email"
        type="email"
        autoComplete="off"
        placeholder="colleague@company.example"
        hint="Goes out in your name, works for this address only, and for 30 days."
        {...field('email')}
      />
      <TextArea
        label="Message"
        rows={3}
        hint="Optional. Up to 300 characters, without links."
        {...field('message')}
      />
      {endsLink ? (
        <p className="flex gap-2 text-ink-2">
          <TriangleAlert className="mt-px text-warning" />
          This is your last invitation. Once it is sent, your link above stops working, also where you have
          already shared it.
        </p>
      ) : null}
      <FormProblem>{problem}</FormProblem>
      <UnsavedGuard isDirty={dirtyFields.message === true} />
      <Button
        type="submit"
        icon={<Send />}
        className="justify-self-start max-md:w-full"
        busy={send.isPending}
        busyLabel="Sending..."
      >
        Send
      </Button>
    </form>
  )
}
