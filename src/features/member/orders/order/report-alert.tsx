import { CircleCheck, Clock, MessageSquareText } from 'lucide-react'
import { InlineAlert } from '@/components/ui/inline-alert'
import { useNow } from '@/components/ui/use-now'
import type { DeliveryStatus } from '@/entities/deliveries/own'
import { orderedBenefit } from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { formatCount } from '@/lib/format'
import { formatDistance, formatNearTime } from '@/lib/near-time'

export function refundSentence(tokens: number): string {
  return tokens > 0
    ? `If we cannot repair it, your ${formatCount(tokens, 'token comes', 'tokens come')} back.`
    : ''
}

type Props = { order: OwnOrder; delivery: DeliveryStatus }

export function ReportAlert({ order, delivery }: Props) {
  const now = useNow()
  const { reported_at, report_due_at, answer, answer_text, next_report } = delivery
  if (!reported_at) return null
  if (report_due_at) {
    const late = now - Date.parse(report_due_at)
    return (
      <InlineAlert icon={<Clock />} title="An admin will look at it.">
        {`${
          late > 0
            ? `The answer was due ${formatNearTime(report_due_at, now)} and is late by ${formatDistance(late)}.`
            : `You will have an answer by ${formatNearTime(report_due_at, now)}.`
        } ${refundSentence(orderedBenefit(order).tokens)}`}
      </InlineAlert>
    )
  }
  if (answer) {
    return (
      <InlineAlert
        tone={answer === 'replaced' ? 'good' : 'plain'}
        icon={<MessageSquareText />}
        title={answer === 'replaced' ? 'An admin has replaced it.' : 'An admin has answered your report.'}
      >
        {answer_text ? <p className="whitespace-pre-wrap">{answer_text}</p> : null}
      </InlineAlert>
    )
  }
  // Applies as long as the replacement can be reported.
  if (next_report === null) return null
  return (
    <InlineAlert tone="good" icon={<CircleCheck />} title="We have put this key aside and here is another.">
      If this one fails too, an admin will look at it.
    </InlineAlert>
  )
}
