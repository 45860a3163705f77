import type { ReactNode } from 'react'

type Props = { image?: ReactNode; title: ReactNode; sub?: ReactNode }

/** The main cell of a ledger row: a picture, what it is, a line about it. What somebody typed as the title is isolated. */
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
