import clsx from 'clsx'
import type { ReactNode } from 'react'
import { capitalize } from '@/lib/format'

export type OrderStatus = 'pending' | 'processing' | 'completed' | 'delivered' | 'cancelled'

const ring = <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" />

/** An open order whose due time has passed is late (D56). */
export type OrderDisplayStatus = OrderStatus | 'late'

const appearances: Record<OrderDisplayStatus, { text: string; ground: string; glyph: ReactNode }> = {
  pending: {
    text: 'text-warning',
    ground: 'bg-warning-soft',
    glyph: (
      <circle
        cx="8"
        cy="8"
        r="6.25"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray="2.6 1.33"
      />
    ),
  },
  processing: {
    text: 'text-info',
    ground: 'bg-info-soft',
    glyph: (
      <>
        {ring}
        <path d="M8 4a4 4 0 0 1 0 8z" fill="currentColor" />
      </>
    ),
  },
  completed: {
    text: 'text-accent',
    ground: 'bg-accent-soft',
    glyph: (
      <>
        {ring}
        <path
          d="m5.2 8.2 2 2 3.7-4.1"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
        />
      </>
    ),
  },
  delivered: {
    text: 'text-positive',
    ground: 'bg-positive-soft',
    glyph: (
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm3.4 4.5a.8.8 0 0 0-1.15.1L7.1 9.3 5.7 7.9A.8.8 0 1 0 4.6 9l2 2a.8.8 0 0 0 1.17-.04l3.7-4.3a.8.8 0 0 0-.1-1.15Z"
      />
    ),
  },
  late: {
    text: 'text-danger',
    ground: 'bg-danger-soft',
    glyph: (
      <path
        d="M8 4.2V8l2.4 1.5M14.2 8.6A6.25 6.25 0 1 1 14 6.2M14.6 3v3.4h-3.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    ),
  },
  cancelled: {
    text: 'text-ink-muted',
    ground: 'bg-surface-sunk',
    glyph: (
      <>
        {ring}
        <path d="M5.6 10.4 10.4 5.6" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </>
    ),
  },
}

export function StatusGlyph({ status, muted = false }: { status: OrderDisplayStatus; muted?: boolean }) {
  const { text, glyph } = appearances[status]
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={clsx('size-4 flex-none', muted ? 'text-ink-muted' : text)}
    >
      {glyph}
    </svg>
  )
}

/** The state of an order in words, with its glyph and color. */
export function StateText({ status, children }: { status: OrderDisplayStatus; children: ReactNode }) {
  return (
    <span className={clsx('flex gap-[7px] font-medium [&>svg]:mt-0.5', appearances[status].text)}>
      <StatusGlyph status={status} />
      <span className="min-w-0">{children}</span>
    </span>
  )
}

type Props = { status: OrderStatus; boxed?: boolean; className?: string }

export function StatusBadge({ status, boxed = false, className }: Props) {
  const { text, ground } = appearances[status]
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-[7px] text-sm font-medium whitespace-nowrap',
        text,
        boxed && ['rounded-md py-1 pr-2.5 pl-2', ground],
        className,
      )}
    >
      <StatusGlyph status={status} />
      <span>{capitalize(status)}</span>
    </span>
  )
}
