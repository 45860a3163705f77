import { useState } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { Button } from '@/components/ui/button'
import type { Code, CodeKind } from '@/entities/codes/code'
import { maxBatchSize } from '@/entities/codes/schemas'
import { formatCount } from '@/lib/format'
import { codeKindTexts } from '../code-kind-texts'
import { CreatedBatch } from './created-batch'
import { NewCodeFields } from './new-code-fields'
import { useNewCodes } from './use-new-codes'

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
      onClose={() => isPending || onClose()}
      onSubmit={submit}
      footer={
        <>
          <Button variant="quiet" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isPending} busyLabel="Creating...">
            {several ? `Create ${formatCount(howMany, 'code')}` : 'Create Code'}
          </Button>
        </>
      }
    >
      <NewCodeFields kind={kind} form={form} />
    </Dialog>
  )
}
