import { type OrderStatus, StatusGlyph } from '@/components/domain/status-badge'

// The glyphs of orders: an open ring, a half one, a check, a crossed ring.
const states: Record<string, { word: string; glyph: OrderStatus | 'late'; text: string }> = {
  opened: { word: 'Opened', glyph: 'pending', text: 'text-warning' },
  processing: { word: 'Confirming', glyph: 'processing', text: 'text-info' },
  paid: { word: 'Paid', glyph: 'delivered', text: 'text-positive' },
  failed: { word: 'Declined', glyph: 'cancelled', text: 'text-ink-muted' },
  expired: { word: 'Expired', glyph: 'cancelled', text: 'text-ink-muted' },
  refunded: { word: 'Refunded', glyph: 'cancelled', text: 'text-ink-muted' },
  disputed: { word: 'Disputed', glyph: 'late', text: 'text-danger' },
}

export function PaymentState({ state }: { state: string }) {
  const { word, glyph, text } = states[state] ?? { word: state, glyph: 'pending', text: 'text-ink' }
  return (
    <span className={`inline-flex items-center gap-[7px] text-sm font-medium whitespace-nowrap ${text}`}>
      <StatusGlyph status={glyph} />
      {word}
    </span>
  )
}
