import { type OrderStatus, StatusGlyph } from '@/components/domain/status-badge'
import type { OwnInvitation } from '@/entities/referrals/referral'

const looks: Record<OwnInvitation['state'], { word: string; glyph: OrderStatus; text: string }> = {
  sent: { word: 'Sent', glyph: 'pending', text: 'text-warning' },
  opened: { word: 'Opened the page', glyph: 'processing', text: 'text-info' },
  joined: { word: 'Joined', glyph: 'delivered', text: 'text-positive' },
  expired: { word: 'Expired', glyph: 'cancelled', text: 'text-ink-muted' },
  revoked: { word: 'Revoked', glyph: 'cancelled', text: 'text-ink-muted' },
}

export function InvitationBadge({ state }: Pick<OwnInvitation, 'state'>) {
  const { word, glyph, text } = looks[state]
  return (
    <span className={`inline-flex items-center gap-[7px] text-sm font-medium whitespace-nowrap ${text}`}>
      <StatusGlyph status={glyph} />
      {word}
    </span>
  )
}
