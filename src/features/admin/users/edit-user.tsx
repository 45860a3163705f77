import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Coin } from '@/components/coin'
import { toastSuccess } from '@/components/toast'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import { type UserInput, userSchema } from '@/entities/admin-user-input'
import {
  type AdminUser,
  BalanceMoved,
  changedFields,
  refusalInWords,
  useSaveUser,
} from '@/entities/admin-users'
import { formatNumber, formatSigned } from '@/lib/format'

type Props = { user: AdminUser; onClose: () => void }

/** 'Edit User': sends what changed; a balance that moved meanwhile is shown and nothing is saved (D7). */
export function EditUser({ user, onClose }: Props) {
  const save = useSaveUser()
  const [opened, setOpened] = useState(user)
  const { register, handleSubmit, setError, watch, formState } = useForm<UserInput>({
    resolver: zodResolver(userSchema),
    defaultValues: {
      name: user.name,
      phone: user.phone ?? '',
      current_tokens: user.current_tokens,
      role: user.role === 'admin' ? 'admin' : 'user',
    },
  })
  const { errors } = formState
  const busy = formState.isSubmitting || save.isPending
  const change = watch('current_tokens') - opened.current_tokens

  function submit(input: UserInput) {
    if (Object.keys(changedFields(opened, input)).length === 0) return onClose()
    save.mutate(
      { opened, input },
      {
        onSuccess: () => {
          toastSuccess('Success', 'User updated successfully')
          onClose()
        },
        onError: (error) => {
          const refusal = refusalInWords(error)
          if (refusal) setError('role', { message: refusal }, { shouldFocus: true })
          if (!(error instanceof BalanceMoved)) return
          setOpened({ ...opened, current_tokens: error.balance })
          setError(
            'current_tokens',
            {
              message: `The balance is ${formatNumber(error.balance)} now, not ${formatNumber(opened.current_tokens)}. Nothing was saved: check the new balance and save again.`,
            },
            { shouldFocus: true },
          )
        },
      },
    )
  }

  return (
    <Dialog
      title="Edit User"
      description={user.email}
      onClose={() => busy || onClose()}
      onSubmit={handleSubmit(submit)}
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Saving...">
            Save changes
          </Button>
        </>
      }
    >
      <TextField label="Name" error={errors.name?.message} {...register('name')} />
      <TextField
        label="Phone"
        mark="(optional)"
        type="tel"
        error={errors.phone?.message}
        {...register('phone')}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label="Current Tokens"
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          adornment={<Coin className="size-[18px]" />}
          hint={
            Number.isInteger(change) && change !== 0
              ? `Was ${formatNumber(opened.current_tokens)}. Enters an adjustment of ${formatSigned(change)}.`
              : undefined
          }
          error={errors.current_tokens?.message}
          {...register('current_tokens', { valueAsNumber: true })}
        />
        <SelectField label="Role" error={errors.role?.message} {...register('role')}>
          <option value="user">User</option>
          <option value="admin">Admin</option>
        </SelectField>
      </div>
    </Dialog>
  )
}
