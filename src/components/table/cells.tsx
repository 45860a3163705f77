import type { ReactNode } from 'react'
import { formatDate } from '@/lib/format'

type Props = { image?: ReactNode; title: ReactNode; sub?: ReactNode }

export function EntryCell({ image, title, sub }: Props) {
  return (
    <span className="flex min-w-0 items-center gap-3.5">
      {image}
      <span className="min-w-0">
        <bdi className="block font-semibold">{title}</bdi>
        {sub ? <span className="mt-0.5 block text-xs text-ink-muted">{sub}</span> : null}
      </span>
    </span>
  )
}

export const dateCell = (iso: string) => <span className="figures text-ink-2">{formatDate(iso)}</span>
