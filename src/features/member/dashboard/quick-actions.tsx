import { ChevronRight, Library, type LucideIcon, Package, Ticket, UserRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useBenefitsWithinReach } from '@/entities/benefits/within-reach'
import { formatCount, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
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

type ActionProps = { to: string; label: string; hint: string; Icon: LucideIcon }

function ActionLink({ to, label, hint, Icon }: ActionProps) {
  return (
    <li className="min-w-0 border-b border-line">
      <Link
        to={to}
        className="flex w-full items-center gap-3.5 px-3 py-[11px] no-underline -outline-offset-2 transition-colors hover:bg-surface-hover"
      >
        <Icon aria-hidden="true" className="flex-none text-accent" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{label}</span>
          <span className="block truncate text-xs text-ink-muted">{hint}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-4 flex-none text-ink-muted" />
      </Link>
    </li>
  )
}
