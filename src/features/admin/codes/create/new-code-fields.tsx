import type { UseFormReturn } from 'react-hook-form'
import { Coin } from '@/components/domain/coin'
import { FormProblem } from '@/components/form/form-problem'
import { TextField } from '@/components/form/text-field'
import type { CodeKind } from '@/entities/codes/code'
import { codeLength } from '@/entities/codes/create'
import { type CodeInput, maxBatchSize } from '@/entities/codes/schemas'
import { formatNumber } from '@/lib/format'
import { GeneratedCodeField } from './generated-code-field'

type Props = { kind: CodeKind; form: UseFormReturn<CodeInput> }

export function NewCodeFields({ kind, form }: Props) {
  const { errors } = form.formState
  const howMany = form.watch('how_many')
  const length = codeLength[kind]
  // Registered first, so that its error is focused first.
  const code = form.register('code')

  return (
    <>
      {howMany > 1 ? (
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold">Codes</p>
          <p className="flex h-10 items-center rounded border border-line bg-surface-sunk px-3 text-ink-2 max-md:h-11">
            {`${howMany <= maxBatchSize ? `${formatNumber(howMany)} random codes` : 'Random codes'} of ${length} letters and digits`}
          </p>
          <p className="text-xs text-ink-muted">
            Generated when you create them. You can then copy them or download a CSV.
          </p>
        </div>
      ) : (
        <GeneratedCodeField form={form} code={code} length={length} />
      )}
      <div className="grid gap-5 md:grid-cols-2">
        {kind === 'token' ? (
          <TextField
            {...form.register('token_value', { valueAsNumber: true })}
            label="Token Value"
            type="number"
            inputMode="numeric"
            min={1}
            max={1000}
            step={1}
            adornment={<Coin className="size-[18px]" />}
            hint="From 1 to 1000."
            error={errors.token_value?.message}
          />
        ) : null}
        <TextField
          {...form.register('how_many', { valueAsNumber: true })}
          label="How many"
          type="number"
          inputMode="numeric"
          min={1}
          max={maxBatchSize}
          step={1}
          hint={`From 1 to ${maxBatchSize}.`}
          error={errors.how_many?.message}
        />
      </div>
      <TextField
        {...form.register('note')}
        label="Note"
        mark="(optional)"
        autoComplete="off"
        hint="What it is for. Only admins see it."
        error={errors.note?.message}
      />
      <FormProblem>{errors.root?.message}</FormProblem>
    </>
  )
}
