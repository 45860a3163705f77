import { Undo2 } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { Checkbox } from '@/components/form/checkbox'
import { FormProblem } from '@/components/form/field'
import { PasswordField } from '@/components/form/text-field'
import { InlineAlert } from '@/components/ui/inline-alert'
import { toastSuccess } from '@/components/ui/toast'
import { type DataCounts, deletionRefusal, useRequestDeletion } from '@/entities/privacy/privacy'
import { useUser } from '@/entities/session/session'
import { errorCode } from '@/lib/errors'
import { formatCount, formatDayOfMonth, formatLongDate } from '@/lib/format'
import { Consequences } from './consequences'

type Props = { counts: DataCounts; tokens: number; day: Date; onClose: () => void }

/** Asks for the password at once: the database requires a sign-in within the last five minutes (D49). */
export function DeleteDialog({ counts, tokens, day, onClose }: Props) {
  const { email } = useUser()
  const { mutate, isPending } = useRequestDeletion()
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '', known: false },
  })
  const { errors } = formState

  function submit({ password }: { password: string }) {
    mutate(password, {
      onSuccess: () => {
        toastSuccess(
          'Check your email',
          `Nothing happens until you confirm it in the email we sent to ${email}.`,
        )
        onClose()
      },
      onError: (error) => {
        if (errorCode(error) === 'invalid_credentials')
          setError('password', { message: 'This is not your current password.' }, { shouldFocus: true })
        else setError('root', { message: deletionRefusal(error) })
      },
    })
  }

  return (
    <Dialog
      title="Delete your account?"
      description={`On ${formatLongDate(day)}, 14 days from now, if you confirm it today in the email we send you.`}
      busy={isPending}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      footer={
        <SubmitButtons cancel="Stay" variant="danger" busy={isPending} busyLabel="Asking...">
          Delete on {formatDayOfMonth(day)}
        </SubmitButtons>
      }
    >
      <Consequences counts={counts} tokens={tokens} />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', { required: 'Enter your password.' })}
      />
      {tokens > 0 ? (
        <div>
          <Checkbox
            showLabel
            label={`I know that ${formatCount(tokens, 'token is', 'tokens are')} given up`}
            aria-invalid={errors.known ? true : undefined}
            aria-describedby={errors.known ? 'known-problem' : undefined}
            {...register('known', { required: 'Tick this box to go on.' })}
          />
          {errors.known ? (
            <p id="known-problem" role="alert" className="mt-1.5 text-xs text-danger">
              {errors.known.message}
            </p>
          ) : null}
        </div>
      ) : null}
      <InlineAlert icon={<Undo2 className="lucide size-5" />} title="You can undo it">
        Sign in before {formatDayOfMonth(day)} and choose <b>Keep my account</b>.
      </InlineAlert>
      <FormProblem>{errors.root?.message}</FormProblem>
    </Dialog>
  )
}
