import { useState } from 'react'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { TokenAmount } from '@/components/domain/token-amount'
import { FormProblem } from '@/components/form/field'
import { TextField } from '@/components/form/text-field'
import { Sum } from '@/components/ui/sum'
import { toastSuccess } from '@/components/ui/toast'
import { maxGranted, useGrantToOne } from '@/entities/profiles/admin-mutations'
import { profileErrorMessage } from '@/entities/profiles/messages'
import type { Profile } from '@/entities/profiles/profile'
import { readWhole } from '@/entities/shared/schemas'
import { formatCount } from '@/lib/format'
import { hasVisible } from '@/lib/text'

type Props = { user: Profile; onClose: () => void }

/** Relative, so that what the member spends meanwhile stays spent. */
export function GrantOne({ user, onClose }: Props) {
  const grant = useGrantToOne()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<{ tokens?: string; reason?: string }>({})
  const tokens = readWhole(typed.replace(/^\s*\+/, ''))
  const granted = typeof tokens === 'number' && tokens >= 1 && tokens <= maxGranted ? tokens : 0
  const isValid = granted > 0

  function submit() {
    const errors = {
      tokens: isValid ? undefined : 'Enter a whole number, 1 or more.',
      reason: hasVisible(reason) ? undefined : 'Enter a reason.',
    }
    setProblems(errors)
    if (errors.tokens || errors.reason || grant.isPending) return
    grant.mutate(
      { email: user.email, tokens: granted, reason: reason.trim() },
      {
        onSuccess: () => {
          toastSuccess('Success', `${formatCount(granted, 'token')} granted`)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      title="Grant tokens"
      description={user.email}
      busy={grant.isPending}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <SubmitButtons busy={grant.isPending} busyLabel="Granting...">
          Grant tokens
        </SubmitButtons>
      }
    >
      <TextField
        label="Tokens"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={problems.tokens}
        onChange={({ target }) => setTyped(target.value)}
      />
      <TextField
        label="Reason"
        autoComplete="off"
        maxLength={200}
        hint="Shown to the member in Token History."
        value={reason}
        error={problems.reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {isValid ? (
        <Sum
          label="Balance"
          lines={[
            { name: 'Balance now', value: <TokenAmount value={user.current_tokens} /> },
            { name: 'Granted', value: <TokenAmount value={granted} signed bare /> },
          ]}
          total={{ name: 'Balance after', value: <TokenAmount value={user.current_tokens + granted} /> }}
        />
      ) : null}
      <FormProblem>
        {grant.isError
          ? (profileErrorMessage(grant.error) ?? 'Nothing was granted. Please try again.')
          : null}
      </FormProblem>
    </Dialog>
  )
}
