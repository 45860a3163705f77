import { Dices, Info } from 'lucide-react'
import type { ChangeEvent, ComponentProps } from 'react'
import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import { Coin } from '@/components/domain/token-amount'
import { FormProblem } from '@/components/form/field'
import { ChoiceField } from '@/components/form/select-field'
import { CodeField, NumberField, TextField } from '@/components/form/text-field'
import { fieldsOf } from '@/components/form/use-zod-form'
import { Button } from '@/components/ui/button'
import type { CodeKind } from '@/entities/codes/code'
import { codeLength } from '@/entities/codes/create'
import { type CodeInput, codeRule, generateCode, maxBatchSize, maxUses } from '@/entities/codes/schemas'
import { wholeNumberField } from '@/entities/shared/schemas'
import { formatCount, formatNumber } from '@/lib/format'

type Props = { kind: CodeKind; form: UseFormReturn<CodeInput> }

const choices = {
  token: [
    {
      value: 'one',
      label: 'One code for several members',
      hint: 'You choose the word, each member uses it once',
    },
    {
      value: 'several',
      label: 'Several codes, one member each',
      hint: 'Eight letters and digits, made for you',
    },
  ],
  invite: [
    {
      value: 'one',
      label: 'One code for several people',
      hint: 'You choose the word, each use admits one person',
    },
    {
      value: 'several',
      label: 'Several codes, one person each',
      hint: 'Ten letters and digits, made for you',
    },
  ],
} as const

export function NewCodeFields({ kind, form }: Props) {
  const { errors } = form.formState
  const field = fieldsOf(form)
  const several = form.watch('choice') === 'several'
  const length = codeLength[kind]
  // Registered first, so that its error is focused first.
  const code = form.register('code')

  return (
    <>
      <ChoiceField label="How many" choices={choices[kind]} {...form.register('choice')} />
      {several ? null : <GeneratedCodeField form={form} code={code} length={length} />}
      <div className="grid gap-5 md:grid-cols-2">
        {kind === 'token' ? (
          <TokenValueField {...field('token_value', wholeNumberField)} hint="From 1 to 1000." />
        ) : null}
        {several ? (
          <NumberField
            {...field('how_many', wholeNumberField)}
            label="Number of codes"
            hint={`From 2 to ${maxBatchSize}.`}
          />
        ) : (
          <NumberField
            {...field('uses', wholeNumberField)}
            label="Uses"
            hint="How many people can use it, each once."
          />
        )}
        <TextField
          {...field('expires')}
          label="Expires"
          mark="(optional)"
          type="date"
          hint="The last day on which it works."
        />
      </div>
      <TextField
        {...field('note')}
        label="Note"
        mark="(optional)"
        autoComplete="off"
        hint="What it is for. Only admins see it."
      />
      {kind === 'token' ? <BatchLimit form={form} /> : null}
      <FormProblem>{errors.root?.message}</FormProblem>
    </>
  )
}

type CodeFieldProps = {
  form: UseFormReturn<CodeInput>
  code: UseFormRegisterReturn<'code'>
  length: number
}

function GeneratedCodeField({ form, code, length }: CodeFieldProps) {
  function type(event: ChangeEvent<HTMLInputElement>) {
    const { target } = event
    const caret = target.selectionStart
    target.value = target.value.toUpperCase()
    target.setSelectionRange(caret, caret)
    return code.onChange(event)
  }

  function generate() {
    form.setValue('code', generateCode(length), { shouldDirty: true })
    form.clearErrors('code')
  }

  return (
    <div className="flex items-start gap-3">
      <CodeField
        {...code}
        onChange={type}
        label="Code"
        maxLength={64}
        hint={codeRule}
        error={form.formState.errors.code?.message}
        className="min-w-0 flex-1"
      />
      <Button icon={<Dices />} className="mt-[26px]" onClick={generate}>
        Generate
      </Button>
    </div>
  )
}

const isCountUpTo = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max

function BatchLimit({ form }: { form: UseFormReturn<CodeInput> }) {
  const [choice, value, howMany, uses] = form.watch(['choice', 'token_value', 'how_many', 'uses'])
  const [times, maxTimes] = choice === 'several' ? [howMany, maxBatchSize] : [uses, maxUses]
  if (!isCountUpTo(value, 1000) || !isCountUpTo(times, maxTimes)) return null
  return (
    <p className="figures flex gap-3 rounded bg-surface-sunk px-3.5 py-3 text-ink-2" role="status">
      <Info className="mt-px" />
      <span>
        At most <b className="font-semibold text-ink">{formatCount(value * times, 'token')}</b>
        {` will be issued: ${formatCount(times, 'use')} at ${formatNumber(value)}.`}
      </span>
    </p>
  )
}

export function TokenValueField(props: Omit<ComponentProps<typeof NumberField>, 'label'>) {
  return <NumberField {...props} label="Token Value" adornment={<Coin className="size-[18px]" />} />
}
