import { Copy, Link } from 'lucide-react'
import { toastError, toastSuccess } from '@/components/toast'
import { Button } from '@/components/ui/button'
import type { CodeKind } from '@/entities/codes'
import { copyText } from '@/lib/clipboard'
import { paths } from '@/lib/paths'

/** Copies a code, and of an invite code also the link that fills it in (D17). */
export function CopyActions({ kind, code }: { kind: CodeKind; code: string }) {
  async function copy(text: string, done: string) {
    if (await copyText(text)) toastSuccess('Copied', done)
    else toastError('Error', `The browser did not allow copying. Copy it by hand: ${text}`)
  }

  return (
    <>
      {kind === 'invite' ? (
        <Button
          size="sm"
          variant="quiet"
          icon={<Link />}
          aria-label={`Copy link of ${code}`}
          onClick={() =>
            copy(`${window.location.origin}${paths.auth({ invite: code })}`, 'URL copied to clipboard')
          }
        >
          Copy link
        </Button>
      ) : null}
      <Button
        size="sm"
        variant="quiet"
        icon={<Copy />}
        aria-label={`Copy ${code}`}
        onClick={() => copy(code, 'Code copied to clipboard')}
      >
        Copy
      </Button>
    </>
  )
}
