import { type FormEvent, useState } from 'react'
import { FormProblem } from '@/components/form/field'
import { AuthenticatorSelect, OneTimeCodeField } from '@/components/form/one-time-code-field'
import { ownFactors } from '@/entities/session/assurance'
import { factorProblem, useCodeEntry, useVerifyCode } from '@/entities/session/second-factor'
import { useUser } from '@/entities/session/session'
import { RecoveryCodeForm } from './recovery-code-form'
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
    if (verify.isPending || !code.check()) return
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
