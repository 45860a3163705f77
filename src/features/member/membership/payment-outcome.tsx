import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { LoadError } from '@/components/list/query-state'
import { InlineAlert } from '@/components/ui/inline-alert'
import { toastSuccess } from '@/components/ui/toast'
import { isWaiting, popReturnPath, type usePaymentOutcome } from '@/entities/payments/own'
import { type Payment, purchaseLabel } from '@/entities/payments/payment'
import { formatCount, formatDate } from '@/lib/format'
import { priceText } from '@/lib/prices'

type Props = {
  /** Of the payment that the member returns from. */
  query: ReturnType<typeof usePaymentOutcome>
  payment: Payment | null | undefined
  hasLeft: boolean
}

/** What became of a payment, as soon as the database says it (D63). */
export function PaymentOutcome({ query, payment, hasLeft }: Props) {
  const outcome = query.data
  const isLong = useLongWait(isWaiting(payment))
  useSettled(outcome)
  if (hasLeft) return <Notice icon={<Undo2 />} title="Nothing was paid." />
  if (query.isError && !outcome)
    return (
      <LoadError
        title="How the payment turned out could not be loaded."
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        Nothing is charged twice.
      </LoadError>
    )
  switch (payment?.state) {
    case 'opened':
    case 'processing':
      return (
        <Notice icon={<Clock />} title="Waiting for the payment to be confirmed">
          {isLong
            ? 'This takes longer than usual. We write to you as soon as it is confirmed.'
            : 'This takes a few seconds. You may leave this page: nothing is charged twice, and we write to you as soon as it is done.'}
        </Notice>
      )
    case 'paid':
      return outcome ? <Notice tone="good" icon={<CircleCheck />} title={paidSentence(outcome)} /> : null
    case 'failed':
      return (
        <Notice tone="danger" icon={<CircleAlert />} title="The payment was declined. Nothing was charged.">
          Your bank said no, without telling us why. Another card often helps.
        </Notice>
      )
    case 'refunded':
      return payment.refund_failed_at ? (
        <Notice
          tone="warning"
          icon={<CircleAlert />}
          title={`${priceText(payment.refunded)} could not be paid back on ${formatDate(payment.refund_failed_at)}.`}
        >
          Your bank has sent it back. We look for another way, and write to you.
        </Notice>
      ) : (
        <Notice
          icon={<Undo2 />}
          title={`${priceText(payment.refunded)} was refunded on ${formatDate(payment.refunded_at ?? payment.created_at)}.`}
        >
          It goes back to the card you paid with and shows there within 5 to 10 days.
          {payment.kind === 'membership' ? ' Its year was taken off your membership.' : null}
        </Notice>
      )
    default:
      return null
  }
}

const paidSentence = (payment: Payment) =>
  payment.kind === 'tokens'
    ? `${formatCount(payment.tokens ?? 0, 'token')} ${payment.tokens === 1 ? 'was' : 'were'} added to your balance.`
    : payment.ends_at
      ? `Your membership is active until ${formatDate(payment.ends_at)}`
      : `${purchaseLabel(payment)}: paid.`

/** Once it is confirmed: what depends on it is read again, and the member continues where they wanted to. */
function useSettled(outcome: Payment | null | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const state = outcome?.state
  useEffect(() => {
    if (state !== 'paid' && state !== 'failed') return
    void client.invalidateQueries()
    const back = state === 'paid' ? popReturnPath() : undefined
    if (!back || !outcome) return
    toastSuccess('Payment confirmed', paidSentence(outcome))
    navigate(back, { replace: true })
  }, [state, outcome, client, navigate])
}

function useLongWait(isWaitingNow: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isWaitingNow) return
    const timer = setTimeout(() => setLong(true), 60_000)
    return () => clearTimeout(timer)
  }, [isWaitingNow])
  return isLong && isWaitingNow
}

function Notice(props: Parameters<typeof InlineAlert>[0]) {
  return (
    <div role="status" className="mb-5">
      <InlineAlert {...props} />
    </div>
  )
}
