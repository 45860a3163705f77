import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { FormProblem } from '@/components/form/form-problem'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import { fieldOf, useSendReset } from '@/entities/session/auth'
import { emailSchema } from '@/entities/session/schemas'
import { errorMessage, explainError } from '@/lib/errors'
import { useDrafts, useKeepDrafts } from './drafts'
import { useViews } from './use-views'
import { ViewHeader, ViewLinks } from './view-header'

export function ForgotView() {
  const { email } = useDrafts()
  const { to, go } = useViews()
  const form = useForm({ resolver: zodResolver(emailSchema), defaultValues: { email } })
  useKeepDrafts(form)
  const sendReset = useSendReset()

  function submit(input: { email: string }) {
    sendReset.mutate(input.email, {
      onSuccess: () => {
        toastSuccess('Password Reset Sent', 'Check your email for password reset instructions.')
        go('signin')
      },
      onError: (error) => {
        if (fieldOf(error) !== 'email') return
        form.setError('email', { message: errorMessage(error, '') }, { shouldFocus: true })
      },
    })
  }

  return (
    <>
      <ViewHeader title="Reset your password">
        We'll email you a link. It works once and expires after an hour.
      </ViewHeader>
      <form noValidate className="grid gap-[18px]" onSubmit={form.handleSubmit(submit)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={form.formState.errors.email?.message}
          {...form.register('email')}
        />
        <FormProblem>{explainError(sendReset.error)}</FormProblem>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={sendReset.isPending}
          busyLabel="Sending..."
        >
          Send Reset Instructions
        </Button>
      </form>
      <ViewLinks>
        <p>
          <Link className="link" to={to('signin')}>
            Back to Sign In
          </Link>
        </p>
      </ViewLinks>
    </>
  )
}
