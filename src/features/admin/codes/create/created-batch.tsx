import { Copy, Download, Link } from 'lucide-react'
import { TextArea } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { copyFailure, copyWithToast } from '@/components/ui/copy-button'
import type { Code, CodeKind } from '@/entities/codes/code'
import { formatCount } from '@/lib/format'
import { saveBatch } from '../codes-csv'
import { inviteLink } from './invite-link'

const refused = copyFailure('the codes')

export function CreatedBatch({ kind, codes }: { kind: CodeKind; codes: readonly Code[] }) {
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
