import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { changedSinceMessage } from '@/components/form/changed-since-message'
import { toastSuccess } from '@/components/ui/toast'
import { deliverySaved, settingsErrorMessage } from '@/entities/deliveries/admin-messages'
import { methodText } from '@/entities/deliveries/method'
import {
  type DeliverySettings,
  type SettingsInput,
  settingsToInput,
  shownInput,
  useSaveDelivery,
} from '@/entities/deliveries/settings'
import { ConflictError } from '@/entities/shared/write-errors'

/** In the order of the form. */
const fields = ['method', 'link', 'file', 'instructions', 'message', 'low_stock'] as const
type Field = (typeof fields)[number]

const isDifferent = (a: SettingsInput, b: SettingsInput, field: Field) =>
  JSON.stringify(a[field]) !== JSON.stringify(b[field])

/** `opened`: the initial settings; `version` changes with their file; `isNeeded`: whether an attempted save has the file. */
export function useSaveSettings(
  benefitId: string,
  isStocked: boolean,
  settings: DeliverySettings,
  form: UseFormReturn<SettingsInput>,
) {
  const { mutate, isPending } = useSaveDelivery(benefitId)
  const [{ opened, version }, setOpened] = useState({ opened: settings, version: 0 })
  const attemptedFiles = useRef(new Set<string>())
  const { isDirty } = form.formState

  function start(from: DeliverySettings, keepsFile = false) {
    setOpened((now) => ({ opened: from, version: keepsFile ? now.version : now.version + 1 }))
  }

  useEffect(() => {
    if (isDirty || settings.updated_at === opened.updated_at) return
    setOpened((now) => ({ opened: settings, version: now.version + 1 }))
    form.reset(settingsToInput(settings))
  }, [settings, opened, isDirty, form])

  /** Unchanged fields take the other admin's values; conflicting ones show an error (D7). */
  function showChanges(now: DeliverySettings, mine: SettingsInput) {
    const [before, after] = [settingsToInput(opened), settingsToInput(now)]
    start(now, isDifferent(mine, before, 'file'))
    for (const field of fields) if (!isDifferent(mine, before, field)) form.setValue(field, after[field])
    const isLost = (field: Field) =>
      [mine, after].every((each) => isDifferent(each, before, field)) && isDifferent(after, mine, field)
    for (const [index, field] of fields.filter(isLost).entries())
      form.setError(
        field,
        { message: changedSinceMessage(textOf(after, field)) },
        { shouldFocus: index === 0 },
      )
  }

  function save(typed: SettingsInput) {
    const input = shownInput(typed, opened, isStocked)
    if (input.file) attemptedFiles.current.add(input.file.path)
    mutate(
      { opened, input },
      {
        onSuccess: () => {
          form.reset(input)
          toastSuccess('Success', deliverySaved)
        },
        onError: (error) => {
          form.setError('root', { message: settingsErrorMessage(error) })
          if (error instanceof ConflictError && error.changed) showChanges(error.changed.current, input)
        },
      },
    )
  }

  function undo() {
    form.reset(settingsToInput(opened))
    start(opened)
  }

  const isNeeded = (path: string) => attemptedFiles.current.has(path)
  return { opened, version, save, saving: isPending, undo, isNeeded }
}

function textOf(input: SettingsInput, field: Field): string {
  if (field === 'method') return methodText(input.method)
  return field === 'file' ? (input.file?.name ?? '') : String(input[field])
}
