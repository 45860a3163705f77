import { Clock, MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusGlyph } from './status-badge'

const looks = {
  waiting: { word: 'Waiting to be sent', text: 'text-ink-muted', glyph: <Clock className="size-4" /> },
  sent: { word: 'Sent', text: 'text-ink-2', glyph: <StatusGlyph status="pending" muted /> },
  opened: { word: 'Opened the page', text: 'text-info', glyph: <StatusGlyph status="processing" /> },
  joined: { word: 'Joined', text: 'text-positive', glyph: <StatusGlyph status="delivered" /> },
  expired: { word: 'Expired', text: 'text-ink-muted', glyph: <StatusGlyph status="cancelled" /> },
  revoked: { word: 'Revoked', text: 'text-ink-muted', glyph: <StatusGlyph status="cancelled" /> },
  given_up: { word: 'Not sent', text: 'text-danger', glyph: <MailX className="size-4" /> },
  skipped: { word: 'Not sent', text: 'text-ink-muted', glyph: <MailX className="size-4" /> },
} satisfies Record<string, { word: string; text: string; glyph: ReactNode }>

type Props = { state: keyof typeof looks }

/** The state of an invitation, named for what is known (D42). */
export function InvitationBadge({ state }: Props) {
  const { word, text, glyph } = looks[state]
  return (
    <span className={`inline-flex items-center gap-[7px] text-sm font-medium ${text}`}>
      <span aria-hidden="true">{glyph}</span>
      {word}
    </span>
  )
}
