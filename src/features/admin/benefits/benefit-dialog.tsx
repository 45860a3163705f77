import { zodResolver } from '@hookform/resolvers/zod'
import { useController, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { Dialog } from '@/components/dialog/dialog'
import { Coin } from '@/components/domain/token-amount'
import { Switch } from '@/components/form/checkbox'
import { FormProblem } from '@/components/form/field'
import { PictureField } from '@/components/form/file-drop'
import { ChoiceField, SelectField } from '@/components/form/select-field'
import { NumberField, TextArea, TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { benefitToInput } from '@/entities/benefits/admin-mutations'
import { useCategories } from '@/entities/benefits/categories'
import { benefitPictureLimit } from '@/entities/benefits/pictures'
import { type BenefitInput, benefitSchema, newBenefit } from '@/entities/benefits/schemas'
import { whole } from '@/entities/shared/schemas'
import { adminPaths } from '@/lib/admin-paths'
import { BenefitPreview } from './benefit-preview'
import { usePictureUpload } from './use-picture-upload'
import { useSaveBenefit } from './use-save-benefit'

const methods = [
  {
    value: 'key',
    label: 'Licence key',
    hint: 'At once, one from the pool. Sold out until the first keys are in.',
  },
  { value: 'link', label: 'Link', hint: 'At once, the same for everyone. Sold out until there is one.' },
  { value: 'file', label: 'File', hint: 'At once, up to 50 MB. Sold out until there is one.' },
  { value: 'manual', label: 'By hand', hint: 'Within 24-48 hours, by an admin' },
]

type Props = { benefit?: AdminBenefit; onClose: () => void }

export function BenefitDialog({ benefit, onClose }: Props) {
  const form = useForm<BenefitInput>({
    resolver: zodResolver(benefitSchema),
    defaultValues: benefit ? benefitToInput(benefit) : newBenefit,
  })
  const { register, handleSubmit, setValue, control, formState } = form
  const { errors } = formState
  const picture = usePictureUpload((address) => setValue('image_url', address, { shouldValidate: true }))
  const navigate = useNavigate()
  const { save, saving } = useSaveBenefit(benefit, form, (createdId) => {
    onClose()
    // Its keys, link or file come next: nobody can order it before.
    if (createdId) navigate(`${adminPaths.benefitOf(createdId)}?tab=delivery`)
  })
  // Controlled, as its options arrive later.
  const { field: method } = useController({ control, name: 'delivery_method' })
  const { field: category } = useController({ control, name: 'category_id' })
  const { data: categories = [] } = useCategories()
  const busy = formState.isSubmitting || saving

  function submit(input: BenefitInput) {
    picture.keep(input.image_url)
    save(input)
  }

  return (
    <Dialog
      wide
      title={benefit ? 'Edit Benefit' : 'Create New Benefit'}
      onClose={() => busy || onClose()}
      onSubmit={handleSubmit(submit)}
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={picture.uploading}
            busy={busy}
            busyLabel="Saving..."
          >
            {benefit ? 'Save changes' : 'Create benefit'}
          </Button>
        </>
      }
    >
      <div className="grid gap-x-7 gap-y-5 md:grid-cols-[minmax(0,1fr)_236px]">
        <div className="grid content-start gap-5">
          <TextField label="Name" error={errors.name?.message} {...register('name')} />
          <TextArea
            label="Description"
            rows={3}
            error={errors.description?.message}
            {...register('description')}
          />
          <NumberField
            label="Token Value"
            adornment={<Coin className="size-[18px]" />}
            hint="Orders already placed keep their price."
            error={errors.token_value?.message}
            {...register('token_value', whole)}
          />
          <SelectField label="Category" error={errors.category_id?.message} {...category}>
            <option value="">No category</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id} dir="auto">
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Image URL"
            mark="(optional)"
            inputMode="url"
            placeholder="https:// or /path"
            error={errors.image_url?.message}
            {...register('image_url')}
          />
          <PictureField
            label="Or upload a picture"
            hint="PNG, JPEG, GIF or WebP up to 1 MB, best 16:10."
            limit={benefitPictureLimit}
            busy={picture.uploading}
            error={picture.problem}
            onPicture={picture.setPicture}
          />
          {benefit ? null : <ChoiceField label="How it is delivered" choices={methods} {...method} />}
          <Switch
            label="Active"
            hint="Members see and redeem active benefits only."
            {...register('is_active')}
          />
        </div>
        <BenefitPreview control={control} />
      </div>
      <FormProblem>{errors.root?.message}</FormProblem>
    </Dialog>
  )
}
