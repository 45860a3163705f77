import { Coin } from '@/components/domain/token-amount'
import { formatDate, formatDayOfMonth, formatNumber } from '@/lib/format'
import { type BalancePoint, balanceSteps, monthTicks } from './balance-steps'

type Props = { points: readonly BalancePoint[]; balance: number | undefined }

export function BalanceChart({ points, balance }: Props) {
  const steps = balanceSteps(points, new Date())
  if (!steps) return <p className="mt-4 text-ink-muted">Nothing has been entered yet.</p>
  const { line, area, scale, end, first, highest } = steps
  return (
    <div
      role="img"
      aria-label={`Balance from ${formatNumber(first.balance_after)} on ${formatDate(first.created_at)} to ${formatNumber(balance ?? 0)} today, highest ${formatNumber(highest.balance_after)} on ${formatDate(highest.created_at)}`}
      className="mt-[18px] grid min-h-[180px] flex-1 grid-rows-[1fr_auto] pr-12"
    >
      <div className="relative border-b border-line-strong">
        {scale.map(({ value, height }) => (
          <div
            key={value}
            className="absolute -right-12 left-0 border-t border-line"
            style={{ bottom: `${height}%` }}
          >
            <span className="figures absolute -top-2 right-0 bg-surface-raised pl-2 text-xs text-ink-muted">
              {formatNumber(value)}
            </span>
          </div>
        ))}
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full overflow-visible"
        >
          <path d={area} className="fill-token-soft" />
          <path
            d={line}
            fill="none"
            strokeWidth="1.75"
            vectorEffect="non-scaling-stroke"
            className="stroke-token-fill"
          />
        </svg>
        <span
          className="absolute -mt-2.5 -mr-2.5 size-5 rounded-full bg-surface-raised p-0.5"
          style={{ right: 0, top: `${end}%` }}
        >
          <Coin className="size-full" />
        </span>
      </div>
      <div className="relative flex justify-between pt-2 text-xs text-ink-muted">
        <span>{formatDate(first.created_at)}</span>
        {monthTicks(new Date(first.created_at), new Date()).map(({ date, at }) => (
          <span key={at} className="absolute -translate-x-1/2 whitespace-nowrap" style={{ left: `${at}%` }}>
            {formatDayOfMonth(date)}
          </span>
        ))}
        <span>Today</span>
      </div>
    </div>
  )
}
