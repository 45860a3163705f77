import { Copy, Link } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { copyFailure, copyWithToast } from '@/components/ui/copy-button'
import type { CodeKind } from '@/entities/codes/code'
import { inviteLink } from './create/invite-link'

export function CopyActions({ kind, code }: { kind: CodeKind; code: string }) {
  const link = inviteLink(code)
  return (
    <>
      {kind === 'invite' ? (
        <Button
          size="sm"
          variant="quiet"
          icon={<Link />}
          aria-label={`Copy link of ${code}`}
          onClick={() => copyWithToast(link, 'URL copied to clipboard', copyFailure(link))}
        >
          Copy link
        </Button>
      ) : null}
      <Button
        size="sm"
        variant="quiet"
        icon={<Copy />}
        aria-label={`Copy ${code}`}
        onClick={() => copyWithToast(code, 'Code copied to clipboard', copyFailure(code))}
      >
        Copy
      </Button>
    </>
  )
}
