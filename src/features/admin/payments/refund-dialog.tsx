import { useState } from 'react'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { TextField } from '@/components/form/text-field'
import { toastSuccess } from '@/components/ui/toast'
import { WithName } from '@/components/ui/with-name'
import { type AdminPayment, refundProblem, useRefund } from '@/entities/payments/admin'
import { formatCount, formatDate } from '@/lib/format'
import { amountText } from '@/widgets/payments/amount-text'
import { paymentSubject } from './payment-columns'

type Props = { payment: AdminPayment; onClose: () => void }

/** A refund is whole, with what it takes back, or an amount, which takes nothing back (D64). */
export function RefundDialog({ payment, onClose }: Props) {
  const left = payment.amount - payment.refunded
  const name = payment.name ?? 'a deleted user'
  const [dollars, setDollars] = useState((left / 100).toFixed(2))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutateAsync, isPending } = useRefund()
  const cents = /^\d{1,6}(\.\d{1,2})?$/.test(dollars.trim()) ? Math.round(Number(dollars) * 100) : undefined
  const isWhole = cents === left

  async function submit() {
    if (isPending) return
    if (!cents || cents > left) return setProblem(`Enter an amount up to ${amountText(left)}.`)
    try {
      await mutateAsync({ payment: payment.id, amount: cents, reason })
      toastSuccess('Refund asked for', 'Stripe makes it, usually within seconds. It cannot be undone.')
      onClose()
    } catch (error) {
      setProblem(refundProblem(error))
    }
  }

  return (
    <Dialog
      title={<WithName text={`Refund ${name}`} name={name} />}
      busy={isPending}
      onClose={onClose}
      onSubmit={() => {
        void submit()
      }}
      footer={
        <SubmitButtons variant="danger" busy={isPending} busyLabel="Asking Stripe...">
          {cents ? `Refund ${amountText(cents)}` : 'Refund'}
        </SubmitButtons>
      }
    >
      <p className="text-ink-2">{`${paymentSubject(payment)}, ${amountText(payment.amount)}, paid on ${formatDate(payment.paid_at ?? payment.created_at)}.`}</p>
      <p className="font-medium">
        {isWhole ? wholeText(payment) : 'A part of the amount takes nothing back from the member.'}
      </p>
      <TextField
        label="Amount in dollars"
        inputMode="decimal"
        value={dollars}
        onChange={({ target }) => setDollars(target.value)}
      />
      <TextField
        label="Reason"
        hint="The member reads it. A refund cannot be undone."
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <FormProblem>{problem}</FormProblem>
    </Dialog>
  )
}

function wholeText({ kind, tokens, tokens_unspent, ends_at, name }: AdminPayment): string {
  if (name === null) return 'The account was deleted: only the money goes back.'
  if (kind === 'tokens') {
    const unspent = tokens_unspent ?? 0
    return `${formatCount(unspent, 'token')} of ${formatCount(tokens ?? 0, 'token')} ${unspent === 1 ? 'is' : 'are'} not spent and will be taken back.`
  }
  return `Its 12 months are taken off the membership${ends_at ? `, which it had extended to ${formatDate(ends_at)}` : ''}.`
}
