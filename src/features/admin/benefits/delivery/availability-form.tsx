import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormProblem } from '@/components/form/field'
import { NumberField, TextField } from '@/components/form/text-field'
import { visibleValues } from '@/components/form/visible-values'
import { Button } from '@/components/ui/button'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import {
  type AvailabilityInput,
  availabilitySchema,
  availabilityToInput,
  dollars,
} from '@/entities/benefits/availability-schema'
import { optionalWhole } from '@/entities/shared/schemas'
import { useSaveAvailability } from './use-save-availability'

const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

export function AvailabilityForm({ benefit }: { benefit: AdminBenefit }) {
  const form = useForm<AvailabilityInput>({
    resolver: (values, context, options) =>
      zodResolver(availabilitySchema)(visibleValues(values, options), context, options),
    defaultValues: availabilityToInput(benefit),
  })
  const { register, handleSubmit, formState } = form
  const { errors, isDirty } = formState
  const { save, saving, undo } = useSaveAvailability(benefit, form)
  const time = { type: 'datetime-local', mark: '(optional)', hint: `Your time zone: ${zone()}.` } as const

  return (
    <form noValidate className="sheet grid gap-5 p-6 max-md:p-4" onSubmit={handleSubmit(save)}>
      {benefit.delivery_method === 'key' ? (
        <p className="text-ink-muted">The keys of the pool are the stock.</p>
      ) : (
        <NumberField
          label="Stock"
          mark="(optional)"
          hint="What remains. Each order takes one; empty is unlimited."
          error={errors.stock?.message}
          {...register('stock', optionalWhole)}
        />
      )}
      <NumberField
        label="Limit per member"
        mark="(optional)"
        hint="Orders that were cancelled before delivery do not count."
        error={errors.per_member_limit?.message}
        {...register('per_member_limit', optionalWhole)}
      />
      <TextField label="Opens" {...time} error={errors.opens_at?.message} {...register('opens_at')} />
      <TextField label="Closes" {...time} error={errors.closes_at?.message} {...register('closes_at')} />
      <NumberField
        label="Estimated value"
        mark="(optional)"
        inputMode="decimal"
        adornment="$"
        hint="In dollars. Members see it on the benefit's page."
        error={errors.estimated_value?.message}
        {...register('estimated_value', dollars)}
      />
      <FormProblem>{errors.root?.message}</FormProblem>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" busy={saving} busyLabel="Saving...">
          Save availability
        </Button>
        {isDirty ? (
          <Button variant="quiet" disabled={saving} onClick={undo}>
            Undo
          </Button>
        ) : null}
      </div>
    </form>
  )
}
