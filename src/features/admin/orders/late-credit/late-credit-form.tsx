import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Dialog } from '@/components/dialog/dialog'
import { Coin } from '@/components/domain/coin'
import { FormProblem } from '@/components/form/form-problem'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import { maxCredit } from '@/entities/orders/late-credit'
import { type LateCreditInput, lateCreditSchema } from '@/entities/orders/late-credit-schema'
import { useSaveLateCreditTerms } from '@/entities/orders/late-credit-terms'
import { explainError } from '@/lib/errors'

type Props = { terms: LateCreditInput; onClose: () => void }

export function LateCreditForm({ terms, onClose }: Props) {
  const save = useSaveLateCreditTerms()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm<LateCreditInput>({
    resolver: zodResolver(lateCreditSchema),
    defaultValues: terms,
  })
  const { errors } = formState

  function submit(input: LateCreditInput) {
    save.mutate(input, {
      onSuccess: () => {
        toastSuccess('Success', 'Late credit saved')
        onClose()
      },
      onError: (error) =>
        setProblem(`The late credit was not saved. ${explainError(error) ?? 'Please try again.'}`),
    })
  }

  return (
    <Dialog
      title="Late credit"
      description="What members receive for each full hour that an order delivered by hand is late."
      onClose={() => save.isPending || onClose()}
      onSubmit={handleSubmit(submit)}
      footer={
        <>
          <FormProblem>{problem}</FormProblem>
          <Button variant="quiet" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save changes
          </Button>
        </>
      }
    >
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label="Tokens an hour"
          {...number}
          error={errors.rate?.message}
          {...register('rate', { valueAsNumber: true })}
        />
        <TextField
          label="At most"
          {...number}
          error={errors.cap?.message}
          {...register('cap', { valueAsNumber: true })}
        />
      </div>
      <p className="text-ink-muted">
        0 an hour is no credit. An order earns at most its price, and a member at most {maxCredit} tokens in
        30 days. Orders that were placed before keep what was agreed then.
      </p>
    </Dialog>
  )
}

const number = {
  type: 'number',
  inputMode: 'numeric',
  min: 0,
  max: 999,
  step: 1,
  adornment: <Coin className="size-[18px]" />,
} as const
