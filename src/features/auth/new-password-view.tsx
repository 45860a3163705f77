import { FormProblem } from '@/components/form/field'
import { PasswordField } from '@/components/form/text-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { toastSuccess } from '@/components/ui/toast'
import { fieldOf, useSetPassword } from '@/entities/session/auth'
import { passwordSavedToast } from '@/entities/session/messages'
import { newPasswordSchema, passwordHint } from '@/entities/session/schemas'
import { useUser } from '@/entities/session/session'
import { errorMessage, explainError } from '@/lib/errors'
import { SignOutAndBack, SubmitButton, ViewHeader, ViewLinks } from './view'

export function NewPasswordView() {
  const { email } = useUser()
  const form = useZodForm(newPasswordSchema, { password: '', repeat: '' })
  const setPassword = useSetPassword()

  async function submit({ password }: { password: string }) {
    try {
      const { othersEnded } = await setPassword.mutateAsync(password)
      toastSuccess(...passwordSavedToast(othersEnded))
    } catch (error) {
      if (fieldOf(error) !== 'password') return
      form.setError('password', { message: errorMessage(error, '') }, { shouldFocus: true })
    }
  }

  return (
    <>
      <ViewHeader title="Set a new password">
        For <span translate="no">{email}</span>. Other devices are signed out once it is saved.
      </ViewHeader>
      <form noValidate className="grid gap-[18px]" onSubmit={form.handleSubmit(submit)}>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={passwordHint}
          {...form.field('password')}
        />
        <PasswordField
          label="Repeat the new password"
          autoComplete="new-password"
          {...form.field('repeat')}
        />
        <FormProblem>{explainError(setPassword.error)}</FormProblem>
        <SubmitButton busy={setPassword.isPending} busyLabel="Saving...">
          Save new password
        </SubmitButton>
      </form>
      <ViewLinks>
        <SignOutAndBack />
      </ViewLinks>
    </>
  )
}
