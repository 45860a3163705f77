import { zodResolver } from '@hookform/resolvers/zod'
import { Copy, Download, Link } from 'lucide-react'
import { useRef, useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { visibleValues } from '@/components/form/field'
import { TextArea } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { copyFailure, copyWithToast } from '@/components/ui/copy-button'
import { toastError, toastSuccess } from '@/components/ui/toast'
import type { Code, CodeKind } from '@/entities/codes/code'
import { isUncertain, type NewCodes, newCodes, useCreateCodes } from '@/entities/codes/create'
import { codeCreated, codeTaken, isCodeTaken } from '@/entities/codes/messages'
import { type CodeInput, codeSchema, emptyCodeMessage, maxBatchSize, newCode } from '@/entities/codes/schemas'
import { uncertainWrite } from '@/entities/shared/write-errors'
import { explainError } from '@/lib/errors'
import { formatCount } from '@/lib/format'
import { codeKindTexts } from '../code-kind-texts'
import { inviteLink, saveBatch } from '../codes-csv'
import { NewCodeFields } from './new-code-fields'

type Props = { kind: CodeKind; onClose: () => void; onCreated: (codes: readonly Code[]) => void }

export function CreateCodes({ kind, onClose, onCreated }: Props) {
  const [batch, setBatch] = useState<readonly Code[]>()
  const { form, submit, isPending } = useNewCodes(kind, (codes) => {
    if (codes.length > 1) setBatch(codes)
    onCreated(codes)
  })
  const [choice, howMany] = form.watch(['choice', 'how_many'])
  const several = choice === 'several' && howMany > 1 && howMany <= maxBatchSize

  if (batch)
    return (
      <Dialog
        title={`${formatCount(batch.length, 'code')} created`}
        description="You can download the CSV again from any row of this batch."
        onClose={onClose}
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <CreatedBatch kind={kind} codes={batch} />
      </Dialog>
    )
  return (
    <Dialog
      title="Create Code"
      description={codeKindTexts[kind].once}
      busy={isPending}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <SubmitButtons busy={isPending} busyLabel="Creating...">
          {several ? `Create ${formatCount(howMany, 'code')}` : 'Create Code'}
        </SubmitButtons>
      }
    >
      <NewCodeFields kind={kind} form={form} />
    </Dialog>
  )
}

const refused = copyFailure('the codes')

function CreatedBatch({ kind, codes }: { kind: CodeKind; codes: readonly Code[] }) {
  const all = codes.map(({ code }) => code)
  const batch = codes[0]?.batch_id ?? ''
  return (
    <>
      <TextArea label="Codes" readOnly rows={7} className="[&_textarea]:font-mono" value={all.join('\n')} />
      <div className="flex flex-wrap gap-2.5 max-md:[&>button]:flex-1">
        <Button variant="primary" icon={<Download />} onClick={() => saveBatch(kind, batch, codes)}>
          Download CSV
        </Button>
        <Button
          icon={<Copy />}
          onClick={() =>
            copyWithToast(all.join('\n'), `${formatCount(all.length, 'code')} copied to clipboard`, refused)
          }
        >
          Copy all
        </Button>
        {kind === 'invite' ? (
          <Button
            icon={<Link />}
            onClick={() =>
              copyWithToast(
                all.map(inviteLink).join('\n'),
                `${formatCount(all.length, 'URL')} copied to clipboard`,
                refused,
              )
            }
          >
            Copy all links
          </Button>
        ) : null}
      </div>
    </>
  )
}

/** Unchanged until the form changes, so that a retry creates no second batch (D3). */
type SentCodes = { content: string; codes: NewCodes; isRetry: boolean }

function useNewCodes(kind: CodeKind, onCreated: (codes: readonly Code[]) => void) {
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
      sentCodes.current = { content, codes: newCodes(kind, input), isRetry: false }
    const now = sentCodes.current
    mutate(
      { codes: now.codes, isRetry: now.isRetry },
      {
        onSuccess: (codes) => {
          const many = codes.length > 1 ? ` (${formatCount(codes.length, 'code')})` : ''
          toastSuccess('Success', `${codeCreated[kind]}${many}`)
          onCreated(codes)
        },
        onError: (error) => {
          if (isUncertain(error)) now.isRetry = true
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
