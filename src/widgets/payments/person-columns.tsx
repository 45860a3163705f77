import { type OrderStatus, StatusGlyph } from '@/components/domain/status-badge'
import { EntryCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
import { timeColumn } from '@/components/table/time-column'
import { Button } from '@/components/ui/button'
import { useOpenReceipt } from '@/entities/payments/own'
import { type Payment, purchaseLabel } from '@/entities/payments/payment'
import { formatCount, formatDate } from '@/lib/format'
import { amountText } from './amount-text'

/** The payments of one person: what was paid, what became of it, and Stripe's receipt. */
export const personPaymentColumns: Column<Payment>[] = [
  timeColumn('date', 'Date', ({ created_at }) => created_at, { card: 'left', width: 150 }),
  {
    id: 'what',
    header: 'What',
    card: 'main',
    cell: (payment) => <EntryCell title={purchaseLabel(payment)} sub={detailOf(payment)} />,
  },
  { id: 'status', header: 'Status', card: 'left', cell: ({ state }) => <PaymentState state={state} /> },
  { id: 'amount', header: 'Amount', align: 'end', card: 'side', cell: ({ amount }) => amountText(amount) },
  {
    id: 'receipt',
    header: 'Receipt',
    align: 'end',
    card: 'actions',
    width: 120,
    cell: (payment) => <Receipt payment={payment} />,
  },
]
function detailOf(payment: Payment): string {
  const { state, kind, starts_at, ends_at, refunded, refunded_at, tokens_returned, refund_reason } = payment
  const failedAt = payment.refund_failed_at
  const parts = [
    state === 'failed' && 'Not charged',
    kind === 'membership' &&
      starts_at &&
      ends_at &&
      state !== 'refunded' &&
      `${formatDate(starts_at)} to ${formatDate(ends_at)}`,
    refunded > 0 && `${amountText(refunded)} refunded${refunded_at ? ` on ${formatDate(refunded_at)}` : ''}`,
    failedAt && `the refund failed on ${formatDate(failedAt)}`,
    tokens_returned !== null && `${formatCount(tokens_returned, 'token')} taken back`,
    refund_reason,
    payment.is_test && 'Test',
  ]
  return parts.filter(Boolean).join(', ')
}

function Receipt({ payment }: { payment: Payment }) {
  const { mutate, isPending } = useOpenReceipt()
  if (!payment.paid_at) return <span className="text-ink-muted">None</span>
  const name = `Receipt for ${purchaseLabel(payment)}, ${formatDate(payment.created_at)}`
  return (
    <Button size="sm" variant="quiet" busy={isPending} aria-label={name} onClick={() => mutate(payment.id)}>
      Receipt
    </Button>
  )
}

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
