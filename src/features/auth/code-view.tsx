import { type FormEvent, useEffect, useState } from 'react'
import { AuthenticatorSelect } from '@/components/form/authenticator-select'
import { FormProblem } from '@/components/form/form-problem'
import { OneTimeCodeField } from '@/components/form/one-time-code-field'
import { lacksCode, ownFactors } from '@/entities/session/assurance'
import { useCodeEntry } from '@/entities/session/code-entry'
import { factorProblem, useVerifyCode } from '@/entities/session/second-factor'
import { useSignOut, useUser } from '@/entities/session/session'
import { SubmitButton } from './submit-button'
import { useViews } from './use-views'
import { ViewHeader, ViewLinks } from './view-header'

type Props = { onDone: () => void }

export function CodeView({ onDone }: Props) {
  const [needed] = useState(lacksCode)
  useEffect(() => {
    if (!needed) onDone()
  }, [needed, onDone])
  return needed ? <CodeForm onDone={onDone} /> : null
}

function CodeForm({ onDone }: Props) {
  const { email } = useUser()
  const { go } = useViews()
  const [factors] = useState(ownFactors)
  const [id, setId] = useState(factors[0]?.id ?? '')
  const code = useCodeEntry()
  const verify = useVerifyCode()
  const signOut = useSignOut()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (verify.isPending || !code.check()) return
    try {
      await verify.mutateAsync({ id, code: code.field.value })
    } catch (error) {
      code.refuse(error)
      return
    }
    onDone()
  }

  return (
    <>
      <ViewHeader title="Enter your code">From the authenticator of {email}.</ViewHeader>
      <form noValidate className="grid gap-[18px]" onSubmit={submit}>
        <AuthenticatorSelect factors={factors} value={id} onChange={setId} />
        <OneTimeCodeField autoFocus {...code.field} />
        <FormProblem>{factorProblem(verify.error)}</FormProblem>
        <SubmitButton busy={verify.isPending} busyLabel="Checking...">
          Continue
        </SubmitButton>
      </form>
      <ViewLinks>
        <p>Without your authenticator, ask another admin to reset your second factor.</p>
        <p>
          <button
            type="button"
            className="link"
            onClick={() =>
              signOut.mutateAsync().then(
                () => go('signin', { replace: true }),
                () => undefined,
              )
            }
          >
            Back to Sign In
          </button>
        </p>
      </ViewLinks>
    </>
  )
}
