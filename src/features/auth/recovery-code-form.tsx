import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { FormProblem } from '@/components/form/field'
import { TextField } from '@/components/form/text-field'
import { toastSuccess } from '@/components/ui/toast'
import { factorProblem, recoveryCodeProblem, useRecoveryCode } from '@/entities/session/second-factor'
import { useUser } from '@/entities/session/session'
import { paths } from '@/lib/paths'
import { SubmitButton, ViewHeader } from './view'

/** Removes the lost authenticators; a recovery then goes on to the new password, everybody else to the profile (D54). */
export function RecoveryCodeForm({ recovering }: { recovering: boolean }) {
  const { email } = useUser()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const present = useRecoveryCode()
  const refused = recoveryCodeProblem(present.error)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const typed = code.trim()
    setMissing(typed === '')
    if (typed === '') field.current?.focus()
    if (typed === '' || present.isPending) return
    try {
      await present.mutateAsync(typed)
    } catch {
      field.current?.select()
      return
    }
    toastSuccess('Success', 'Your authenticators were removed. Add a new one in your profile.')
    if (!recovering) void navigate(paths.profile, { replace: true })
  }

  return (
    <>
      <ViewHeader title="Use a recovery code">
        For <span translate="no">{email}</span>. It works once and removes the authenticators that you have
        lost.
      </ViewHeader>
      <form noValidate className="grid gap-[18px]" onSubmit={submit}>
        <TextField
          ref={field}
          label="Recovery code"
          hint="16 letters and digits. Spaces and hyphens do not matter."
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          inputClassName="code"
          value={code}
          error={missing ? 'Enter a recovery code.' : refused}
          onChange={({ target }) => setCode(target.value)}
        />
        <FormProblem>{refused ? undefined : factorProblem(present.error)}</FormProblem>
        <SubmitButton busy={present.isPending} busyLabel="Checking...">
          Continue
        </SubmitButton>
      </form>
    </>
  )
}
