import { Copy, Download, Link } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { TextArea } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { copyFailure, copyWithToast } from '@/components/ui/copy-button'
import type { Code, CodeKind } from '@/entities/codes/code'
import { maxBatchSize } from '@/entities/codes/schemas'
import { formatCount } from '@/lib/format'
import { codeKindTexts } from '../code-kind-texts'
import { inviteLink, saveBatch } from '../codes-csv'
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
