import clsx from 'clsx'
import type { ReactNode } from 'react'

type Props = {
  /** Whether the rows are those of the previous page or filter. */
  stale: boolean
  className?: string
  children: ReactNode
}

/** Rows of a list, dimmed while the next ones load. */
export function LoadedRows({ stale, className, children }: Props) {
  return (
    <div
      aria-busy={stale || undefined}
      className={clsx(className, stale && 'opacity-60 transition-opacity') || undefined}
    >
      {children}
    </div>
  )
}
