import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { changedSinceMessage } from '@/components/form/changed-since-message'
import { toastSuccess } from '@/components/ui/toast'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { availabilityFields, useChangeBenefit } from '@/entities/benefits/admin-mutations'
import {
  type AvailabilityInput,
  availabilityToInput,
  changedAvailability,
} from '@/entities/benefits/availability-schema'
import { benefitErrorMessage, benefitUpdated } from '@/entities/benefits/messages'
import { ConflictError } from '@/entities/shared/write-errors'
import { formatDateTime, formatNumber } from '@/lib/format'
import { formatDollars } from '@/lib/prices'

type Field = (typeof availabilityFields)[number]

/** Unchanged fields take the other admin's values; conflicting ones show an error (D7). */
export function useSaveAvailability(benefit: AdminBenefit, form: UseFormReturn<AvailabilityInput>) {
  const { mutate, isPending } = useChangeBenefit()
  const [opened, setOpened] = useState(benefit)
  const { isDirty } = form.formState

  // Orders reduce the stock, and another admin may have changed it.
  useEffect(() => {
    if (isDirty || benefit === opened) return
    setOpened(benefit)
    form.reset(availabilityToInput(benefit))
  }, [benefit, opened, isDirty, form])

  function showChanges(now: AdminBenefit, lost: readonly (keyof AdminBenefit)[], mine: object) {
    setOpened(now)
    const row = availabilityToInput(now)
    for (const field of availabilityFields) if (!(field in mine)) form.setValue(field, row[field])
    const mineLost = availabilityFields.filter((field) => field in mine && lost.includes(field))
    for (const [index, field] of mineLost.entries())
      form.setError(field, { message: changedSinceMessage(textOf(now, field)) }, { shouldFocus: index === 0 })
  }

  function save(input: AvailabilityInput) {
    const changes = changedAvailability(opened, input)
    if (Object.keys(changes).length === 0) return form.reset(input)
    mutate(
      { opened, changes },
      {
        onSuccess: () => {
          form.reset(input)
          toastSuccess('Success', benefitUpdated)
        },
        onError: (error) => {
          form.setError('root', { message: benefitErrorMessage(error) })
          if (error instanceof ConflictError && error.changed)
            showChanges(error.changed.current, error.changed.fields, changes)
        },
      },
    )
  }

  return { save, saving: isPending, undo: () => form.reset(availabilityToInput(opened)) }
}

function textOf(benefit: AdminBenefit, field: Field): string {
  const value = benefit[field]
  if (value === null) return 'none'
  if (typeof value === 'string') return formatDateTime(value)
  return field === 'estimated_value' ? formatDollars(value) : formatNumber(value)
}
