import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Coin } from '@/components/coin'
import { toastSuccess } from '@/components/toast'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Switch } from '@/components/ui/switch'
import { TextArea } from '@/components/ui/text-area'
import { TextField } from '@/components/ui/text-field'
import { type BenefitInput, benefitSchema, newBenefit } from '@/entities/admin-benefit-input'
import { type AdminBenefit, useSaveBenefit } from '@/entities/admin-benefits'

type Props = { benefit?: AdminBenefit; onClose: () => void }

/** One form to create a benefit or to edit `benefit`. A failed save keeps it open with what was typed. */
export function BenefitDialog({ benefit, onClose }: Props) {
  const save = useSaveBenefit()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(benefitSchema),
    defaultValues: benefit ? { ...benefit, image_url: benefit.image_url ?? '' } : newBenefit,
  })
  const { errors } = formState
  const busy = formState.isSubmitting || save.isPending

  function submit(input: BenefitInput) {
    save.mutate(
      { id: benefit?.id, input },
      {
        onSuccess: () => {
          toastSuccess('Success', benefit ? 'Benefit updated successfully' : 'Benefit created successfully')
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      title={benefit ? 'Edit Benefit' : 'Create New Benefit'}
      onClose={() => busy || onClose()}
      onSubmit={handleSubmit(submit)}
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Saving...">
            {benefit ? 'Save changes' : 'Create benefit'}
          </Button>
        </>
      }
    >
      <TextField label="Name" error={errors.name?.message} {...register('name')} />
      <TextArea
        label="Description"
        rows={3}
        error={errors.description?.message}
        {...register('description')}
      />
      <TextField
        label="Token Value"
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        adornment={<Coin className="size-[18px]" />}
        hint="Orders that were placed keep the price they were placed at."
        error={errors.token_value?.message}
        {...register('token_value', { valueAsNumber: true })}
      />
      <TextField
        label="Image URL"
        mark="(optional)"
        inputMode="url"
        placeholder="https:// or /path"
        error={errors.image_url?.message}
        {...register('image_url')}
      />
      <Switch label="Active" hint="Members see and redeem active benefits only." {...register('is_active')} />
    </Dialog>
  )
}
