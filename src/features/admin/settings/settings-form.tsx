import { zodResolver } from '@hookform/resolvers/zod'
import { UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormProblem } from '@/components/form/field'
import { NumberField, TextField } from '@/components/form/text-field'
import { UnsavedGuard } from '@/components/form/unsaved-guard'
import { Button } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { toastSuccess } from '@/components/ui/toast'
import {
  type Settings,
  SettingsConflict,
  type SettingValues,
  useSaveSettings,
} from '@/entities/settings/settings'
import { dollars, wholeNumberField } from '@/entities/shared/schemas'
import { notAdmin } from '@/entities/shared/write-errors'
import { errorMessage, explainError } from '@/lib/errors'
import { SaveButtons, Section, SectionFooter } from './section'
import { formatSetting, type SettingField, toInput, toStored } from './sections'

type Inputs = Record<string, string | number>
type Props = {
  title: string
  intro: string
  settings: Settings
  fields: SettingField[]
  /** For whom and from when. */
  scope: ReactNode
  /** Beside the fields. */
  aside?: ReactNode
  children?: ReactNode
}

const reading = { price: dollars, whole: wholeNumberField, email: {} }

/** Settings that are saved together; what somebody else changed meanwhile is shown and not overwritten (D7, D66). */
export function SettingsForm({ title, intro, settings, fields, scope, aside, children }: Props) {
  const save = useSaveSettings()
  const [opened, setOpened] = useState(settings.values)
  const [conflict, setConflict] = useState<Settings>()
  const inputs = (values: SettingValues): Inputs =>
    Object.fromEntries(fields.map((field) => [field.key, toInput(field, values[field.key])]))
  const schema = z.object(Object.fromEntries(fields.map(({ key, schema }) => [key, schema])))
  const { register, handleSubmit, formState, reset, watch } = useForm<Inputs>({
    resolver: zodResolver(schema) as Resolver<Inputs>,
    defaultValues: inputs(settings.values),
  })
  const { isDirty, errors } = formState
  const typed = watch()

  function open(values: SettingValues) {
    setOpened(values)
    setConflict(undefined)
    save.reset()
    reset(inputs(values))
  }

  const changed = (input: Inputs) =>
    fields.filter(
      (field) =>
        toStored(field, input[field.key] ?? '') !== toStored(field, toInput(field, opened[field.key])),
    )

  function submit(input: Inputs, from = opened) {
    const values = Object.fromEntries(
      changed(input).map((field) => [field.key, toStored(field, input[field.key] ?? '')]),
    )
    setConflict(undefined)
    save.mutate(
      { opened: from, values },
      {
        onSuccess: () => {
          open({ ...from, ...values })
          toastSuccess('Success', 'Settings saved')
        },
        onError: (error) => error instanceof SettingsConflict && setConflict(error.current),
      },
    )
  }

  const theirs = conflict ? fields.filter(({ key }) => conflict.values[key] !== opened[key]) : []
  const who = conflict?.changedBy[theirs[0]?.key ?? ''] || 'Somebody'
  const failed = save.isError && !conflict
  const change = changed(typed)
    .filter(({ key, schema }) => schema.safeParse(typed[key]).success)
    .map(
      (field) =>
        `${field.label} ${formatSetting(field, opened[field.key])} to ${formatSetting(field, toStored(field, typed[field.key] ?? ''))}`,
    )

  return (
    <Section title={title} intro={intro}>
      <form noValidate className="grid gap-5" onSubmit={handleSubmit((input) => submit(input))}>
        <UnsavedGuard isDirty={isDirty} />
        {conflict ? (
          <InlineAlert tone="warning" icon={<UsersRound />} title={`${who} changed this meanwhile.`}>
            {theirs.map((field) => (
              <p key={field.key}>
                {field.label} is {formatSetting(field, conflict.values[field.key])} now; you wrote{' '}
                {formatSetting(field, toStored(field, typed[field.key] ?? ''))}.
              </p>
            ))}
            <p>Nothing of yours is saved yet.</p>
          </InlineAlert>
        ) : null}
        <div className="grid items-start gap-5 @min-[35rem]:grid-cols-3">
          {fields.map((field) => {
            const shared = {
              label: field.label,
              hint: field.hint,
              error: errors[field.key]?.message as string,
            }
            const registered = register(field.key, reading[field.kind])
            return field.kind === 'email' ? (
              <TextField key={field.key} type="email" {...shared} {...registered} />
            ) : (
              <NumberField
                key={field.key}
                adornment={field.kind === 'price' ? '$' : undefined}
                inputMode={field.kind === 'price' ? 'decimal' : 'numeric'}
                {...shared}
                {...registered}
              />
            )
          })}
          {aside}
        </div>
        {children}
        <FormProblem>
          {failed
            ? `The settings were not saved. ${explainError(save.error, { not_admin: notAdmin }) ?? errorMessage(save.error, 'Please try again.')}`
            : undefined}
        </FormProblem>
        <SectionFooter
          scope={change.length > 0 ? <b className="font-semibold">{change.join(', ')}.</b> : null}
          note={scope}
        >
          {conflict ? (
            <>
              <Button onClick={() => open(conflict.values)}>
                Use {who === 'Somebody' ? 'theirs' : `${who}'s`}
              </Button>
              <Button variant="primary" onClick={handleSubmit((input) => submit(input, conflict.values))}>
                Save mine
              </Button>
            </>
          ) : (
            <SaveButtons {...{ isDirty }} busy={save.isPending} onDiscard={() => open(settings.values)} />
          )}
        </SectionFooter>
      </form>
    </Section>
  )
}
