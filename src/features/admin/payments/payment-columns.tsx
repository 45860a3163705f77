import { ExternalLink, ReceiptText, Scale, Undo2 } from 'lucide-react'
import { EntryCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
import { timeColumn } from '@/components/table/time-column'
import { Menu } from '@/components/ui/menu'
import { type AdminPayment, isAnswered, stripePage } from '@/entities/payments/admin'
import { useOpenReceipt } from '@/entities/payments/own'
import { purchaseLabel } from '@/entities/payments/payment'
import { formatCount, formatDate } from '@/lib/format'
import { amountText } from '@/widgets/payments/amount-text'
import { PaymentState } from '@/widgets/payments/person-columns'

/** What a row's menu opens. */
export type PaymentDialog = { dialog: 'refund' | 'dispute'; payment: AdminPayment }

export const paymentColumns = (onOpen: (opened: PaymentDialog) => void): Column<AdminPayment>[] => [
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
    cell: (payment) => <EntryCell title={paymentSubject(payment)} sub={detailText(payment)} />,
  },
  { id: 'status', header: 'Status', card: 'left', cell: ({ state }) => <PaymentState state={state} /> },
  timeColumn('date', 'Date', ({ paid_at, created_at }) => paid_at ?? created_at),
  { id: 'amount', header: 'Amount', align: 'end', card: 'side', cell: ({ amount }) => amountText(amount) },
  {
    id: 'actions',
    header: 'Actions',
    card: 'actions',
    align: 'end',
    cell: (payment) => <Actions {...{ payment, onOpen }} />,
  },
]

export const paymentSubject = (payment: AdminPayment): string =>
  payment.kind === 'membership'
    ? `${payment.is_renewal ? 'Renewal' : 'Membership'}, 12 months`
    : purchaseLabel(payment)

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

function disputeText(status: string | null, due: string | null): string | null {
  if (status === 'lost') return 'lost'
  if (isAnswered(status)) return 'answered'
  return due && `answer at Stripe by ${formatDate(due)}`
}

function Actions({ payment, onOpen }: { payment: AdminPayment; onOpen: (opened: PaymentDialog) => void }) {
  const { mutate } = useOpenReceipt()
  const page = stripePage(payment)
  return (
    <Menu
      label={`More for ${paymentSubject(payment)} of ${payment.name ?? 'a deleted user'}`}
      items={[
        payment.paid_at && { label: 'Receipt', icon: <ReceiptText />, onSelect: () => mutate(payment.id) },
        page && {
          label: 'Open at Stripe',
          icon: <ExternalLink />,
          onSelect: () => window.open(page, '_blank', 'noopener'),
        },
        payment.state === 'disputed' && {
          label: 'Dispute',
          icon: <Scale />,
          onSelect: () => onOpen({ dialog: 'dispute', payment }),
        },
        payment.state === 'paid' && {
          label: 'Refund…',
          icon: <Undo2 />,
          danger: true,
          onSelect: () => onOpen({ dialog: 'refund', payment }),
        },
      ]}
    />
  )
}
