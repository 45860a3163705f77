import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Dialog } from '@/components/dialog/dialog'
import { Coin } from '@/components/domain/coin'
import { changedSinceMessage } from '@/components/form/changed-since-message'
import { FormProblem } from '@/components/form/form-problem'
import { NumberField } from '@/components/form/number-field'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { toastSuccess } from '@/components/ui/toast'
import { type Changed, ConflictError } from '@/entities/shared/conflict'
import { notAdmin } from '@/entities/shared/not-admin'
import type { NumberSettings } from '@/entities/shared/number-settings'
import { numberSettingsSchema } from '@/entities/shared/number-settings-schema'
import { whole } from '@/entities/shared/whole-number'
import { explainError } from '@/lib/errors'

type Props<Name extends string> = {
  settings: NumberSettings<Name>
  title: string
  description: string
  fields: Record<Name, { label: string; tokens?: boolean }>
  texts: { saved: string; notSaved: string; notLoaded: string }
  onClose: () => void
  children: ReactNode
}
type Values = Record<string, number>

/** Edits settings that are whole numbers. Import with `lazyDialog` (uses Radix). */
export function NumberSettingsDialog<Name extends string>(props: Props<Name>) {
  const stored = useQuery(props.settings.query)
  if (stored.data) return <SettingsForm {...props} stored={stored.data} />
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <QueryState
        query={stored}
        pending={<Skeleton className="h-24" />}
        error={{ title: props.texts.notLoaded, safe: 'Nothing was changed.' }}
      >
        {() => null}
      </QueryState>
    </Dialog>
  )
}

type FormProps<Name extends string> = Props<Name> & { stored: Record<Name, number> }

function SettingsForm<Name extends string>({ settings, fields, texts, stored, ...props }: FormProps<Name>) {
  const save = useMutation({ mutationFn: settings.save, meta: { failed: 'form' } })
  const [problem, setProblem] = useState<string>()
  const [opened, setOpened] = useState(stored)
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    resolver: zodResolver(numberSettingsSchema),
    defaultValues: stored,
  })

  function submit(values: Values) {
    setProblem(undefined)
    save.mutate(
      { opened, values: values as Record<Name, number> },
      {
        onSuccess: () => {
          toastSuccess('Success', texts.saved)
          props.onClose()
        },
        onError: (error) => tell(error, values as Record<Name, number>),
      },
    )
  }

  function tell(error: unknown, values: Record<Name, number>) {
    if (error instanceof ConflictError && error.changed) showChanges(error.changed, values)
    else setProblem(`${texts.notSaved} ${explainError(error, problems) ?? 'Please try again.'}`)
  }

  /** The next save replaces them, and what this one has saved already. */
  function showChanges(
    { current, fields }: Changed<Record<Name, number>, Name>,
    values: Record<Name, number>,
  ) {
    const seen = settings.names.filter((name) => fields.includes(name) || values[name] === current[name])
    setOpened({ ...opened, ...Object.fromEntries(seen.map((name) => [name, current[name]])) })
    for (const [index, name] of fields.entries())
      setError(name, { message: changedSinceMessage(String(current[name])) }, { shouldFocus: index === 0 })
  }

  return (
    <Dialog
      title={props.title}
      description={props.description}
      onClose={() => save.isPending || props.onClose()}
      onSubmit={handleSubmit(submit)}
      footer={
        <>
          <FormProblem>{problem}</FormProblem>
          <Button variant="quiet" disabled={save.isPending} onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save changes
          </Button>
        </>
      }
    >
      <div className="grid gap-5 md:grid-cols-2">
        {settings.names.map((name) => (
          <NumberField
            key={name}
            label={fields[name].label}
            adornment={fields[name].tokens ? <Coin className="size-[18px]" /> : undefined}
            error={formState.errors[name]?.message}
            {...register(name, whole)}
          />
        ))}
      </div>
      <p className="text-ink-muted">{props.children}</p>
    </Dialog>
  )
}

const problems = { not_admin: notAdmin }
