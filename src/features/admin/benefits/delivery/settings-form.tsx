import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { FormProblem } from '@/components/form/field'
import { ChoiceField } from '@/components/form/select-field'
import { NumberField, TextArea, TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { deliveryMethods, methodText } from '@/entities/deliveries/method'
import type { DeliverySettings } from '@/entities/deliveries/settings'
import {
  type SettingsInput,
  settingsSchema,
  settingsToInput,
  shownInput,
} from '@/entities/deliveries/settings'
import { whole } from '@/entities/shared/schemas'
import { FileSetting } from './file-setting'
import { useSaveSettings } from './use-save-settings'

type Props = { benefitId: string; isStocked: boolean; settings: DeliverySettings }

const hints = {
  key: 'One key of the pool for each order',
  link: 'The same link for everyone',
  file: 'The same file for everyone',
  manual: 'You mark each order delivered',
}
const choices = deliveryMethods.map((value) => ({ value, label: methodText(value), hint: hints[value] }))

const resolve = zodResolver(settingsSchema)

export function SettingsForm({ benefitId, isStocked, settings }: Props) {
  const form = useForm<SettingsInput>({
    resolver: (input, ...rest) => resolve(shownInput(input, settings, isStocked), ...rest),
    defaultValues: settingsToInput(settings),
  })
  const { register, handleSubmit, control, setValue, formState } = form
  const { errors, isDirty } = formState
  const { field: kind } = useController({ control, name: 'method' })
  const method = kind.value
  const [uploading, setUploading] = useState(false)
  const { opened, version, save, saving, undo, isNeeded } = useSaveSettings(
    benefitId,
    isStocked,
    settings,
    form,
  )

  return (
    <form noValidate className="sheet grid gap-5 p-6 max-md:p-4" onSubmit={handleSubmit(save)}>
      <ChoiceField label="Kind" choices={choices} error={errors.method?.message} {...kind} />
      {method === 'link' ? (
        <TextField
          label="Link"
          inputMode="url"
          placeholder="https://"
          error={errors.link?.message}
          {...register('link')}
        />
      ) : null}
      {/* Hidden, not unmounted: an upload continues while another method is chosen. */}
      <div hidden={method !== 'file'}>
        <FileSetting
          key={version}
          benefitId={benefitId}
          saved={settingsToInput(opened).file}
          error={errors.file?.message}
          isNeeded={isNeeded}
          onChange={(file, busy) => {
            setUploading(busy)
            setValue('file', file, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }}
        />
      </div>
      <TextArea
        label="Instructions"
        mark="(optional)"
        rows={4}
        hint="One step a line. Members see them with what they get."
        error={errors.instructions?.message}
        {...register('instructions')}
      />
      {method === 'manual' ? (
        <TextArea
          label="Message"
          mark="(optional)"
          rows={3}
          hint="Begins the message of every delivery; you can change it there. No key or password: everybody gets it."
          error={errors.message?.message}
          {...register('message')}
        />
      ) : null}
      {method === 'key' || isStocked ? (
        <NumberField
          label="Low mark"
          className="max-w-[200px]"
          hint={`You are warned when fewer ${method === 'key' ? 'keys ' : ''}are left.`}
          error={errors.low_stock?.message}
          {...register('low_stock', whole)}
        />
      ) : null}
      <FormProblem>{errors.root?.message}</FormProblem>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" disabled={uploading} busy={saving} busyLabel="Saving...">
          Save delivery
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
