import clsx from 'clsx'
import type { ReactNode } from 'react'
import { type OrderStatus, StatusBadge } from '@/components/domain/status-badge'
import { TokenAmount } from '@/components/domain/token-amount'
import { brand } from '@/lib/brand'
import { formatNumber, formatSigned } from '@/lib/format'
import { entries } from './content'

type ScreenProps = { ground: string; title: string; children: ReactNode }

function Screen({ ground, title, children }: ScreenProps) {
  return (
    <div
      aria-hidden="true"
      className={clsx('overflow-hidden rounded pt-9 pl-9 max-md:pt-6 max-md:pl-6', ground)}
    >
      <div className="min-h-[296px] rounded-tl bg-surface px-6 py-5 max-md:min-h-0 max-md:px-4">
        <p className="text-base font-semibold">{title}</p>
        {children}
      </div>
    </div>
  )
}

const figure = 'figures w-20 border-l border-line py-2.5 text-right max-md:w-15'

export function DrawnHistory() {
  return (
    <Screen ground="bg-field" title="Token History">
      <div className="mt-3 border-t border-ink">
        {entries.map(({ name, tokens, balance }) => (
          <div key={name} className="flex items-center border-b border-line last:border-b-ink">
            <span className="min-w-0 flex-1 py-1 pr-3">{name}</span>
            <span className={clsx(figure, tokens > 0 && 'text-positive', 'pr-3')}>
              {formatSigned(tokens)}
            </span>
            <span className={clsx(figure, 'font-semibold')}>{formatNumber(balance)}</span>
          </div>
        ))}
        <div className="double-rule flex items-center justify-between pt-3 pb-2.5">
          <span className="font-semibold">Balance</span>
          <TokenAmount value={entries.at(-1)?.balance ?? 0} />
        </div>
      </div>
    </Screen>
  )
}

const stages: { status: OrderStatus; text: string }[] = [
  { status: 'pending', text: `Will be processed within ${brand.pendingHours}` },
  { status: 'processing', text: 'Is being processed' },
  { status: 'delivered', text: 'Successfully delivered' },
]

export function DrawnOrder() {
  return (
    <Screen ground="bg-[#3E171E]" title="Board Deck Kit">
      <p className="mt-0.5 flex items-center gap-3 text-ink-muted">
        <span className="figures">ORD-000042</span>
        <TokenAmount value={15} className="text-ink" />
      </p>
      <div className="mt-3 border-t border-ink">
        {stages.map(({ status, text }) => (
          <div key={status} className="border-b border-line py-2.5">
            <StatusBadge status={status} />
            <p className="mt-0.5 text-ink-muted">{text}</p>
          </div>
        ))}
      </div>
    </Screen>
  )
}
