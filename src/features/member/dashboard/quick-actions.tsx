import { Library, Package, Ticket, UserRound } from 'lucide-react'
import { useNearestBenefits } from '@/entities/benefits/nearest'
import { formatCount, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { ActionLink } from './action-link'
import { SectionHead } from './section-head'

export function QuickActions({ balance }: { balance: number | undefined }) {
  const benefits = useNearestBenefits(balance).data
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
              ? `${formatCount(benefits.total, 'benefit')}, ${formatNumber(benefits.redeemable)} you can redeem today`
              : 'What your tokens buy'
          }
        />
        <ActionLink
          to={paths.redeem}
          label="Redeem Codes"
          Icon={Ticket}
          hint="Turn a token code into tokens"
        />
        <ActionLink to={paths.orders} label="Order History" Icon={Package} hint="Status and invoices" />
        <ActionLink to={paths.profile} label="Your Profile" Icon={UserRound} hint="Name, phone, membership" />
      </ul>
    </section>
  )
}
