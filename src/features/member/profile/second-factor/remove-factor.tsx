import type { FormEvent } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/form-problem'
import { OneTimeCodeField } from '@/components/form/one-time-code-field'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import type { Factor } from '@/entities/session/assurance'
import { useCodeEntry } from '@/entities/session/code-entry'
import { factorProblem, useRemoveFactor } from '@/entities/session/second-factor'

type Props = { factor: Factor; onBack: () => void; onClose: () => void }

export function RemoveFactor({ factor, onBack, onClose }: Props) {
  const code = useCodeEntry()
  const remove = useRemoveFactor()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (remove.isPending || !code.check()) return
    remove.mutate(
      { id: factor.id, code: code.field.value },
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
        <bdi className="font-semibold">{factor.name}</bdi> no longer signs you in. Enter a last code from it.
      </p>
      <OneTimeCodeField {...code.field} />
      <FormProblem>{factorProblem(remove.error)}</FormProblem>
    </Dialog>
  )
}
