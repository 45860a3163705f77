import { Library, Package, Ticket, UserRound } from 'lucide-react'
import { useBenefitsWithinReach } from '@/entities/benefits/within-reach'
import { formatCount, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { ActionLink } from './action-link'
import { SectionHead } from './section-head'

export function QuickActions({ balance }: { balance: number | undefined }) {
  const benefits = useBenefitsWithinReach(balance).data
  return (
    <section className="min-w-0">
      <SectionHead title="Quick actions" />
      <ul className="border-t border-ink">
        <ActionLink
          to={paths.benefits}
          label="Browse Benefits"
          Icon={Library}
          hint={
            benefits
              ? `${formatCount(benefits.total, 'benefit')}, ${formatNumber(benefits.redeemableCount)} you can redeem today`
              : 'What your tokens buy'
          }
        />
        <ActionLink to={paths.redeem} label="Redeem Codes" Icon={Ticket} hint="Add tokens with a code" />
        <ActionLink to={paths.orders} label="Order History" Icon={Package} hint="Status and invoices" />
        <ActionLink
          to={paths.profile}
          label="Your Profile"
          Icon={UserRound}
          hint="Name, phone, notifications"
        />
      </ul>
    </section>
  )
}
