import { CalendarClock } from 'lucide-react'
import { LinkButton } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { useMembership } from '@/entities/payments/membership'
import type { Profile } from '@/entities/profiles/profile'
import { formatCount, formatDate } from '@/lib/format'
import { daysUntil } from '@/lib/near-time'
import { paths } from '@/lib/paths'
import { priceText } from '@/lib/prices'

/** What to do about a membership that is not paid, ends within 30 days, or has ended; nothing while payments are off (D61, D62). */
export function MembershipBanner({ profile }: { profile: Profile | undefined }) {
  const { data } = useMembership()
  if (!profile || !data || data.payments === 'off' || data.state === 'active') return null
  const end = profile.membership_end_date
  const days = end ? daysUntil(end) : 0
  const [title, text, act] =
    data.state === 'inactive'
      ? ['Your membership is not active yet', 'Look around. Redeeming opens with the payment.', 'Pay']
      : data.state === 'ended'
        ? [
            `Your membership ended on ${formatDate(end ?? '')}`,
            'What you received and your tokens stay. Redeeming opens with the next year.',
            'Renew',
          ]
        : [
            `Your membership ends on ${formatDate(end ?? '')}, in ${formatCount(days, 'day')}`,
            'Renewed now, no day is lost.',
            'Renew',
          ]
  return (
    <div className="mb-6">
      <InlineAlert
        tone={data.state === 'ending' && days > 7 ? 'plain' : 'warning'}
        icon={<CalendarClock />}
        title={title}
        action={
          <LinkButton to={paths.membership} variant="accent">{`${act} ${priceText(data.price)}`}</LinkButton>
        }
      >
        {text}
      </InlineAlert>
    </div>
  )
}
