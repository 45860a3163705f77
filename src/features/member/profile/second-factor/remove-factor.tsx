import { type FormEvent, useState } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { AuthenticatorSelect, OneTimeCodeField } from '@/components/form/one-time-code-field'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import type { Factor } from '@/entities/session/assurance'
import { useMySecondFactor } from '@/entities/session/assurance'
import { factorProblem, useCodeEntry, useFactors, useRemoveFactor } from '@/entities/session/second-factor'

type Props = { admin: boolean; factor: Factor; onBack: () => void; onClose: () => void }

export function RemoveFactor({ admin, factor, onBack, onClose }: Props) {
  const { data: factors = [] } = useFactors()
  // The removed one may be lost; a code of another also shows that it works.
  const others = factors.filter(({ id }) => id !== factor.id)
  const [id, setId] = useState(others[0]?.id ?? factor.id)
  const code = useCodeEntry()
  const remove = useRemoveFactor()
  const required = useMySecondFactor().data?.required

  function submit(event: FormEvent) {
    event.preventDefault()
    if (remove.isPending || !code.check()) return
    remove.mutate(
      { removed: factor.id, id, code: code.field.value },
      {
        onSuccess: () => {
          toastSuccess('Success', 'The authenticator was removed.')
          onBack()
        },
        onError: code.refuse,
      },
    )
  }

  return (
    <Dialog
      title="Remove this authenticator?"
      onClose={() => remove.isPending || onClose()}
      onSubmit={submit}
      footer={
        <>
          <Button variant="quiet" onClick={() => remove.isPending || onBack()}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={remove.isPending} busyLabel="Removing...">
            Remove
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        <bdi className="font-semibold">{factor.name}</bdi> no longer signs you in. Enter a{' '}
        {others.length > 0 ? 'code from an authenticator that you have at hand' : 'last code from it'}.
      </p>
      {admin && required && others.length === 0 ? (
        <p>
          Admins need a second factor: without this one you have the rights of a member, and another admin
          must approve the next one that you add.
        </p>
      ) : null}
      <AuthenticatorSelect factors={[...others, factor]} value={id} onChange={setId} />
      <OneTimeCodeField {...code.field} />
      <FormProblem>{factorProblem(remove.error)}</FormProblem>
    </Dialog>
  )
}
