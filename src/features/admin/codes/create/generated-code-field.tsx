import { Dices } from 'lucide-react'
import type { ChangeEvent } from 'react'
import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import { CodeField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { type CodeInput, codeRule, generateCode } from '@/entities/codes/schemas'

type Props = {
  form: UseFormReturn<CodeInput>
  code: UseFormRegisterReturn<'code'>
  length: number
}

export function GeneratedCodeField({ form, code, length }: Props) {
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
