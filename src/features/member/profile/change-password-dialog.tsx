import { useState } from 'react'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { AuthenticatorSelect, OneTimeCodeField } from '@/components/form/one-time-code-field'
import { PasswordField } from '@/components/form/text-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { ownFactors } from '@/entities/session/assurance'
import { fieldOf, useChangePassword, useSendReset } from '@/entities/session/auth'
import { passwordChangeFailure, passwordSavedToast, sessionToasts } from '@/entities/session/messages'
import {
  emptyPasswords,
  type PasswordChange,
  passwordChangeSchema,
  passwordHint,
} from '@/entities/session/schemas'
import { useCodeEntry } from '@/entities/session/second-factor'
import { useUser } from '@/entities/session/session'
import { errorCode, errorMessage, explainError } from '@/lib/errors'

/** Signs out other devices, as a recovery does (D14). */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { email } = useUser()
  const { field, handleSubmit, setError } = useZodForm(passwordChangeSchema, emptyPasswords)
  const change = useChangePassword()
  const reset = useSendReset()
  const [factors] = useState(ownFactors)
  const [factor, setFactor] = useState(factors[0]?.id)
  const code = useCodeEntry()

  function save(input: PasswordChange) {
    if (factor && !code.check()) return
    change.mutate(
      { ...input, factor, code: code.field.value },
      {
        onSuccess: ({ othersEnded }) => {
          toastSuccess(...passwordSavedToast(othersEnded))
          onClose()
        },
        onError: refuse,
      },
    )
  }

  function refuse(error: unknown) {
    if (errorCode(error) === 'invalid_credentials') {
      setError('current', { message: 'This is not your current password.' }, { shouldFocus: true })
    } else if (code.refuse(error)) {
      return
    } else if (fieldOf(error) === 'password') {
      setError('password', { message: errorMessage(error, '') }, { shouldFocus: true })
    } else {
      const { title, description } = passwordChangeFailure(error)
      toastError(title, description)
    }
  }

  function sendReset() {
    reset.mutate(email, {
      onSuccess: () => {
        toastSuccess(...sessionToasts.resetSent)
        onClose()
      },
    })
  }

  return (
    <Dialog
      title="Change password"
      busy={change.isPending}
      onClose={onClose}
      onSubmit={handleSubmit(save)}
      footer={
        <SubmitButtons busy={change.isPending} busyLabel="Saving...">
          Save new password
        </SubmitButtons>
      }
    >
      <p className="text-ink-2">Other devices are signed out once it is saved.</p>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField label="Current password" autoComplete="current-password" {...field('current')} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={passwordHint}
        {...field('password')}
      />
      <PasswordField label="Repeat the new password" autoComplete="new-password" {...field('repeat')} />
      {factor ? (
        <>
          <AuthenticatorSelect factors={factors} value={factor} onChange={setFactor} />
          <OneTimeCodeField label="Code of your authenticator" {...code.field} />
        </>
      ) : null}
      <p className="text-ink-muted">
        Forgot the current one?{' '}
        <button type="button" className="link" disabled={reset.isPending} onClick={sendReset}>
          Send reset instructions
        </button>
      </p>
      <FormProblem>{reset.isError ? explainError(reset.error) : undefined}</FormProblem>
    </Dialog>
  )
}
