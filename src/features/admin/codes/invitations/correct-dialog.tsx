import { useState } from 'react'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { EmailField } from '@/components/form/text-field'
import { toastSuccess } from '@/components/ui/toast'
import type { Invitation } from '@/entities/invitations/admin'
import { addressProblem, invitationProblem, useResendInvitationForm } from '@/entities/invitations/invitation'

type Props = { invitation: Invitation; onClose: () => void }

export function CorrectDialog({ invitation, onClose }: Props) {
  const [email, setEmail] = useState(invitation.email ?? '')
  const correct = useResendInvitationForm()
  const wrongAddress = correct.isError ? addressProblem(correct.error) : undefined
  return (
    <Dialog
      title="Correct the address"
      description="The invitation is sent to the new address. The link sent before no longer names anybody."
      busy={correct.isPending}
      onClose={onClose}
      onSubmit={() => {
        correct.mutate(
          { id: invitation.code_id, email: email.trim() },
          {
            onSuccess: () => {
              toastSuccess('Address corrected', `The invitation will be sent to ${email.trim()}.`)
              onClose()
            },
          },
        )
      }}
      footer={
        <>
          <FormProblem>
            {correct.isError && !wrongAddress
              ? invitationProblem(correct.error, 'The address may not have been changed.')
              : undefined}
          </FormProblem>
          <SubmitButtons
            busy={correct.isPending}
            disabled={email.trim() === '' || email.trim() === invitation.email}
          >
            Send to this address
          </SubmitButtons>
        </>
      }
    >
      <EmailField value={email} onChange={({ target }) => setEmail(target.value)} error={wrongAddress} />
    </Dialog>
  )
}
