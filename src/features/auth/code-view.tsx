import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { FormProblem } from '@/components/form/field'
import { AuthenticatorSelect, OneTimeCodeField } from '@/components/form/one-time-code-field'
import { TextField } from '@/components/form/text-field'
import { toastSuccess } from '@/components/ui/toast'
import { ownFactors } from '@/entities/session/assurance'
import {
  factorProblem,
  recoveryCodeProblem,
  useCodeEntry,
  useRecoveryCode,
  useVerifyCode,
} from '@/entities/session/second-factor'
import { useUser } from '@/entities/session/session'
import { paths } from '@/lib/paths'
import { SignOutAndBack, SubmitButton, ViewHeader, ViewLinks } from './view'

type Props = { recovering: boolean; onPresented: () => void }

/** For whoever has a second factor, after the password or the link of a recovery; nothing else works until then (D54). */
export function CodeView({ recovering, onPresented }: Props) {
  const [isAuthenticatorLost, setAuthenticatorLost] = useState(false)
  return (
    <>
      {isAuthenticatorLost ? (
        <RecoveryCodeForm recovering={recovering} />
      ) : (
        <CodeForm onPresented={onPresented} />
      )}
      <ViewLinks>
        <p>
          <button type="button" className="link" onClick={() => setAuthenticatorLost(!isAuthenticatorLost)}>
            {isAuthenticatorLost ? 'Use your authenticator' : 'Lost your authenticator? Use a recovery code'}
          </button>
        </p>
        {isAuthenticatorLost ? (
          <p>Without a recovery code, ask an admin to reset your second factor.</p>
        ) : null}
        <SignOutAndBack />
      </ViewLinks>
    </>
  )
}

function CodeForm({ onPresented }: Pick<Props, 'onPresented'>) {
  const { email } = useUser()
  const [factors] = useState(ownFactors)
  const [id, setId] = useState(factors[0]?.id ?? '')
  const code = useCodeEntry()
  const verify = useVerifyCode()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!code.check()) return
    try {
      await verify.mutateAsync({ id, code: code.field.value })
    } catch (error) {
      code.refuse(error)
      return
    }
    onPresented()
  }

  return (
    <>
      <ViewHeader title="Enter your code">
        From the authenticator of <span translate="no">{email}</span>.
      </ViewHeader>
      <form noValidate className="grid gap-[18px]" onSubmit={submit}>
        <AuthenticatorSelect factors={factors} value={id} onChange={setId} />
        <OneTimeCodeField autoFocus {...code.field} />
        <FormProblem>{factorProblem(verify.error)}</FormProblem>
        <SubmitButton busy={verify.isPending} busyLabel="Checking...">
          Continue
        </SubmitButton>
      </form>
    </>
  )
}

/** Removes the lost authenticators; a recovery then goes on to the new password, everybody else to the profile (D54). */
function RecoveryCodeForm({ recovering }: { recovering: boolean }) {
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
    if (typed === '') return field.current?.focus()
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
