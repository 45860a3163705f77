import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { visibleValues } from '@/components/form/visible-values'
import { toastError, toastSuccess } from '@/components/ui/toast'
import type { Code, CodeKind } from '@/entities/codes/code'
import { isUncertain, type NewCodes, newCodes, useCreateCodes } from '@/entities/codes/create'
import { codeCreated, codeTaken, isCodeTaken } from '@/entities/codes/messages'
import { type CodeInput, codeSchema, emptyCodeMessage, newCode } from '@/entities/codes/schemas'
import { uncertainWrite } from '@/entities/shared/write-errors'
import { explainError } from '@/lib/errors'
import { formatCount } from '@/lib/format'

/** Unchanged until the form changes, so that a retry creates no second batch (D3). */
type SentCodes = { content: string; codes: NewCodes; again: boolean }

export function useNewCodes(kind: CodeKind, onCreated: (codes: readonly Code[]) => void) {
  const { mutate, isPending } = useCreateCodes(kind)
  const sentCodes = useRef<SentCodes>(undefined)
  const form = useForm<CodeInput>({
    resolver: (values, context, options) =>
      zodResolver(codeSchema(values.choice))(visibleValues(values, options), context, options),
    defaultValues: newCode,
  })

  function save(input: CodeInput) {
    const content = JSON.stringify(input)
    if (sentCodes.current?.content !== content)
      sentCodes.current = { content, codes: newCodes(kind, input), again: false }
    const now = sentCodes.current
    mutate(
      { codes: now.codes, again: now.again },
      {
        onSuccess: (codes) => {
          const many = codes.length > 1 ? ` (${formatCount(codes.length, 'code')})` : ''
          toastSuccess('Success', `${codeCreated[kind]}${many}`)
          onCreated(codes)
        },
        onError: (error) => {
          if (isUncertain(error)) now.again = true
          if (isCodeTaken(error)) form.setError('code', { message: codeTaken }, { shouldFocus: true })
          else form.setError('root', { message: explainError(error, uncertainWrite) })
        },
      },
    )
  }

  // Specified as a toast.
  function refuse({ code }: FieldErrors<CodeInput>) {
    if (code?.message === emptyCodeMessage) toastError('Error', emptyCodeMessage)
  }

  return { form, submit: form.handleSubmit(save, refuse), isPending }
}
