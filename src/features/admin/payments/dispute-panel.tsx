import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Dialog } from '@/components/dialog/dialog'
import { buttonStyle } from '@/components/ui/button'
import { type AdminPayment, isAnswered, stripePage } from '@/entities/payments/admin'
import { adminPaths } from '@/lib/admin-paths'
import { formatCount, formatDate } from '@/lib/format'
import { daysUntil } from '@/lib/near-time'
import { paths } from '@/lib/paths'
import { amountText } from '@/widgets/payments/amount-text'
import { PaymentState } from '@/widgets/payments/person-columns'
import { paymentSubject } from './payment-columns'

type Props = { payment: AdminPayment; onClose: () => void }

/** What is disputed, until when it has to be answered, and with what; the answer is given at Stripe (D64). */
export function DisputePanel({ payment, onClose }: Props) {
  const { name, amount, kind, state, dispute_reason: reason, dispute_status: status } = payment
  const page = stripePage(payment)
  const isLost = status === 'lost'
  const facts: [string, ReactNode][] = [
    ['Paid for', `${paymentSubject(payment)}, ${formatDate(payment.paid_at ?? payment.created_at)}`],
    ['The bank says', reason ? `"${reason.replaceAll('_', ' ')}"` : 'Nothing'],
    isLost
      ? ['Went back', `${amountText(amount)}, and Stripe’s fee is charged`]
      : ['Set aside', `${amountText(amount)} and Stripe’s fee, until it is decided`],
    [
      kind === 'tokens' ? 'Tokens' : 'Membership',
      'Nothing is taken from the member, whatever the bank decides',
    ],
  ]
  return (
    <Dialog
      drawer
      title="Dispute"
      onClose={onClose}
      footer={
        <>
          <p className="mr-auto text-xs text-ink-muted max-md:w-full">
            Answered or accepted at Stripe. What it decides appears here.
          </p>
          {page ? (
            <a
              href={page}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonStyle({ variant: 'primary' })}
            >
              {isLost || isAnswered(status) ? 'Open at Stripe' : 'Answer at Stripe'}
              <ExternalLink />
            </a>
          ) : null}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="min-w-0 text-lg font-semibold tracking-[-.01em] [overflow-wrap:anywhere]">
          <bdi>{name ?? 'Deleted user'}</bdi>
          {`, ${amountText(amount)}`}
        </h3>
        <PaymentState state={state} />
        <p className="ml-auto text-xs font-medium text-danger max-md:ml-0 max-md:w-full">
          {deadline(payment)}
        </p>
      </div>
      <dl className="border-t border-ink">
        {facts.map(([term, value]) => (
          <div key={term} className="flex gap-4 border-b border-line py-2.5">
            <dt className="w-32 flex-none text-ink-muted">{term}</dt>
            <dd className="figures min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="border-b border-ink pb-2.5 font-semibold">
        What goes along with the answer
        <span className="ml-3 text-xs font-normal text-ink-muted">Taken from the records</span>
      </h3>
      <Records {...payment} />
    </Dialog>
  )
}

function deadline({ dispute_status: status, dispute_due_at: due }: AdminPayment): string {
  if (status === 'lost') return 'Lost'
  if (isAnswered(status)) return 'Answered: the bank decides'
  if (!due) return 'Answer it at Stripe'
  const days = daysUntil(due)
  return `Answer by ${formatDate(due)}${days > 0 ? `, in ${formatCount(days, 'day')}` : ''}`
}

function Records({ user_id, email }: AdminPayment) {
  if (!user_id || !email)
    return <p className="text-ink-muted">The account was deleted: its orders are kept without a name.</p>
  const records = [
    ['Orders and deliveries', `${paths.adminOrders}?q=${encodeURIComponent(email)}`],
    ['Balance, transactions and messages', adminPaths.personOf(user_id)],
    ['All payments', `${adminPaths.personOf(user_id)}&show=payments`],
  ] as const
  return (
    <ul>
      {records.map(([label, to]) => (
        <li key={label} className="border-b border-line">
          <Link to={to} className="link block py-2.5 max-md:my-0 max-md:py-3.5">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
