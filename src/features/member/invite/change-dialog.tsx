import { useRef, useState } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import {
  addressProblem,
  invitationProblem,
  useResendInvitationForm,
  useRevokeInvitation,
} from '@/entities/invitations/invitation'
import type { OwnInvitation } from '@/entities/referrals/referral'
import { invitationSchema } from '@/entities/referrals/schemas'

type Props = { invitation: OwnInvitation; onClose: () => void }

export function ChangeDialog({ invitation, onClose }: Props) {
  const resend = useResendInvitationForm()
  const revoke = useRevokeInvitation()
  const [email, setEmail] = useState(invitation.email ?? '')
  const [failure, setFailure] = useState<unknown>()
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const address = email.trim()
  const isOther = address.toLowerCase() !== invitation.email
  const isBusy = resend.isPending || revoke.isPending

  function refuseAddress(message: string) {
    setProblem(message)
    field.current?.focus()
  }

  function send() {
    const { error } = invitationSchema.shape.email.safeParse(email)
    const [issue] = error?.issues ?? []
    if (issue) return refuseAddress(issue.message)
    resend.mutate(
      { id: invitation.id, email: isOther ? address : undefined },
      mutationCallbacks('Invitation sent', `It is on its way to ${address}.`),
    )
  }

  const mutationCallbacks = (title: string, text: string) => ({
    onSuccess: () => {
      toastSuccess(title, text)
      onClose()
    },
    onError: (error: unknown) => {
      const wrongAddress = addressProblem(error)
      if (wrongAddress) refuseAddress(wrongAddress)
      else setFailure(error)
    },
  })

  return (
    <Dialog
      title="Change invitation"
      description="Send it again, to this address or another one, or revoke it. None of these restores an invitation."
      busy={isBusy}
      onClose={onClose}
      onSubmit={() => {
        if (isBusy) return
        setFailure(undefined)
        send()
      }}
      footer={
        <>
          <FormProblem>
            {failure ? invitationProblem(failure, 'It may not have been changed.') : undefined}
          </FormProblem>
          <Button
            variant="danger"
            busy={revoke.isPending}
            busyLabel="Revoking..."
            disabled={resend.isPending}
            onClick={() => {
              setFailure(undefined)
              revoke.mutate(
                invitation.id,
                mutationCallbacks('Invitation revoked', 'Nobody can join with it any more.'),
              )
            }}
          >
            Revoke
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={resend.isPending}
            busyLabel="Sending..."
            disabled={revoke.isPending}
          >
            {isOther ? 'Correct and send' : 'Send again'}
          </Button>
        </>
      }
    >
      <TextField
        ref={field}
        label="Email"
        type="email"
        autoComplete="off"
        value={email}
        error={problem}
        hint="At most five times again, 60 seconds apart."
        onChange={({ target }) => {
          setEmail(target.value)
          setProblem(undefined)
        }}
      />
    </Dialog>
  )
}
