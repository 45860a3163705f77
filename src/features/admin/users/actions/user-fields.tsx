import type { UseFormReturn } from 'react-hook-form'
import { Coin } from '@/components/domain/token-amount'
import { FormProblem } from '@/components/form/field'
import { SelectField } from '@/components/form/select-field'
import { NumberField, TextField } from '@/components/form/text-field'
import type { Profile } from '@/entities/profiles/profile'
import type { AdminProfileInput } from '@/entities/profiles/schemas'
import { difference, whole } from '@/entities/shared/schemas'
import { formatNumber, formatSigned } from '@/lib/format'

const articles = { adjustment: 'an adjustment', purchase: 'a purchase' }

type Props = { form: UseFormReturn<AdminProfileInput>; opened: Profile }

export function UserFields({ form, opened }: Props) {
  const { register, watch, formState } = form
  const { errors } = formState
  const change = difference(watch('current_tokens'), opened.current_tokens)
  const type = watch('adjustment_type')

  return (
    <>
      <TextField label="Name" error={errors.name?.message} {...register('name')} />
      <TextField
        label="Phone"
        mark="(optional)"
        type="tel"
        error={errors.phone?.message}
        {...register('phone')}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <NumberField
          label="Current Tokens"
          adornment={<Coin className="size-[18px]" />}
          hint={
            Number.isInteger(change) && change !== 0
              ? `Was ${formatNumber(opened.current_tokens)}. Records ${articles[type]} of ${formatSigned(change)}.`
              : undefined
          }
          error={errors.current_tokens?.message}
          {...register('current_tokens', whole)}
        />
        <SelectField label="Role" error={errors.role?.message} {...register('role')}>
          <option value="user">User</option>
          <option value="admin">Admin</option>
        </SelectField>
      </div>
      {change ? (
        <div className="grid gap-5 md:grid-cols-[200px_minmax(0,1fr)]">
          <SelectField label="Type" error={errors.adjustment_type?.message} {...register('adjustment_type')}>
            <option value="adjustment">Adjustment</option>
            <option value="purchase">Purchase</option>
          </SelectField>
          <TextField
            label="Reason"
            mark="(optional)"
            autoComplete="off"
            hint="Shown to the member in Token History. At most 200 characters."
            error={errors.adjustment_reason?.message}
            {...register('adjustment_reason')}
          />
        </div>
      ) : null}
      <FormProblem>{errors.root?.message}</FormProblem>
    </>
  )
}
