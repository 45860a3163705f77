import { FormProblem } from '@/components/form/field'
import { EmailField } from '@/components/form/text-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { toastSuccess } from '@/components/ui/toast'
import { fieldOf, useSendReset } from '@/entities/session/auth'
import { sessionToasts } from '@/entities/session/messages'
import { emailSchema } from '@/entities/session/schemas'
import { errorMessage, explainError } from '@/lib/errors'
import { useDrafts, useKeepDrafts } from './drafts'
import { startResendCooldown } from './resend'
import { BackToSignIn, SubmitButton, useViews, ViewHeader } from './view'

export function ForgotView({ onSent }: { onSent: (email: string) => void }) {
  const drafts = useDrafts()
  const { email } = drafts
  const { to, go } = useViews()
  const form = useZodForm(emailSchema, { email })
  useKeepDrafts(form)
  const sendReset = useSendReset()

  function submit(input: { email: string }) {
    sendReset.mutate(input.email, {
      onSuccess: () => {
        toastSuccess(...sessionToasts.resetSent)
        startResendCooldown()
        drafts.password = ''
        onSent(input.email)
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
        <EmailField {...form.field('email')} />
        <FormProblem>{explainError(sendReset.error)}</FormProblem>
        <SubmitButton busy={sendReset.isPending} busyLabel="Sending...">
          Send Reset Instructions
        </SubmitButton>
      </form>
      <BackToSignIn to={to('signin')} />
    </>
  )
}
