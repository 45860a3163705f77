import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { changedSinceMessage } from '@/components/form/changed-since-message'
import { toastSuccess } from '@/components/ui/toast'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import {
  benefitFields,
  benefitToInput,
  changedFields,
  useChangeBenefit,
  useCreateBenefit,
} from '@/entities/benefits/admin-mutations'
import { useCategories } from '@/entities/benefits/categories'
import { benefitCreated, benefitErrorMessage, benefitUpdated } from '@/entities/benefits/messages'
import type { BenefitInput } from '@/entities/benefits/schemas'
import { type Changed, ConflictError } from '@/entities/shared/write-errors'
import { formatCount } from '@/lib/format'

export function useSaveBenefit(
  benefit: AdminBenefit | undefined,
  form: UseFormReturn<BenefitInput>,
  onDone: (createdId?: string) => void,
) {
  const create = useCreateBenefit()
  const change = useChangeBenefit()
  const [opened, setOpened] = useState(benefit)
  const { data: categories } = useCategories()
  const [newId] = useState(() => crypto.randomUUID())

  function showError(error: unknown, mine: object) {
    if (error instanceof ConflictError && error.changed) showChanges(error.changed, mine)
    else form.setError('root', { message: benefitErrorMessage(error) })
  }

  function saved(message: string, createdId?: string) {
    toastSuccess('Success', message)
    onDone(createdId)
  }

  /** Unchanged fields take the other admin's values; conflicting ones show an error. */
  function showChanges(
    { current: now, fields }: Changed<AdminBenefit, (typeof benefitFields)[number]>,
    mine: object,
  ) {
    setOpened(now)
    const row = benefitToInput(now)
    for (const field of benefitFields) if (!(field in mine)) form.setValue(field, row[field])
    for (const [index, field] of fields.entries())
      form.setError(field, { message: changedSinceMessage(textOf(now, field)) }, { shouldFocus: index === 0 })
  }

  function textOf(now: AdminBenefit, field: keyof BenefitInput): string {
    if (field === 'token_value') return formatCount(now.token_value, 'token')
    if (field === 'category_id') return categories?.find(({ id }) => id === now.category_id)?.name ?? ''
    return String(now[field] ?? '')
  }

  function save(input: BenefitInput) {
    if (!opened) {
      return create.mutate(
        { id: newId, input },
        {
          onSuccess: () => saved(benefitCreated, input.delivery_method === 'manual' ? undefined : newId),
          onError: (error) => showError(error, {}),
        },
      )
    }
    const changes = changedFields(opened, input)
    if (Object.keys(changes).length === 0) return onDone()
    change.mutate(
      { opened, changes },
      {
        onSuccess: () => saved(benefitUpdated),
        onError: (error) => showError(error, changes),
      },
    )
  }

  return { save, saving: create.isPending || change.isPending }
}
