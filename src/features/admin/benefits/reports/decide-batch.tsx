import { useState } from 'react'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { ChoiceField } from '@/components/form/select-field'
import { Sum } from '@/components/ui/sum'
import { toastSuccess } from '@/components/ui/toast'
import { WithName } from '@/components/ui/with-name'
import { batchErrorMessage } from '@/entities/deliveries/admin-messages'
import { type SuspectBatch, useDecideBatch } from '@/entities/deliveries/reports'
import { formatCount, formatNumber, formatSigned } from '@/lib/format'

type Props = { batch: SuspectBatch; onClose: () => void }

export function DecideBatch({ batch, onClose }: Props) {
  const { id, batch: number, benefit_name, keys, delivered, held, reported, other_keys_left } = batch
  const [choice, setChoice] = useState('aside')
  const { mutate, isPending, error } = useDecideBatch()
  const name = benefit_name ?? 'Deleted Benefit'
  const aside = keys - delivered - held
  const release = choice === 'release'

  function decide() {
    const done = release
      ? `Batch B${number} is handed out again`
      : `${formatCount(held, 'key')} of batch B${number} put aside`
    mutate(
      { id, release },
      {
        onSuccess: () => {
          toastSuccess('Success', done)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      wide
      title={<WithName text={`${name}, batch B${number}`} name={name} />}
      description={`${formatNumber(reported)} of the ${formatCount(delivered, 'key')} handed out were reported.`}
      busy={isPending}
      onClose={onClose}
      onSubmit={() => {
        if (!isPending) decide()
      }}
      footer={
        <SubmitButtons busy={isPending} busyLabel="Saving...">
          {release ? `Go on with B${number}` : `Put ${formatNumber(held)} aside`}
        </SubmitButtons>
      }
    >
      <Sum
        label="Keys of the batch"
        lines={[
          { name: `Keys in batch B${number}`, value: formatNumber(keys) },
          { name: 'Handed out', value: formatSigned(-delivered) },
          ...(aside > 0 ? [{ name: 'Put aside before', value: formatSigned(-aside) }] : []),
        ]}
        total={{ name: 'Held back', value: formatNumber(held) }}
      />
      <ChoiceField
        label="What to do"
        name="decision"
        choices={[
          {
            value: 'aside',
            label: `Put the ${formatNumber(held)} aside`,
            hint:
              other_keys_left > 0
                ? `${formatCount(other_keys_left, 'key')} of other batches can be ordered`
                : 'There are no other keys: nobody can order it until you import some',
          },
          { value: 'release', label: `Go on with B${number}`, hint: 'The reports were mistaken' },
        ].map((each) => ({ ...each, checked: each.value === choice }))}
        onChange={({ target }) => setChoice(target.value)}
      />
      <FormProblem>{error ? batchErrorMessage(error) : null}</FormProblem>
    </Dialog>
  )
}
