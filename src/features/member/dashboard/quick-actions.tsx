import { ChevronRight, Library, type LucideIcon, Package, Ticket, UserRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useNearestBenefits } from '@/entities/benefits/catalogue'
import { useOpenOrderCount } from '@/entities/orders/own'
import { formatCount, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { SectionHead } from './section-head'

export function QuickActions({ balance }: { balance: number | undefined }) {
  const benefits = useNearestBenefits(balance).data
  const underWay = useOpenOrderCount().data
  return (
    <section className="min-w-0">
      <SectionHead title="Quick actions" />
      <ul className="border-t border-ink">
        <Action
          to={paths.benefits}
          label="Browse Benefits"
          Icon={Library}
          hint={
            benefits
              ? `${formatCount(benefits.total, 'benefit')}, ${formatNumber(benefits.within)} within your balance`
              : 'What your tokens buy'
          }
        />
        <Action to={paths.redeem} label="Redeem Codes" Icon={Ticket} hint="Turn a token code into tokens" />
        <Action
          to={paths.orders}
          label="Order History"
          Icon={Package}
          hint={underWay ? `${formatCount(underWay, 'order')} under way` : 'Status and invoices'}
        />
        <Action to={paths.profile} label="Your Profile" Icon={UserRound} hint="Name, phone, membership" />
      </ul>
    </section>
  )
}

type ActionProps = { to: string; label: string; hint: string; Icon: LucideIcon }

function Action({ to, label, hint, Icon }: ActionProps) {
  return (
    <li className="border-b border-line">
      <Link
        to={to}
        className="flex items-center gap-3.5 px-3 py-[11px] no-underline -outline-offset-2 transition-colors hover:bg-surface-hover"
      >
        <Icon aria-hidden="true" className="text-accent" />
        <span className="min-w-0">
          <span className="block font-semibold">{label}</span>
          <span className="block text-xs text-ink-muted">{hint}</span>
        </span>
        <ChevronRight aria-hidden="true" className="ml-auto size-4 text-ink-muted" />
      </Link>
    </li>
  )
}
