import { Copy, Download } from 'lucide-react'
import { Dialog } from '@/components/dialog/dialog'
import { Button } from '@/components/ui/button'
import { copyWithToast } from '@/components/ui/copy-button'
import { brand } from '@/lib/brand'
import { saveFile } from '@/lib/save-file'

type Props = { codes: readonly string[]; onKept: () => void; onClose: () => void }

/** Shown once: the database keeps hashes only (D54). */
export function RecoveryCodes({ codes, onKept, onClose }: Props) {
  const text = codes.join('\n')
  return (
    <Dialog
      title="Your recovery codes"
      onClose={onClose}
      footer={
        <>
          <Button
            icon={<Copy />}
            onClick={() =>
              copyWithToast(
                text,
                'The recovery codes were copied.',
                'The recovery codes could not be copied.',
              )
            }
          >
            Copy
          </Button>
          <Button
            icon={<Download />}
            onClick={() =>
              saveFile(
                `${brand.name.toLowerCase()}-recovery-codes.txt`,
                new Blob([`${brand.name} recovery codes. Each works once.\n\n${text}\n`], {
                  type: 'text/plain',
                }),
              )
            }
          >
            Download
          </Button>
          <Button variant="primary" onClick={onKept}>
            I have saved them
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        If you lose your authenticator, one of these signs you in. Each works once. They are shown only now,
        so keep them somewhere else than on the device with your authenticator. Earlier codes no longer work.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded bg-surface-sunk px-3.5 py-3 max-md:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code} translate="no" className="code">
            {code}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
