import { Link } from 'react-router-dom'
import { Balance } from '@/components/domain/balance'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/lib/paths'

type Props = { balance: number | undefined /** The balance could not be read. */; failed: boolean }

export function SidebarBalance({ balance, failed }: Props) {
  return (
    <Link
      to={paths.transactions}
      className="mx-2 mt-6 block border-t border-ink pt-3 no-underline max-md:mt-5"
    >
      <span className="block text-xs text-ink-muted">Balance</span>
      {balance === undefined ? (
        <BalancePlaceholder failed={failed} className="h-[59px] pl-10" />
      ) : (
        <Balance value={balance} />
      )}
    </Link>
  )
}

export function BarBalance({ balance, failed }: Props) {
  return (
    <Link to={paths.transactions} className="flex h-11 items-center no-underline">
      <span className="sr-only">Balance: </span>
      {balance === undefined ? (
        <BalancePlaceholder failed={failed} className="h-10 w-16" />
      ) : (
        <Balance value={balance} size="bar" />
      )}
    </Link>
  )
}

function BalancePlaceholder({ failed, className }: { failed: boolean; className: string }) {
  return (
    <span className={`double-rule flex items-center ${className}`}>
      {failed ? <span className="sr-only">unknown</span> : <Skeleton className="h-6 w-14" />}
    </span>
  )
}
