import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { type RegisterOptions, useForm } from 'react-hook-form'
import { changedSinceMessage } from '@/components/form/changed-since-message'
import { visibleValues } from '@/components/form/field'
import { toastSuccess } from '@/components/ui/toast'
import { useCategories } from '@/entities/benefits/categories'
import { benefitErrorMessage, benefitUpdated } from '@/entities/benefits/messages'
import {
  changedSettings,
  isSettingVisible,
  type Setting,
  type SettingsInput,
  settings,
  settingsSchema,
  settingsToInput,
  withoutHiddenSettings,
} from '@/entities/benefits/schemas'
import {
  type BenefitSettings,
  type SettingsConflict,
  useSaveBenefitSettings,
} from '@/entities/benefits/settings'
import { methodText } from '@/entities/deliveries/delivery'
import { ConflictError } from '@/entities/shared/write-errors'
import { formatNumber } from '@/lib/format'
import { formatDollars } from '@/lib/prices'

export type BenefitForm = ReturnType<typeof useBenefitForm>

const unsavedStyle =
  '[&_:is(input,textarea,select)]:border-warning [&_:is(input,textarea,select)]:shadow-[inset_3px_0_0_var(--warning)]'

/** One form for all settings: fields that nobody changed here take what others save, conflicting ones show an error (D7). */
export function useBenefitForm(saved: BenefitSettings) {
  const [opened, setOpened] = useState(saved)
  const form = useForm<SettingsInput>({
    resolver: (typed, context, options) =>
      zodResolver(settingsSchema(opened))(
        withoutHiddenSettings(visibleValues(typed, options), opened),
        context,
        options,
      ),
    defaultValues: settingsToInput(opened),
  })
  const { errors, dirtyFields } = form.formState
  const [method, stock] = form.watch(['delivery_method', 'stock'])
  const { mutate, isPending } = useSaveBenefitSettings()
  const [conflict, setConflict] = useState<Setting>()
  const { data: categories } = useCategories()
  const attemptedFiles = useRef(new Set<string>())
  const changed = settings.filter(
    (setting) => dirtyFields[setting] && isSettingVisible(setting, { delivery_method: method, stock }),
  )
  const isChanged = changed.length > 0

  // Orders reduce the stock, and another admin may have saved.
  useEffect(() => {
    if (isChanged || saved === opened) return
    setOpened(saved)
    form.reset(settingsToInput(saved))
  }, [saved, opened, isChanged, form])

  // Not before: the fields are inert while they are saved.
  useEffect(() => {
    if (conflict && !isPending) form.setFocus(conflict)
  }, [conflict, isPending, form])

  function showConflict({ current, fields }: SettingsConflict) {
    setOpened(current)
    form.reset(settingsToInput(current), { keepDirtyValues: true })
    const categoryName = categories?.find(({ id }) => id === current.category_id)?.name ?? ''
    for (const field of fields) {
      const value = field === 'category_id' ? categoryName : textOf(current, field)
      form.setError(field, { message: changedSinceMessage(value) })
    }
    setConflict(fields[0])
  }

  function save(input: SettingsInput) {
    setConflict(undefined)
    const values = changedSettings(opened, input)
    if (input.file) attemptedFiles.current.add(input.file.path)
    if (Object.keys(values).length === 0) return form.reset(settingsToInput(opened))
    mutate(
      { opened, values },
      {
        onSuccess: () => {
          form.reset(input)
          toastSuccess('Success', benefitUpdated)
        },
        onError: (error) => {
          if (error instanceof ConflictError && error.changed) showConflict(error.changed as SettingsConflict)
          form.setError('root', {
            message: benefitErrorMessage(error) ?? 'Nothing was saved. Please try again.',
          })
        },
      },
    )
  }

  /** The props of a field. */
  const field = (setting: Setting, options?: RegisterOptions<SettingsInput, Setting>) => ({
    ...form.register(setting, options),
    error: errors[setting]?.message,
    className: dirtyFields[setting] ? unsavedStyle : undefined,
  })

  return {
    form,
    opened,
    method,
    stock,
    changed,
    field,
    save: form.handleSubmit(save),
    saving: isPending,
    /** Whether an attempted save has the file: a benefit may refer to it. */
    isNeeded: (path: string) => attemptedFiles.current.has(path),
  }
}

function textOf(benefit: BenefitSettings, setting: Setting): string {
  switch (setting) {
    case 'delivery_method':
      return methodText(benefit.delivery_method)
    case 'file':
      return benefit.file?.name ?? ''
    case 'estimated_value':
      return benefit.estimated_value === null ? '' : formatDollars(benefit.estimated_value)
    case 'opens_at':
    case 'closes_at':
      return settingsToInput(benefit)[setting].replace('T', ' ')
    case 'is_active':
      return benefit.is_active ? 'Active' : 'Inactive'
    default: {
      const value = benefit[setting]
      return typeof value === 'number' ? formatNumber(value) : (value ?? '')
    }
  }
}
