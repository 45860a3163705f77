import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldErrors, useForm } from 'react-hook-form'
import { Coin } from '@/components/coin'
import { toastError, toastSuccess } from '@/components/toast'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/text-field'
import { type CodeKind, isTaken, takenCode, useCreateCode } from '@/entities/codes'
import { blankCode, type CodeInput, codeSchema, newCode } from '@/entities/codes-input'
import { GeneratedCodeField } from './generated-code-field'
import { words } from './words'

type Props = { kind: CodeKind; onClose: () => void; onCreated: (id: string) => void }

/** 'Create Code': a code typed or generated, and for token codes its value. */
export function CreateCodeDialog({ kind, onClose, onCreated }: Props) {
  const { mutate, isPending } = useCreateCode(kind)
  const form = useForm<CodeInput>({ resolver: zodResolver(codeSchema), defaultValues: newCode })
  const { errors } = form.formState

  function save(input: CodeInput) {
    mutate(input, {
      onSuccess: ({ id }) => {
        toastSuccess('Success', words[kind].created)
        onCreated(id)
      },
      onError: (error) => {
        if (isTaken(error)) form.setError('code', { message: takenCode }, { shouldFocus: true })
      },
    })
  }

  // Chapter 8 lists the blank code among the toasts; the field says it as well.
  function refuse({ code }: FieldErrors<CodeInput>) {
    if (code?.message === blankCode) toastError('Error', blankCode)
  }

  return (
    <Dialog
      title="Create Code"
      description={kind === 'token' ? 'One code, one member, one time.' : 'One code, one person, one time.'}
      onClose={() => isPending || onClose()}
      onSubmit={form.handleSubmit(save, refuse)}
      footer={
        <>
          <Button variant="quiet" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isPending} busyLabel="Creating...">
            Create Code
          </Button>
        </>
      }
    >
      <GeneratedCodeField form={form} length={words[kind].length} />
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
    </Dialog>
  )
}
