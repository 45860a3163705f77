import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { Coin } from '@/components/domain/token-amount'
import { changedSinceMessage } from '@/components/form/changed-since-message'
import { FormProblem } from '@/components/form/field'
import { SelectField } from '@/components/form/select-field'
import { NumberField, TextField } from '@/components/form/text-field'
import { fieldsOf } from '@/components/form/use-zod-form'
import { toastSuccess } from '@/components/ui/toast'
import { changedProfileFields, useSaveProfile, withOpenedFields } from '@/entities/profiles/admin-mutations'
import { profileErrorMessage, profileUpdated } from '@/entities/profiles/messages'
import type { Profile } from '@/entities/profiles/profile'
import { type AdminProfileInput, adminProfileSchema } from '@/entities/profiles/schemas'
import { difference, wholeNumberField } from '@/entities/shared/schemas'
import { type Changed, ConflictError } from '@/entities/shared/write-errors'
import type { ErrorCode } from '@/lib/error-codes'
import { errorCode } from '@/lib/errors'
import { formatNumber, formatSigned } from '@/lib/format'

const articles = { adjustment: 'an adjustment', purchase: 'a purchase' }

type UserFieldsProps = { form: UseFormReturn<AdminProfileInput>; opened: Profile }

function UserFields({ form, opened }: UserFieldsProps) {
  const { watch, formState } = form
  const field = fieldsOf(form)
  const change = difference(watch('current_tokens'), opened.current_tokens)
  const type = watch('adjustment_type')

  return (
    <>
      <TextField label="Name" {...field('name')} />
      <TextField label="Phone" mark="(optional)" type="tel" {...field('phone')} />
      <div className="grid gap-5 md:grid-cols-2">
        <NumberField
          label="Current Tokens"
          adornment={<Coin className="size-[18px]" />}
          hint={
            Number.isInteger(change) && change !== 0
              ? `Was ${formatNumber(opened.current_tokens)}. Records ${articles[type]} of ${formatSigned(change)}.`
              : undefined
          }
          {...field('current_tokens', wholeNumberField)}
        />
        <SelectField label="Role" {...field('role')} options={{ user: 'User', admin: 'Admin' }} />
      </div>
      {change ? (
        <div className="grid gap-5 md:grid-cols-[200px_minmax(0,1fr)]">
          <SelectField
            label="Type"
            {...field('adjustment_type')}
            options={{ adjustment: 'Adjustment', purchase: 'Purchase' }}
          />
          <TextField
            label="Reason"
            mark="(optional)"
            autoComplete="off"
            hint="Shown to the member in Token History. At most 200 characters."
            {...field('adjustment_reason')}
          />
        </div>
      ) : null}
      <FormProblem>{formState.errors.root?.message}</FormProblem>
    </>
  )
}

type Props = { user: Profile; onClose: () => void }

const refusedField: Partial<Record<ErrorCode, keyof AdminProfileInput>> = {
  last_admin: 'role',
  invalid_grant_type: 'adjustment_type',
}

/** Sends only changed fields; on a conflict shows the other admin's changes and saves nothing (D7). */
export function EditUser({ user, onClose }: Props) {
  const save = useSaveProfile()
  const [opened, setOpened] = useState(user)
  const form = useForm<AdminProfileInput>({
    resolver: (values, context, options) =>
      zodResolver(adminProfileSchema(difference(values.current_tokens, opened.current_tokens)))(
        values,
        context,
        options,
      ),
    defaultValues: {
      name: user.name,
      phone: user.phone ?? '',
      current_tokens: user.current_tokens,
      role: user.role === 'admin' ? 'admin' : 'user',
      adjustment_type: 'adjustment',
      adjustment_reason: '',
    },
  })
  const busy = form.formState.isSubmitting || save.isPending

  function submit(input: AdminProfileInput) {
    if (Object.keys(changedProfileFields(opened, input)).length === 0) return onClose()
    save.mutate(
      { opened, input },
      {
        onSuccess: () => {
          toastSuccess('Success', profileUpdated)
          onClose()
        },
        onError: showProblem,
      },
    )
  }

  function showProblem(error: unknown) {
    const refusal = profileErrorMessage(error)
    const field = refusedField[errorCode(error)]
    if (field) {
      form.setError(field, { message: refusal }, { shouldFocus: true })
    } else if (refusal) {
      form.setError('root', { message: refusal })
    }
    if (error instanceof ConflictError && error.changed) showChanges(error.changed)
  }

  function showChanges({ current, fields }: Changed<Profile, keyof AdminProfileInput>) {
    setOpened(withOpenedFields(opened, current, fields))
    for (const [index, field] of fields.entries()) {
      form.setError(field, { message: changed(field, opened, current) }, { shouldFocus: index === 0 })
    }
  }

  return (
    <Dialog
      title="Edit User"
      description={user.email}
      busy={busy}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      footer={
        <SubmitButtons busy={busy} busyLabel="Saving...">
          Save changes
        </SubmitButtons>
      }
    >
      <UserFields form={form} opened={opened} />
    </Dialog>
  )
}

function changed(field: keyof AdminProfileInput, opened: Profile, now: Profile): string {
  return field === 'current_tokens'
    ? `The balance is ${formatNumber(now.current_tokens)} now, not ${formatNumber(opened.current_tokens)}. Nothing was saved: check the new balance and save again.`
    : changedSinceMessage(now[field] ?? '')
}
