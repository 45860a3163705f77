import { MailX } from 'lucide-react'
import { InlineAlert } from '@/components/ui/inline-alert'
import type { DeliveryStatus } from '@/entities/deliveries/own'
import type { OwnOrder } from '@/entities/orders/own'

const reasons: Record<string, string> = {
  over_limit: 'Ten emails went to addresses other than your own within a day, and that is the limit.',
  given_up: 'The email service did not accept it.',
}

/** Says that the email of a delivery was not sent, and that the page has it (D37). */
export function EmailAlert({ order, state }: { order: OwnOrder; state: DeliveryStatus['email'] }) {
  const reason = reasons[state ?? '']
  if (!reason) return null
  return (
    <div className="mb-6">
      <InlineAlert
        icon={<MailX aria-hidden="true" />}
        title={`No email was sent to ${order.redemption_email ?? 'your email'}.`}
      >
        {reason} What was delivered is here.
      </InlineAlert>
    </div>
  )
}
