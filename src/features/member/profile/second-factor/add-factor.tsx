import { type FormEvent, useState } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { factorProblem, type NewFactor, useEnrollFactor, useFactors } from '@/entities/session/second-factor'
import { errorCode } from '@/lib/errors'
import { ConfirmFactor } from './confirm-factor'

type Props = { onAdded: (isFirst: boolean) => void; onBack: () => void; onClose: () => void }

export function AddFactor({ onAdded, onBack, onClose }: Props) {
  const { data: factors = [] } = useFactors()
  const [name, setName] = useState(() =>
    factors.some((factor) => factor.name === 'Authenticator')
      ? `Authenticator ${factors.length + 1}`
      : 'Authenticator',
  )
  const [missing, setMissing] = useState(false)
  const [begun, setBegun] = useState<NewFactor>()
  const begin = useEnrollFactor()
  const taken = errorCode(begin.error) === 'mfa_factor_name_conflict'

  if (begun)
    return (
      <ConfirmFactor
        factor={begun}
        onAdded={() => onAdded(factors.length === 0)}
        onBack={onBack}
        onClose={onClose}
      />
    )

  function submit(event: FormEvent) {
    event.preventDefault()
    const text = name.trim()
    setMissing(text === '')
    if (text !== '' && !begin.isPending) begin.mutate(text, { onSuccess: setBegun })
  }

  return (
    <Dialog
      title="Add an authenticator"
      onClose={() => begin.isPending || onClose()}
      onSubmit={submit}
      footer={
        <>
          <Button variant="quiet" onClick={onBack}>
            Back
          </Button>
          <Button type="submit" variant="primary" busy={begin.isPending} busyLabel="Preparing...">
            Continue
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        hint="Such as the device it is on."
        maxLength={60}
        value={name}
        error={missing ? 'Enter a name.' : taken ? factorProblem(begin.error) : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <FormProblem>{taken ? undefined : factorProblem(begin.error)}</FormProblem>
    </Dialog>
  )
}
