import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Skeleton } from './ui/skeleton'

type Props = { image?: ReactNode; title: ReactNode; sub?: ReactNode }

/** The main cell of a ledger row: a picture, what it is, a line about it. */
export function EntryCell({ image, title, sub }: Props) {
  return (
    <span className="flex min-w-0 items-center gap-3.5">
      {image}
      <span className="min-w-0">
        <span className="block font-semibold">{title}</span>
        {sub ? <span className="mt-0.5 block text-xs text-ink-muted">{sub}</span> : null}
      </span>
    </span>
  )
}

/** The shape of an entry that is on its way. */
export function EntrySkeleton({ image = false, className }: { image?: boolean; className?: string }) {
  return (
    <span className={clsx('flex items-center gap-3.5', className)}>
      {image ? <Skeleton className="h-[35px] w-14 flex-none" /> : null}
      <span className="grid flex-1 gap-[9px] py-[5px]">
        <Skeleton className="h-[11px] w-40 max-w-full" />
        <Skeleton className="h-[9px] w-24 max-w-full" />
      </span>
    </span>
  )
}
