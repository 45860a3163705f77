import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormProblem } from '@/components/form/field'
import { PasswordField } from '@/components/form/text-field'
import { toastSuccess } from '@/components/ui/toast'
import { fieldOf, useSetPassword } from '@/entities/session/auth'
import { passwordSavedToast } from '@/entities/session/messages'
import { newPasswordSchema, passwordHint } from '@/entities/session/schemas'
import { useUser } from '@/entities/session/session'
import { errorMessage, explainError } from '@/lib/errors'
import { SignOutAndBack, SubmitButton, ViewHeader, ViewLinks } from './view'

export function NewPasswordView() {
  const { email } = useUser()
  const form = useForm({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { password: '', repeat: '' },
  })
  const setPassword = useSetPassword()
  const { errors } = form.formState

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
          error={errors.password?.message}
          {...form.register('password')}
        />
        <PasswordField
          label="Repeat the new password"
          autoComplete="new-password"
          error={errors.repeat?.message}
          {...form.register('repeat')}
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
