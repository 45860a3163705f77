import { EntryCell, TimeCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
import { Button } from '@/components/ui/button'
import type { AdminPayment } from '@/entities/payments/admin'
import { useOpenReceipt } from '@/entities/payments/own'
import { paidFor } from '@/entities/payments/payment'
import { formatCount, formatDate } from '@/lib/format'
import { amountText } from '@/widgets/payments/amount-text'
import { PaymentState } from '@/widgets/payments/person-columns'

export const paymentColumns = (onRefund: (payment: AdminPayment) => void): Column<AdminPayment>[] => [
  {
    id: 'member',
    header: 'Member',
    card: 'main',
    cell: ({ name, email }) => (
      <EntryCell title={name === null ? 'Deleted user' : <bdi>{name}</bdi>} sub={email} />
    ),
  },
  {
    id: 'what',
    header: 'What',
    cell: (payment) => <EntryCell title={whatText(payment)} sub={detailText(payment)} />,
  },
  { id: 'status', header: 'Status', card: 'left', cell: ({ state }) => <PaymentState state={state} /> },
  {
    id: 'date',
    header: 'Date',
    nowrap: true,
    cell: ({ paid_at, created_at }) => <TimeCell iso={paid_at ?? created_at} />,
  },
  { id: 'amount', header: 'Amount', align: 'end', card: 'side', cell: ({ amount }) => amountText(amount) },
  {
    id: 'actions',
    header: 'Actions',
    card: 'actions',
    align: 'end',
    cell: (payment) => <Actions {...{ payment, onRefund }} />,
  },
]

export const whatText = (payment: AdminPayment): string =>
  payment.kind === 'membership'
    ? `${payment.is_renewal ? 'Renewal' : 'Membership'}, 12 months`
    : paidFor(payment)

function detailText(payment: AdminPayment): string {
  const {
    is_test,
    refunded,
    refunded_at,
    refund_failed_at,
    refund_reason,
    tokens_returned,
    state,
    dispute_due_at,
    dispute_reason,
    dispute_status,
  } = payment
  return [
    is_test && 'Test',
    refunded > 0 && `${amountText(refunded)} refunded${refunded_at ? ` on ${formatDate(refunded_at)}` : ''}`,
    refund_failed_at && `the refund failed on ${formatDate(refund_failed_at)}`,
    tokens_returned !== null && `${formatCount(tokens_returned, 'token')} taken back`,
    refund_reason,
    state === 'disputed' && dispute_reason && `"${dispute_reason.replaceAll('_', ' ')}"`,
    state === 'disputed' && disputeText(dispute_status, dispute_due_at),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Without a word of Stripe's, it waits for an answer. */
function disputeText(status: string | null, due: string | null): string | null {
  if (status === 'lost') return 'lost'
  if (status?.endsWith('under_review')) return 'answered'
  return due && `answer at Stripe by ${formatDate(due)}`
}

function Actions({
  payment,
  onRefund,
}: {
  payment: AdminPayment
  onRefund: (payment: AdminPayment) => void
}) {
  const { mutate, isPending } = useOpenReceipt()
  const whose = `${whatText(payment)} of ${payment.name ?? 'a deleted user'}`
  if (!payment.paid_at) return null
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        busy={isPending}
        aria-label={`Receipt: ${whose}`}
        onClick={() => mutate(payment.id)}
      >
        Receipt
      </Button>
      {payment.state === 'paid' ? (
        <Button
          size="sm"
          variant="danger-quiet"
          aria-label={`Refund ${whose}`}
          onClick={() => onRefund(payment)}
        >
          Refund…
        </Button>
      ) : null}
    </>
  )
}
