import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Coin } from '@/components/domain/token-amount'
import { Skeleton } from '@/components/ui/skeleton'
import { formatNumber } from '@/lib/format'

type Count = {
  id: string
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  tokens?: boolean
  received?: boolean
  to?: string
  current?: boolean
  noteTo?: string
  noteCurrent?: boolean
}

type Props = { label: string; counts: readonly Count[]; className?: string }

export function CountStrip({ label, counts, className }: Props) {
  return (
    <ul
      aria-label={label}
      className={clsx('flex flex-wrap overflow-hidden border-y border-t-ink border-b-line', className)}
    >
      {counts.map((count) => (
        <li
          key={count.id}
          className={clsx(
            'relative -mt-px -ml-px min-w-0 border-t border-l border-line',
            counts.length > 5
              ? 'flex-[1_1_9.375rem] @max-[55rem]:flex-[1_1_30%] max-md:!flex-[1_1_40%]'
              : counts.length === 4
                ? 'flex-[1_1_7.5rem] max-md:flex-[1_1_40%]'
                : 'flex-[1_1_7.5rem] max-md:flex-[1_1_6.5rem]',
          )}
        >
          {count.to === undefined ? (
            <div className={cell}>
              <CountFigure {...count} />
            </div>
          ) : (
            <Link
              to={count.to}
              aria-current={count.current ? 'true' : undefined}
              className={clsx(
                cell,
                'h-full no-underline -outline-offset-2 transition-colors hover:bg-surface-hover aria-[current]:shadow-[inset_0_-2px_0_var(--accent)]',
              )}
            >
              <CountFigure {...count} />
            </Link>
          )}
          {count.noteTo === undefined ? null : (
            <Link
              to={count.noteTo}
              aria-current={count.noteCurrent ? 'true' : undefined}
              className="absolute bottom-3 left-4 flex h-6 items-center text-xs font-medium text-danger underline underline-offset-[3px] after:absolute after:-inset-x-4 after:top-0 after:-bottom-3 max-md:left-3 max-md:after:-top-2.5 max-md:after:-left-3 aria-[current]:font-semibold aria-[current]:no-underline"
            >
              {count.note}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

const cell = 'block px-4 pt-3.5 pb-4 max-md:px-3 max-md:pt-3'

function CountFigure({ label, value, note, noteTo, tokens, received }: Count) {
  return (
    <>
      <span className="flex items-center gap-[7px] text-sm text-ink-muted">{label}</span>
      <span
        className={clsx(
          'figures mt-1 flex min-h-11 items-center gap-2.5 font-serif text-[2.5rem] font-medium tracking-[-.015em] max-md:min-h-[34px] max-md:text-[1.75rem]',
          received && 'text-positive',
        )}
      >
        {value === undefined ? (
          <Skeleton className="h-7 w-14" />
        ) : (
          <>
            {tokens ? <Coin reeded className="size-7 max-md:size-[22px]" /> : null}
            <span className="contents">{typeof value === 'number' ? formatNumber(value) : value}</span>
          </>
        )}
      </span>
      {note === undefined ? null : (
        <span className="mt-0.5 block min-h-4 text-xs text-ink-muted">
          {noteTo === undefined ? note : null}
        </span>
      )}
    </>
  )
}
