import clsx from 'clsx'
import type { ReactNode } from 'react'
import { formatNumber } from '@/lib/format'

type Props = {
  label: string
  count: number | undefined
  pressed: boolean
  icon?: ReactNode
  onClick: () => void
}

const look =
  'inline-flex min-h-9 flex-none items-center gap-[7px] rounded border px-3 font-medium whitespace-nowrap transition-colors max-md:min-h-11 [&>svg]:size-[15px]'

export function FilterChip({ label, count, pressed, icon, onClick }: Props) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={clsx(
        look,
        pressed
          ? 'border-accent bg-accent-soft font-semibold text-accent [&>svg]:fill-current'
          : 'border-line-strong bg-surface-raised text-ink-2 act:border-line-control act:bg-surface-hover',
      )}
    >
      {icon}
      <span>{label}</span>
      {count === undefined ? null : (
        <span className={clsx('figures font-medium', pressed ? undefined : 'text-ink-muted')}>
          {formatNumber(count)}
        </span>
      )}
    </button>
  )
}
